import { countByType, countByUser } from '../charts';
import { findPeople } from '../names';
import { onlinePeople } from '../presence';
import { byName, toNamed, personCell, UNASSIGNED } from './people-cells';
import { type Asked, type ListChart, type ListDeps, readWhole, type Row } from './table';

const readTypes = async ({ db }: ListDeps, { projectId, question }: Asked): Promise<Row[]> => {
  const rows = await countByType(db, projectId, question.filters);
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

const wanted =
  ({ question: { filters } }: Asked) =>
  ({ id }: { id: string }): boolean =>
    filters.users?.includes(id) ?? true;

const readAgents = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const members = (await findPeople(deps.db, asked.projectId, [], true)).filter(wanted(asked));
  const people = new Map(members.map((member) => [member.id, toNamed(member)]));
  const all = await countByUser(deps.db, asked.projectId, asked.question.filters);
  const toCounts = (id: string | null): [{ value: number }, { value: number }] => {
    const { open = 0, other = 0 } = all.get(id) ?? {};
    return [{ value: open }, { value: other }];
  };
  const rows = members
    .map(({ id }) => ({ name: personCell(id, people), counts: toCounts(id) }))
    .sort((a, b) => b.counts[0].value - a.counts[0].value || byName(a.name, b.name));
  return [...rows.map(({ name, counts }) => [name, ...counts]), [UNASSIGNED, ...toCounts(null)]];
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
  const people = new Map(online.map((person) => [person.id, toNamed(person)]));
  const all = await countByUser(deps.db, asked.projectId, asked.question.filters);
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
