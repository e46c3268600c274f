import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetContactByUserIdRequest,
  GetContactByUserIdResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findContactByUserId } from './contact.store';
import { contactViews } from './contact.view';
import { presentFor } from './present-for';

/** Answers the contact with a customer's own user id. 404 `session_not_found`. */
export const getContactByUserId = async (
  deps: Deps,
  { userId, fields }: GetContactByUserIdRequest,
  context: CallContext,
): Promise<GetContactByUserIdResponse> => {
  const { projectId } = projectScope(context.scope);
  const view = contactViews.of(fields);
  const row = await findContactByUserId(deps.db, projectId, userId, view);
  if (!row) throw notFound('session');
  const present = await presentFor(deps, view, context);
  return { contact: present(row) };
};
