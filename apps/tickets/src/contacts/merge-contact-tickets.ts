import { projectScope } from '@parley/auth';
import { noteMerged } from '@parley/events';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  MergeContactTicketsRequest,
  MergeContactTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  renewConversations,
  tellOfConversations,
  historyRows,
  type ContactRecord,
  deleteContact,
  saveContact,
  compare,
  ticketUpdated,
  type TicketView,
  lockTickets,
  writeTicket,
} from '../core';
import { contactRecord } from '../references';
import { moveParticipant } from './participants.store';
import { purgeContactTickets } from './purge-contact-tickets';
import { forgetContactMails } from '../contact-mails';
import { moveTranscripts } from '../transcripts';
import { withMains } from '../tickets';
import {
  keepsContact,
  mixedTickets,
  moveHistory,
  moveMessages,
  ticketsOfContactAfter,
} from './merge-contact.store';

/** Tickets in memory at a time. */
const BATCH = 100;

/** Who is gone, who it turned out to be, and what travels with the events. */
interface ContactMove {
  projectId: string;
  contactId: string;
  into: ContactRecord;
  now: Date;
  headers: Record<string, string>;
}

/** Moves a locked ticket to the contact it was merged into; unlike a change by a person this is no activity of the ticket. */
const giveTicket = async (
  tx: Sql,
  row: TicketView,
  { projectId, into, now, headers }: ContactMove,
): Promise<void> => {
  const { columns, changed, history } = compare(row, { sessionId: into.id });
  const written = { ...columns, updatedAt: now };
  const shown = { sessionName: into.name, sessionEmail: into.email, sessionUserId: into.userId };
  const actor = { type: 'system', name: 'contacts' } as const;
  const told = historyRows({ projectId, ticketId: row.id, at: now, actor, entries: history });
  const event = ticketUpdated({ ...row, ...shown, ...written }, { changed, history: told }, headers);
  await writeTicket(tx, row, { columns: written, history: told, events: [event] });
};

/**
 * Makes a contact's tickets and messages another's, and forgets the contact. A contact that nothing is kept of any more leaves
 * nothing to do, so that it may come any number of times and never revives anyone.
 *
 * @returns How many tickets were moved.
 */
export const moveContact = async (tx: Sql, move: ContactMove): Promise<number> => {
  const { projectId, contactId, into } = move;
  await forgetContactMails(tx, projectId, contactId);
  // A writer of a ticket of the contact locks its copy until the commit; from here on no new one can.
  if (!(await keepsContact(tx, projectId, contactId))) return 0;
  await saveContact(tx, projectId, into);
  await moveParticipant(tx, projectId, contactId, into.id);
  await moveTranscripts(tx, projectId, contactId, into.id);
  // Tickets with messages of both, where the read state changes, and merges of tickets of both, where the conversation changes.
  const mixed = await mixedTickets(tx, projectId, contactId, into.id);
  let moved = 0;
  for (let after = ''; ;) {
    const ids = await ticketsOfContactAfter(tx, projectId, contactId, after, BATCH);
    for (const row of await lockTickets(tx, projectId, ids)) await giveTicket(tx, row, move);
    await tellOfConversations(tx, projectId, ids, move.headers);
    await moveHistory(tx, projectId, ids, contactId, into.id);
    moved += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) break;
  }
  await moveMessages(tx, projectId, contactId, into.id);
  const renewed = await renewConversations(tx, projectId, await withMains(tx, projectId, mixed));
  await tellOfConversations(tx, projectId, renewed, move.headers);
  await deleteContact(tx, projectId, contactId);
  return moved;
};

/** Moves a merged contact's tickets; those of one that was merged into a deleted contact are deleted. */
export const mergeContactTickets = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { contactId, into }: MergeContactTicketsRequest,
  context: CallContext,
): Promise<MergeContactTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!into) throw new Error('The call names no heir');
  const now = clock();
  const move = { projectId, contactId, into: contactRecord(into), headers: eventHeaders(context), now };
  const { heirId, moved } = await runTransaction(db, async (tx) => {
    const final = await noteMerged(tx, { projectId, id: contactId }, { into: into.id, at: now });
    // Of a contact that was merged again the event of this merge knows more.
    return { heirId: final, moved: final === into.id ? await moveContact(tx, move) : 0 };
  });
  if (heirId === null) await purgeContactTickets({ db }, projectId, contactId);
  if (moved > 0) wakeEvents();
  return { moved };
};
