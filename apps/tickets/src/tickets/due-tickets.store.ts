import { type Sql } from '@parley/persistence';
import { WORK } from '../assignment/assignment.store';
import { viewColumns, viewJoins } from './ticket.columns';
import { type TicketView } from './ticket';

const due = (condition: string, orderBy: string): string => `
  SELECT ${viewColumns} FROM ticket t ${viewJoins} WHERE ${condition} ORDER BY ${orderBy} LIMIT $2
     FOR UPDATE OF t SKIP LOCKED`;

const SNOOZED = due('t.snoozed_until IS NOT NULL AND t.snoozed_until <= $1', 't.snoozed_until');
/** What a worker asks each second; what is done or put away is overdue no more. */
export const OVERDUE = due(
  `t.sla_due_at IS NOT NULL AND NOT t.sla_breached AND t.sla_due_at <= $1 AND ${WORK}`,
  't.sla_due_at',
);

/** Tickets of any project that should be awake, locked; those that someone else holds are left to the next round. */
export const lockSnoozed = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(SNOOZED, [now, limit], { prepare: true });

/** Tickets of any project whose answer is overdue and not known to be, locked as by `lockSnoozed`. */
export const lockOverdue = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(OVERDUE, [now, limit], { prepare: true });
