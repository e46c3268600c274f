import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetContactRequest,
  GetContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findContact } from './contact.store';
import { contactViews } from './contact.view';
import { presentFor } from './present-for';

/** Answers a contact. 404 `session_not_found`. */
export const getContact = async (
  deps: Deps,
  { sessionId, fields }: GetContactRequest,
  context: CallContext,
): Promise<GetContactResponse> => {
  const { projectId } = projectScope(context.scope);
  const view = contactViews.of(fields);
  const row = await findContact(deps.db, projectId, sessionId, view);
  if (!row) throw notFound('session');
  const present = await presentFor(deps, view, context);
  return { contact: present(row) };
};
