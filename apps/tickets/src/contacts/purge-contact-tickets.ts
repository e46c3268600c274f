import { runTransaction, type Sql } from '@parley/persistence';
import { markDirty } from '@parley/search';
import { keepsContact } from './merge-contact.store';
import { removeParticipant } from './participants.store';
import {
  renewConversations,
  renewNews,
  deleteContact,
  LATEST_COMMENT_CHARACTERS,
  TICKET_INDEX,
} from '../core';
import { forgetInDeliveries } from '../deliveries';
import type { Deps } from '../deps';
import { renewTexts } from '../messages';
import { forgetContactMails } from '../contact-mails';
import { forgetTranscripts } from '../transcripts';
import {
  deleteMessagesOfContact,
  forgetInHistories,
  ticketsOfContact,
  withMains,
  deleteTickets,
  lockWithMerged,
} from '../tickets';

/** Tickets deleted in one transaction; readers never see a part of a contact with no more than these. */
const PART = 500;

/** A deleted contact. */
interface Gone {
  projectId: string;
  contactId: string;
  /** Addresses that it has and had, beside that of its copy. */
  addresses: readonly string[];
}

const forget = async (tx: Sql, { projectId, contactId, addresses }: Gone): Promise<void> => {
  const touched = await deleteMessagesOfContact(tx, projectId, contactId);
  await renewTexts(tx, projectId, touched, { characters: LATEST_COMMENT_CHARACTERS });
  await renewNews(tx, projectId, touched);
  await renewConversations(tx, projectId, await withMains(tx, projectId, touched));
  await markDirty(tx, TICKET_INDEX, projectId, touched);
  await forgetInDeliveries(tx, projectId, contactId, addresses);
  await removeParticipant(tx, projectId, contactId);
  await forgetTranscripts(tx, projectId, contactId);
  await forgetContactMails(tx, projectId, contactId);
  await forgetInHistories(tx, projectId, contactId);
  await deleteContact(tx, projectId, contactId);
};

/** Deletes tickets of a contact, and with the last of them all else that is kept of it. */
const deletePart = async (tx: Sql, gone: Gone): Promise<{ deleted: number; isLast: boolean }> => {
  const { projectId, contactId } = gone;
  // A writer of a ticket of the contact locks its copy until the commit; from here on no new one can.
  await keepsContact(tx, projectId, contactId);
  const ids = await ticketsOfContact(tx, projectId, contactId, PART);
  const locked = await lockWithMerged(tx, projectId, ids);
  if (locked.length > 0) await deleteTickets(tx, projectId, locked);
  const isLast = ids.length < PART;
  if (isLast) await forget(tx, gone);
  return { deleted: locked.length, isLast };
};

/**
 * Deletes a contact's tickets and everything else of it, silently: no event is emitted. A repetition has no effect. A
 * ticket being written at the same time either fails or is deleted too.
 *
 * @returns How many tickets were deleted.
 */
export const purgeContactTickets = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  contactId: string,
  addresses: readonly string[] = [],
): Promise<number> => {
  for (let total = 0; ;) {
    const { deleted, isLast } = await runTransaction(db, (tx) =>
      deletePart(tx, { projectId, contactId, addresses }),
    );
    total += deleted;
    if (isLast) return total;
  }
};
