import { isDeepStrictEqual } from 'node:util';
import { type HistoryEntry } from '../history/history';
import { extraFields, logFields, priorityName, type TicketRow, type TicketView } from './ticket';
import { mergeFree, type TicketPatch } from './ticket.input';
import { changeSnooze } from './ticket.snooze';

/** What a change does to a stored ticket. */
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
};

/** Properties whose changes the history tells, as it tells them. */
const historical: Readonly<Partial<Record<keyof TicketRow, (value: never) => unknown>>> = {
  type: (value: string) => value,
  status: (value: string) => value,
  priority: priorityName,
  tags: (value: string[]) => value,
  processingUserId: (value: string | null) => value,
  processingTeamId: (value: string | null) => value,
  archived: (value: boolean) => value,
  snoozedUntil: (value: Date | null) => value,
};

const publicName = (property: keyof TicketRow): string => publicNames[property] ?? property;

const changedFree = (
  fields: readonly string[],
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): string[] => fields.filter((field) => !isDeepStrictEqual(before?.[field], after[field]));

const derived = (row: TicketRow, patch: Partial<TicketRow>, now: Date): Partial<TicketRow> => ({
  ...changeSnooze(row, patch),
  ...(patch.archived !== undefined && { archivedAt: patch.archived ? (row.archivedAt ?? now) : null }),
  ...(patch.processingUserId && { firstAssignmentAt: row.firstAssignmentAt ?? now }),
});

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
    if (property !== 'snoozedFrom') changed.push(publicName(property));
    const told = historical[property] as ((value: unknown) => unknown) | undefined;
    if (told) {
      const [from, to] = [told(row[property]), told(next[property])];
      history.push({ field: publicName(property), from: from ?? undefined, to: to ?? undefined });
    }
  }
  return { columns, changed, history };
};

/** What a patch changes of a ticket. Values equal to the stored ones change nothing. */
export const changesOf = (
  row: TicketView,
  { columns, extra, logs }: TicketPatch,
  now: Date,
): TicketChanges => {
  const result = compare(row, { ...columns, ...derived(row, columns, now) });
  const nextExtra = mergeFree(row.extra, extra);
  const nextLogs = mergeFree(row.logs, logs);
  const inExtra = changedFree(extraFields, row.extra, nextExtra);
  const inLogs = changedFree(logFields, row.logs, nextLogs);
  if (inExtra.length > 0) result.columns.extra = nextExtra;
  if (inLogs.length > 0) result.columns.logs = Object.keys(nextLogs).length > 0 ? nextLogs : null;
  return { ...result, changed: [...result.changed, ...inExtra, ...inLogs] };
};
