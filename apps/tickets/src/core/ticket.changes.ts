import { isDeepStrictEqual } from 'node:util';
import { forwardedToSupportAt } from './ticket-history';
import type { HistoryEntry } from './history';
import {
  extraFields,
  isWork,
  logFields,
  DONE,
  OPEN,
  priorityName,
  type TicketRow,
  type TicketView,
} from './ticket';
import { readParticipantIds } from './participant-ids';
import { mergeFree, type TicketPatch } from './ticket.input';
import { changeSnooze } from './ticket.snooze';

/** The changes of a stored ticket. */
export interface TicketChanges {
  /** Properties that change, without the times that follow any change. */
  columns: Partial<TicketRow>;
  /** Public names of what changes. */
  changed: string[];
  history: HistoryEntry[];
}

/** Public names of properties that are stored under another. */
const publicNames: Readonly<Partial<Record<keyof TicketRow, string>>> = {
  sessionId: 'session',
  sessionIds: 'sessions',
  processingUserId: 'processingUser',
  processingTeamId: 'processingTeam',
  mentionIds: 'mentions',
  linkedTicketIds: 'linkedTickets',
  trackerTicketId: 'trackerTicket',
  duplicateOfId: 'duplicateOf',
};

/** Properties with changes in the history, in its form. */
const historical: Readonly<Partial<Record<keyof TicketRow, (value: never) => unknown>>> = {
  type: (value: string) => value,
  status: (value: string) => value,
  priority: priorityName,
  tags: (value: string[]) => value,
  processingUserId: (value: string | null) => value,
  processingTeamId: (value: string | null) => value,
  sessionId: (value: string | null) => value,
  duplicateOfId: (value: string | null) => value,
  archived: (value: boolean) => value,
  hidden: (value: boolean) => value,
  isSpam: (value: boolean) => value,
  conversationClosed: (value: boolean) => value,
  conversationRating: (value: number | null) => value,
  // Only that it changed: the history keeps no text.
  conversationRatingComment: () => undefined,
  snoozedUntil: (value: Date | null) => value,
  dueDate: (value: Date | null) => value,
};

/** The workflow that runs in a conversation; the state of its bot names it. */
const readWorkflow = (extra: Record<string, unknown>): unknown => {
  const { active, currentActionFlow } = (extra['bot'] ?? {}) as Record<string, unknown>;
  return active === false ? undefined : (currentActionFlow ?? undefined);
};

/** Parts of the free JSON in the history, and how they are read. */
const told = { workflow: readWorkflow, forwardedToSupportAt } as const;

const publicName = (property: keyof TicketRow): string => publicNames[property] ?? property;

const changedFree = (
  fields: readonly string[],
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): string[] => fields.filter((field) => !isDeepStrictEqual(before?.[field], after[field]));

/** A ticket waits for its team as long as it is unassigned work of this team. */
const leaveQueue = (row: TicketRow, next: TicketRow): Partial<TicketRow> => {
  if (!row.queued) return {};
  const { processingUserId, processingTeamId } = next;
  const isWaiting = processingUserId === null && processingTeamId === row.processingTeamId && isWork(next);
  return isWaiting ? {} : { queued: false, queuedAt: null };
};

const derived = (row: TicketRow, patch: Partial<TicketRow>, now: Date): Partial<TicketRow> => ({
  ...leaveQueue(row, { ...row, ...patch, ...changeSnooze(row, patch) }),
  ...(patch.queued !== undefined && { queued: patch.queued }),
  ...(patch.queuedAt !== undefined && { queuedAt: patch.queuedAt }),
  ...changeSnooze(row, patch),
  ...(patch.archived !== undefined && { archivedAt: patch.archived ? (row.archivedAt ?? now) : null }),
  ...(patch.conversationRating !== undefined &&
    patch.conversationRating !== row.conversationRating && {
      ratedAt: patch.conversationRating === null ? null : now,
    }),
  ...(row.sessionId !== null &&
    patch.sessionId !== undefined &&
    patch.sessionId !== row.sessionId && {
      // The next contact must not read it.
      conversationRatingComment: patch.conversationRatingComment ?? null,
    }),
  ...(patch.status === DONE && { waitingSince: null }),
  ...(patch.processingUserId && { firstAssignmentAt: row.firstAssignmentAt ?? now }),
  ...(patch.sessionNotificationsUnread === false && { contactReadIndex: row.messageCount }),
  ...(patch.notificationsUnread === false && { teamReadIndex: row.messageCount }),
  // Of a ticket without anything unread nothing was read.
  ...(patch.teamReadAt && !row.notificationsUnread && { teamReadAt: row.teamReadAt }),
});

