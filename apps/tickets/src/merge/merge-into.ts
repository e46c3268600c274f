import { type FieldProblem, invalid } from '@parley/errors';
import { newId, type Sql } from '@parley/persistence';
import {
  addParticipants,
  type ParticipantContact,
  renewConversations,
  tellOfConversations,
  type HistoryEntry,
  saveTicket,
  type ChangeOrigin,
  type TicketRow,
  type TicketView,
  compare,
  TICKET_INDEX,
  changeSnooze,
  getTicket,
  getTickets,
  noteNews,
} from '../core';
import { markDirty } from '@parley/search';
import { excess, type MergeState, type Named, unite, type United } from './merge';
import { getShares } from './merge.store';

/** Tickets that are in memory at once. */
const BATCH = 20;

/** A merge with locked tickets that may be merged. */
export interface Merge {
  projectId: string;
  mainId: string;
  merged: readonly Named[];
  /** The locked tickets. */
  states: ReadonlyMap<string, MergeState>;
  /** What else changes of the main ticket. */
  patch?: (main: TicketView) => Partial<TicketRow>;
}

const batches = function* (ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
};

const linkedTo = (row: TicketRow, mainId: string): string[] => [...new Set([...row.linkedTicketIds, mainId])];

/** The united values, and the people who get copies of the mails. */
interface UnitedTickets {
  united: United;
  participants: ParticipantContact[];
}

/** The united values, in the order of the request. */
const uniteAll = async (tx: Sql, main: TicketView, merge: Merge): Promise<UnitedTickets> => {
  let united: United = main;
  const participants: ParticipantContact[] = [];
  for (const ids of batches(merge.merged.map(({ id }) => id))) {
    const shares = await getShares(tx, merge.projectId, ids);
    for (const id of ids) {
      const share = shares.find((found) => found.id === id);
      if (!share) continue;
      united = unite(united, share);
      // Who gets copies of mails to one contact gets none of those to another.
      if (share.sessionId === main.sessionId) participants.push(...(share.participants ?? []));
    }
  }
  const { sessionId } = main;
  const { sessionIds } = united;
  return {
    participants,
    united: {
      ...united,
      // Several contacts concerned are each named once.
      sessionIds:
        sessionId === null || sessionIds.length === 0 ? sessionIds : [...new Set([sessionId, ...sessionIds])],
    },
  };
};

/** The ticket as a part of the main one: out of every list, with no clock of its own. */
const asMerged = (row: TicketView, mainId: string, now: Date): Partial<TicketRow> => ({
  duplicateOfId: mainId,
  duplicatesCount: 0,
  archived: true,
  archivedAt: row.archivedAt ?? now,
  linkedTicketIds: linkedTo(row, mainId),
  slaDueAt: null,
  queued: false,
  queuedAt: null,
  ...changeSnooze(row, { snoozedUntil: null }),
});

const saveEach = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  origin: ChangeOrigin,
  change: (row: TicketView) => Partial<TicketRow>,
): Promise<void> => {
  for (const batch of batches(ids)) {
    for (const row of await getTickets(tx, projectId, batch)) {
      await saveTicket(tx, row, compare(row, change(row)), origin);
    }
  }
};

/** The main ticket's former texts, so that nothing is lost. */
const rewritten = (main: TicketView, columns: Partial<TicketRow>): HistoryEntry[] =>
  (['title', 'description'] as const).flatMap((field) =>
    field in columns ? [{ field, from: main[field] ?? undefined, to: columns[field] ?? undefined }] : [],
  );

const checkRoom = (united: United, links: number, [first]: readonly Named[]): void => {
  const field = first?.field.split('.')[0] ?? '';
  const problems: FieldProblem[] = excess(united, links).map((message) => ({ field, message }));
  if (problems.length > 0) throw invalid(problems);
};

/**
 * Merges locked tickets into the main one, with earlier merges of them. Runs in the transaction of the locks; each changed ticket
 * emits an event. Answers the main ticket.
 */
export const mergeInto = async (tx: Sql, merge: Merge, origin: ChangeOrigin): Promise<TicketView> => {
  const { projectId, mainId, states, patch } = merge;
  const merged = merge.merged.map(({ id }) => id);
  const main = await getTicket(tx, projectId, mainId);
  if (!main) throw new Error(`The main ticket ${mainId} is gone although it is locked`);
  const taken = new Set(merged);
  const moved = [...states.values()]
    .filter(({ duplicateOfId }) => duplicateOfId !== null && taken.has(duplicateOfId))
    .map(({ id }) => id);
  const { united, participants } = await uniteAll(tx, main, merge);
  const linkedTicketIds = [...new Set([...main.linkedTicketIds, ...merged, ...moved])];
  checkRoom(united, linkedTicketIds.length, merge.merged);

  await saveEach(tx, projectId, [...merged].sort(), origin, (row) => asMerged(row, mainId, origin.now));
  await saveEach(tx, projectId, moved, origin, (row) => ({
    duplicateOfId: mainId,
    linkedTicketIds: linkedTo(row, mainId),
  }));
  // A merged ticket is not found any more; its messages are found by the main one.
  await markDirty(tx, TICKET_INDEX, projectId, merged);

  const changes = compare(main, {
    ...united,
    linkedTicketIds,
    duplicatesCount: main.duplicatesCount + merged.length + moved.length,
    ...patch?.(main),
  });
  const added = addParticipants(main, participants);
  if (added.changes.columns.extra) {
    changes.columns.extra = { ...changes.columns.extra, ...added.changes.columns.extra };
    changes.changed.push('participants');
    changes.history.push(...added.changes.history);
  }
  // Before the main ticket is written, so that it is read with what its contact sees now.
  const renewed = await renewConversations(tx, projectId, [mainId, ...merged].sort(), origin.now);
  const current = await getTicket(tx, projectId, mainId);
  if (!current) throw new Error(`The main ticket ${mainId} is gone although it is locked`);
  changes.history.push({ field: 'mergedTickets', to: merged }, ...rewritten(main, changes.columns));
  const saved = await saveTicket(tx, current, changes, origin, added.shown);
  const { type, id: actorId = null } = origin.actor;
  await noteNews(tx, projectId, mainId, { id: newId(), authorId: type === 'user' ? actorId : null });
  await tellOfConversations(
    tx,
    projectId,
    renewed.filter((id) => id === mainId),
    origin.headers,
  );
  return saved;
};
