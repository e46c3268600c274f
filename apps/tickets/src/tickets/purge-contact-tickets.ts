import { runTransaction } from '@parley/persistence';
import { markDirty } from '@parley/search';
import { type Deps } from '../deps';
import { renewTexts } from '../messages/ticket-stamps.store';
import { deleteContact } from '../references/reference.store';
import { deleteMessagesOfContact, removeFromSessions, ticketsOfContact } from './purge.store';
import { LATEST_COMMENT_CHARACTERS } from './ticket';
import { deleteTickets, lockWithMerged } from './ticket.delete.store';
import { isSessionGone } from './ticket.errors';
import { TICKET_INDEX } from './ticket.search';

/** Tickets deleted in one transaction. */
const BATCH = 100;

const deleteBatches = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  contactId: string,
): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const ids = await ticketsOfContact(db, projectId, contactId, BATCH);
    if (ids.length === 0) return deleted;
    deleted += await runTransaction(db, async (tx) => {
      const locked = await lockWithMerged(tx, projectId, ids);
      if (locked.length > 0) await deleteTickets(tx, projectId, locked);
      return locked.length;
    });
  }
};

const forget = ({ db }: Pick<Deps, 'db'>, projectId: string, contactId: string): Promise<void> =>
  runTransaction(db, async (tx) => {
    const touched = await deleteMessagesOfContact(tx, projectId, contactId);
    await renewTexts(tx, projectId, touched, { characters: LATEST_COMMENT_CHARACTERS });
    await markDirty(tx, TICKET_INDEX, projectId, touched);
    await removeFromSessions(tx, projectId, contactId);
    await deleteContact(tx, projectId, contactId);
  });

/**
 * Deletes a contact's tickets and all that is kept of it, silently: no event leaves. Runs again without effect. A
 * ticket that is being written meanwhile either fails or is deleted too.
 *
 * @returns How many tickets were deleted.
 */
export const purgeContactTickets = async (
  deps: Pick<Deps, 'db'>,
  projectId: string,
  contactId: string,
): Promise<number> => {
  let deleted = 0;
  for (;;) {
    deleted += await deleteBatches(deps, projectId, contactId);
    try {
      await forget(deps, projectId, contactId);
      return deleted;
    } catch (error) {
      // A ticket of the contact became durable after the last batch.
      if (!isSessionGone(error)) throw error;
    }
  }
};
