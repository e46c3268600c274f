import { type Sql } from '@parley/persistence';
import { WORK } from '../assignment/assignment.store';
import { viewColumns, viewJoins } from './ticket.columns';
import { type TicketView } from './ticket';

const due = (condition: string, orderBy: string): string => `
  SELECT ${viewColumns} FROM ticket t ${viewJoins} WHERE ${condition} ORDER BY ${orderBy} LIMIT $2
     FOR UPDATE OF t SKIP LOCKED`;

const IS_SNOOZED = 't.snoozed_until IS NOT NULL';
/** What is done or put away is overdue no more. */
const MAY_BE_OVERDUE = `t.sla_due_at IS NOT NULL AND NOT t.sla_breached AND ${WORK}`;

/** Whether a ticket should be awake. */
export const SNOOZED_DUE = { at: `(SELECT min(t.snoozed_until) FROM ticket t WHERE ${IS_SNOOZED})` };
/** Whether an answer is overdue and not known to be. */
export const OVERDUE_DUE = { at: `(SELECT min(t.sla_due_at) FROM ticket t WHERE ${MAY_BE_OVERDUE})` };

const SNOOZED = due(`${IS_SNOOZED} AND t.snoozed_until <= $1`, 't.snoozed_until');
export const OVERDUE = due(`${MAY_BE_OVERDUE} AND t.sla_due_at <= $1`, 't.sla_due_at');

/** Tickets of any project that should be awake, locked; those that someone else holds are left to the next round. */
export const lockSnoozed = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(SNOOZED, [now, limit], { prepare: true });

/** Tickets of any project whose answer is overdue and not known to be, locked as by `lockSnoozed`. */
export const lockOverdue = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(OVERDUE, [now, limit], { prepare: true });
