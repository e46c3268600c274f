import { type Sql } from '@parley/persistence';
import { shownOf } from '../references/check-references';
import { type UserRecord } from '../core/reference.store';
import { isWork, type TicketRow, type TicketView } from '../core/ticket';
import { changeSnooze } from '../core/ticket.snooze';
import { type Assigner, openAssigner } from './assigner';
import { hasQueue } from './queue.store';
import { type TeamRules } from './team-rules';

/** What a team's choice changes of a ticket, and what the document shows of it. */
export interface Assignment {
  columns: Partial<TicketRow>;
  shown: Partial<TicketView>;
}

/** What the choice of a person changes. */
export const assignTo = (user: UserRecord | null): Assignment => ({
  columns: { processingUserId: user?.id ?? null },
  shown: shownOf(
    { processingUserId: user?.id ?? null },
    { contacts: new Map(), users: new Map(user ? [[user.id, user]] : []), teams: new Map() },
  ),
});

/** What changes of a ticket for which a team has nobody, until somebody is free and the team is open. */
export const waitFrom = (now: Date): Assignment => {
  const { columns, shown } = assignTo(null);
  return { columns: { ...columns, queued: true, queuedAt: now }, shown };
};

const nobody: Pick<Assigner, 'choose' | 'save'> = {
  choose: () => undefined,
  save: () => Promise.resolve(),
};

/** Who waits comes first: while tickets of the team wait, another one waits behind them. A closed team chooses nobody. */
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
 * Lets a team choose who gets the locked tickets that a change brings to it; who is free gets one, the others wait.
 * What is no work goes to nobody, and whoever has a ticket and is in the team keeps it. Runs in the transaction that
 * writes the tickets.
 *
 * @param columns What else changes of each ticket.
 * @returns What changes of the tickets for which the team chose, by their id.
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

/** A new ticket with whom its team chose, or waiting. Runs in the transaction that inserts it. */
export const assignNew = async (tx: Sql, ticket: TicketView, rules: TeamRules): Promise<TicketView> => {
  if (!isWork(ticket)) return ticket;
  const assigner = await openBehindQueue(tx, rules, 1);
  const user = assigner.choose(ticket.status);
  const { columns, shown } = user ? assignTo(user) : waitFrom(ticket.createdAt);
  await assigner.save();
  return { ...ticket, ...columns, ...shown, ...(user && { firstAssignmentAt: ticket.createdAt }) };
};
