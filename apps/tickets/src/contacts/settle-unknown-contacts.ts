import { defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { keepContacts } from '../references';
import { purgeContactTickets } from './purge-contact-tickets';
import { UNKNOWN_DUE, unknownContacts } from './unknown-contacts.store';

/**
 * Asks for contacts of which a former release kept nothing but the id: a contact that was deleted while its tickets were
 * written left some. Their tickets go, as with the contact; of a contact that is there what others keep is kept.
 */
export const unknownContactsJob = defineJob<object>({
  name: 'unknown contacts',
  due: UNKNOWN_DUE,
});

/** Contacts of one round. */
const BATCH = 100;

/** Who does it. */
export const createSettler = (deps: Pick<Deps, 'db' | 'contacts' | 'log' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const unknown = await unknownContacts(deps.db, BATCH);
    const [first] = unknown;
    if (!first) return;
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
    return unknown.length === BATCH ? { goOnAt: deps.clock() } : undefined;
  },
});
