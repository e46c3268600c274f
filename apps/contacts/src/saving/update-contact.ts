import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  UpdateContactRequest,
  UpdateContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContact, lockContact, revealSvcHash, tellTickets } from '../contacts';
import { readContactInput } from './contact.input';
import { changeContact, makeOrigin } from './save-contact';

/** Changes a contact: omitted fields stay, null clears, `userId` is ignored. 404 `session_not_found`. */
export const updateContact = async (
  deps: Deps,
  { sessionId, contact, nulls }: UpdateContactRequest,
  context: CallContext,
): Promise<UpdateContactResponse> => {
  const { projectId } = projectScope(context.scope);
  const origin = makeOrigin(context, 'update', deps.clock());
  const revealHash = await revealSvcHash(deps, context);
  const { before, row } = await runTransaction(deps.db, async (tx) => {
    const stored = await lockContact(tx, projectId, sessionId);
    if (!stored) throw notFound('session');
    const changed = await changeContact(tx, stored, readContactInput(contact, nulls), origin);
    return { before: stored, row: changed };
  });
  deps.wakeEvents();
  await tellTickets(deps, { before, row }, context);
  return { contact: presentContact(row, revealHash(row)) };
};
