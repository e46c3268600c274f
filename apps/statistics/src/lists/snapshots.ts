import { ticketsNow } from '../charts/snapshots';
import { findPeople } from '../names/person.store';
import { onlinePeople } from '../presence/online';
import { byName, namedOf, personCell, UNASSIGNED } from './people-cells';
import { type Asked, type ListChart, type ListDeps, readWhole, type Row } from './table';

const sum = (condition: string): string => `COALESCE(sum(t.count) FILTER (WHERE ${condition}), 0)::bigint`;

const readTypes = async ({ db }: ListDeps, { projectId, question }: Asked): Promise<Row[]> => {
  const params: unknown[] = [];
  const rows = await db.query<{ type: string; open: number; other: number; done: number; queued: number }>(
    `SELECT t.type, ${sum("t.status = 'OPEN'")} AS open, ${sum("t.status NOT IN ('OPEN', 'DONE')")} AS other,
            ${sum("t.status = 'DONE'")} AS done, sum(t.queued)::bigint AS queued
       FROM ${ticketsNow(projectId, question.filters, params)} GROUP BY 1 ORDER BY 1`,
    params,
  );
  return rows.map(({ type, open, other, done, queued }) =>
    [type, open, other, done, queued].map((value) => ({ value })),
  );
};

/** Tickets that lists show now, by type. */
export const ticketSnapshot: ListChart = {
  title: 'Tickets by type',
  isBare: true,
  columns: [
    { key: 'type', label: 'Type' },
    { key: 'openCount', label: 'Open' },
    { key: 'otherStatusCount', label: 'Other status' },
    { key: 'closedCount', label: 'Done' },
    { key: 'queuedCount', label: 'Queued' },
  ],
  ...readWhole(readTypes),
};

interface Load {
  userId: string | null;
  open: number;
  other: number;
}

/** How many tickets that lists show everybody has now. */
const loads = async ({ db }: ListDeps, { projectId, question }: Asked): Promise<Map<string | null, Load>> => {
  const params: unknown[] = [];
  const rows = await db.query<Load>(
    `SELECT t.user_id AS "userId", ${sum("t.status = 'OPEN'")} AS open, ${sum("t.status NOT IN ('OPEN', 'DONE')")} AS other
       FROM ${ticketsNow(projectId, question.filters, params)} GROUP BY 1`,
    params,
  );
  return new Map(rows.map((row) => [row.userId, row]));
};

const wanted =
  ({ question: { filters } }: Asked) =>
  ({ id }: { id: string }): boolean =>
    filters.users?.includes(id) ?? true;

const readAgents = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const members = (await findPeople(deps.db, asked.projectId, [], true)).filter(wanted(asked));
  const people = new Map(members.map((member) => [member.id, namedOf(member)]));
  const all = await loads(deps, asked);
  const countsOf = (id: string | null): [{ value: number }, { value: number }] => {
    const { open = 0, other = 0 } = all.get(id) ?? {};
    return [{ value: open }, { value: other }];
  };
  const rows = members
    .map(({ id }) => ({ name: personCell(id, people), counts: countsOf(id) }))
    .sort((a, b) => b.counts[0].value - a.counts[0].value || byName(a.name, b.name));
  return [...rows.map(({ name, counts }) => [name, ...counts]), [UNASSIGNED, ...countsOf(null)]];
};

/** How many tickets everybody has now. */
export const openPerAgent: ListChart = {
  title: 'Open tickets per user',
  columns: [
    { key: 'processingUserREF', label: 'User' },
    { key: 'openCount', label: 'Open' },
    { key: 'otherStatusCount', label: 'Other status' },
  ],
  ...readWhole(readAgents),
};

const readOnline = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const online = (await onlinePeople(deps, asked.projectId)).filter(wanted(asked));
  const people = new Map(online.map((person) => [person.id, namedOf(person)]));
  const all = await loads(deps, asked);
  return online
    .map(({ id, seenAt }) => [
      personCell(id, people),
      { value: seenAt?.toISOString() ?? null },
      { value: all.get(id)?.open ?? 0 },
    ])
    .sort(([a], [b]) => (a && b ? byName(a, b) : 0));
};

/** People who are online now. */
export const liveAgents: ListChart = {
  title: 'People online',
  columns: [
    { key: 'processingUserREF', label: 'User' },
    { key: 'lastSeen', label: 'Last seen' },
    { key: 'openCount', label: 'Open' },
  ],
  ...readWhole(readOnline),
};
