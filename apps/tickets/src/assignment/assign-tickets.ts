import type { Sql } from '@parley/persistence';
import { toShown } from '../references';
import { type UserRecord, isWork, type TicketRow, type TicketView, changeSnooze } from '../core';
import { type Assigner, openAssigner } from './assigner';
import { hasQueue } from './queue.store';
import type { TeamRules } from './team-rules';

/** A team's choice as changes of a ticket, and as its document shows them. */
export interface Assignment {
  columns: Partial<TicketRow>;
  shown: Partial<TicketView>;
}

/** The changes when a person was chosen. */
export const assignTo = (user: UserRecord | null): Assignment => ({
  columns: { processingUserId: user?.id ?? null },
  shown: toShown(
    { processingUserId: user?.id ?? null },
    { contacts: new Map(), users: new Map(user ? [[user.id, user]] : []), teams: new Map() },
  ),
});

/** The changes of a ticket when its team has no available member: it waits until a member is available and the team is open. */
export const waitFrom = (now: Date): Assignment => {
  const { columns, shown } = assignTo(null);
  return { columns: { ...columns, queued: true, queuedAt: now }, shown };
};

const nobody: Pick<Assigner, 'choose' | 'save'> = {
  choose: () => undefined,
  save: () => Promise.resolve(),
};

/** Queued tickets come first: while tickets of the team wait, another one waits behind them. A closed team chooses no member. */
const openBehindQueue = async (
  tx: Sql,
  rules: TeamRules,
  count: number,
): Promise<Pick<Assigner, 'choose' | 'save'>> => {
  if (rules.isClosed) return nobody;
  const assigner = await openAssigner(tx, rules, { count });
  return (await hasQueue(tx, rules)) ? nobody : assigner;
};

/**
 * Lets a team choose assignees for locked tickets that a change brings to it; without an available member a ticket waits.
 * Tickets that are no work stay unassigned, and an assignee in the team keeps the ticket. Runs in the transaction that
 * writes the tickets.
 *
 * @param columns The other changes of each ticket.
 * @returns The changes of the tickets that the team chose for, by their id.
 */
export const assignTickets = async (
  tx: Sql,
  rows: readonly TicketRow[],
  columns: Partial<TicketRow>,
  { rules, now }: { rules: TeamRules | undefined; now: Date },
): Promise<Map<string, Assignment>> => {
  if (!rules) return new Map();
  const people = new Set(rules.members.map(({ user }) => user.id));
  const wanting = rows
    .filter((row) => row.processingTeamId !== rules.teamId && !people.has(row.processingUserId ?? ''))
    .map((row) => ({ ...row, ...columns, ...changeSnooze(row, columns) }))
    .filter(isWork);
  if (wanting.length === 0) return new Map();
  const assigner = await openBehindQueue(tx, rules, wanting.length);
  const assignments = wanting.map(({ id, status }): [string, Assignment] => {
    const user = assigner.choose(status);
    return [id, user ? assignTo(user) : waitFrom(now)];
  });
  await assigner.save();
  return new Map(assignments);
};

/** A new ticket with its team's choice, or waiting. Runs in the transaction that inserts it. */
export const assignNew = async (tx: Sql, ticket: TicketView, rules: TeamRules): Promise<TicketView> => {
  if (!isWork(ticket)) return ticket;
  const assigner = await openBehindQueue(tx, rules, 1);
  const user = assigner.choose(ticket.status);
  const { columns, shown } = user ? assignTo(user) : waitFrom(ticket.createdAt);
  await assigner.save();
  return { ...ticket, ...columns, ...shown, ...(user && { firstAssignmentAt: ticket.createdAt }) };
};
