import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetContactRequest,
  GetContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContact } from './contact.present';
import { findContact } from './contact.store';
import { revealSvcHash } from './svc-hash';

/** Answers a contact. 404 `session_not_found`. */
export const getContact = async (
  deps: Deps,
  { sessionId }: GetContactRequest,
  context: CallContext,
): Promise<GetContactResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = await findContact(deps.db, projectId, sessionId);
  if (!row) throw notFound('session');
  const revealHash = await revealSvcHash(deps, context);
  return { contact: presentContact(row, revealHash(row)) };
};
