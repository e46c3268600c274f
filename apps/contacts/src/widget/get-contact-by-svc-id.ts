import { projectScope } from '@parley/auth';
import { unauthenticated } from '@parley/errors';
import type {
  GetContactBySvcIdRequest,
  GetContactBySvcIdResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContact, findContactBySvcId } from '../contacts';

/** The contact of a widget with a checked signature. 401 `invalid_session` when it is deleted or merged. */
export const getContactBySvcId = async (
  { db }: Pick<Deps, 'db'>,
  { svcId }: GetContactBySvcIdRequest,
  context: CallContext,
): Promise<GetContactBySvcIdResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = await findContactBySvcId(db, projectId, svcId);
  if (!row) throw unauthenticated('INVALID_SESSION');
  return { contact: presentContact(row) };
};
