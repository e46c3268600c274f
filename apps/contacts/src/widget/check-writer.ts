import { projectScope } from '@parley/auth';
import {
  type CheckWriterRequest,
  type CheckWriterResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { type CallContext } from '@parley/rpc';
import { contactBlocked } from '../contacts/contact.errors';
import { type Deps } from '../deps';
import { findWriter } from './writer.store';
import { invalidSession } from './widget-caller';

/** The contact of a widget that is about to write. 401 `invalid_session` when it is gone, 403 `contact_blocked`. */
export const checkWriter = async (
  { db }: Pick<Deps, 'db'>,
  { svcId }: CheckWriterRequest,
  context: CallContext,
): Promise<CheckWriterResponse> => {
  const contact = await findWriter(db, projectScope(context.scope).projectId, svcId);
  if (!contact) throw invalidSession();
  if (contact.blocked) throw contactBlocked();
  return { contactId: contact.id };
};
