import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetContactByUserIdRequest,
  GetContactByUserIdResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContact } from './contact.present';
import { findContactByUserId } from './contact.store';
import { revealSvcHash } from './svc-hash';

/** Answers the contact with a customer's own user id. 404 `session_not_found`. */
export const getContactByUserId = async (
  deps: Deps,
  { userId }: GetContactByUserIdRequest,
  context: CallContext,
): Promise<GetContactByUserIdResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = await findContactByUserId(deps.db, projectId, userId);
  if (!row) throw notFound('session');
  const revealHash = await revealSvcHash(deps, context);
  return { contact: presentContact(row, revealHash(row)) };
};
