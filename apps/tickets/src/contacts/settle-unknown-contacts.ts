import { systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { keepContacts } from '../references/keep-contacts';
import { purgeContactTickets } from '../tickets/purge-contact-tickets';
import { unknownContacts } from './unknown-contacts.store';

/** Whether there is something to do. */
export { UNKNOWN_DUE } from './unknown-contacts.store';

/** Contacts of one round. */
const BATCH = 100;

/**
 * Asks for contacts of which a former release kept nothing but the id: a contact that was deleted while its tickets were
 * written left some. Their tickets go, as with the contact; of a contact that is there what others keep is kept. Answers
 * whether there may be more.
 */
export const settleUnknownContacts = async (
  deps: Pick<Deps, 'db' | 'contacts' | 'log'>,
): Promise<boolean> => {
  const unknown = await unknownContacts(deps.db, BATCH);
  const [first] = unknown;
  if (!first) return false;
  const { projectId } = first;
  const context = systemContext('tickets', { projectId });
  const ids = unknown.map(({ id }) => id);
  const answer = await deps.contacts.getContactReferences({ ids }, context);
  const there = new Set(answer.contacts.map(({ id }) => id));
  await keepContacts(deps, context, projectId, [...there]);
  for (const id of ids.filter((one) => !there.has(one))) {
    const deleted = await purgeContactTickets(deps, projectId, id);
    deps.log.warn({ projectId, contactId: id, deleted }, 'Tickets of a contact that is gone were deleted');
  }
  return unknown.length === BATCH;
};