/** Properties that follow from others, and are no changes of their own. */
const inner: readonly (keyof TicketRow)[] = [
  'snoozedFrom',
  'contactReadIndex',
  'teamReadIndex',
  'contactActivity',
  'contactUpdatedAt',
  'contactUnread',
  'contactPosition',
  'contactReadPosition',
  'visibleAttributes',
  'lastPublicMessageId',
  'contactAgentId',
  'teamReadAt',
  'ratedAt',
  'waitingSince',
];

/** The properties that differ, as public names and history. */
export const compare = (
  row: TicketRow,
  next: Partial<TicketRow>,
): Pick<TicketChanges, 'columns' | 'changed' | 'history'> => {
  const columns: Partial<TicketRow> = {};
  const changed: string[] = [];
  const history: HistoryEntry[] = [];
  for (const property of Object.keys(next) as (keyof TicketRow)[]) {
    if (isDeepStrictEqual(row[property], next[property])) continue;
    Object.assign(columns, { [property]: next[property] });
    if (!inner.includes(property)) changed.push(publicName(property));
    const told = historical[property] as ((value: unknown) => unknown) | undefined;
    if (told) {
      const [from, to] = [told(row[property]), told(next[property])];
      history.push({ field: publicName(property), from: from ?? undefined, to: to ?? undefined });
    }
  }
  return { columns, changed, history };
};

/** Reopening a conversation sets its ticket to `OPEN`, unless another status is requested (docs/rules/tickets.md). */
const withReopening = (row: TicketRow, columns: Partial<TicketRow>): Partial<TicketRow> =>
  row.conversationClosed && columns.conversationClosed === false ? { status: OPEN, ...columns } : columns;

/** Participants who are no longer among the sessions get no more copies. */
const findLeaving = (row: TicketRow, { sessionIds }: Partial<TicketRow>): string[] =>
  sessionIds ? readParticipantIds(row).filter((id) => !sessionIds.includes(id)) : [];

const withoutParticipants = (
  extra: Record<string, unknown>,
  left: readonly string[],
): Record<string, unknown> => {
  if (left.length === 0) return extra;
  const { participants, ...rest } = extra as { participants?: string[] };
  const stay = participants?.filter((id) => !left.includes(id)) ?? [];
  return { ...rest, ...(stay.length > 0 && { participants: stay }) };
};

/** The changes that a patch makes to a ticket. Values equal to the stored ones are no change. */
export const findChanges = (
  row: TicketView,
  { columns: asked, extra, logs }: TicketPatch,
  now: Date,
): TicketChanges => {
  const columns = withReopening(row, asked);
  const result = compare(row, { ...columns, ...derived(row, columns, now) });
  const left = findLeaving(row, columns);
  const nextExtra = withoutParticipants(mergeFree(row.extra, extra), left);
  const nextLogs = mergeFree(row.logs, logs);
  const inExtra = changedFree([...extraFields, 'mailbox'], row.extra, nextExtra);
  const inLogs = changedFree(logFields, row.logs, nextLogs);
  if (inExtra.length + left.length > 0) result.columns.extra = nextExtra;
  result.history.push(...left.map((id) => ({ field: 'participant', from: id })));
  for (const [field, read] of Object.entries(told)) {
    const [from, to] = [read(row.extra), read(nextExtra)];
    if (!isDeepStrictEqual(from, to)) result.history.push({ field, from, to });
  }
  if (inLogs.length > 0) result.columns.logs = Object.keys(nextLogs).length > 0 ? nextLogs : null;
  return {
    ...result,
    changed: [...result.changed, ...(left.length > 0 ? ['participants'] : []), ...inExtra, ...inLogs],
  };
};
