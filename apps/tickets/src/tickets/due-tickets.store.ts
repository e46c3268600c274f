import type { Sql } from '@parley/persistence';
import { WORK } from '../assignment';
import { viewColumns, viewJoins, type TicketView } from '../core';

// Locked in the order of their ids, like all changes of many tickets. A ticket that changed while it was waited for is checked
// again.
const due = (condition: string, orderBy: string): string => `
  WITH due AS MATERIALIZED (
    SELECT t.project_id, t.id FROM ticket t WHERE ${condition} ORDER BY ${orderBy} LIMIT $2
  )
  SELECT ${viewColumns} FROM due JOIN ticket t USING (project_id, id) ${viewJoins} WHERE ${condition}
   ORDER BY t.project_id, t.id FOR UPDATE OF t`;

const IS_SNOOZED = 't.snoozed_until IS NOT NULL';
/** Done and archived tickets are not overdue. */
const MAY_BE_OVERDUE = `t.sla_due_at IS NOT NULL AND NOT t.sla_breached AND ${WORK}`;

/** When the next ticket should be awake. */
export const SNOOZED_DUE = `(SELECT min(t.snoozed_until) FROM ticket t WHERE ${IS_SNOOZED})`;
/** When the next answer is overdue. */
export const OVERDUE_DUE = `(SELECT min(t.sla_due_at) FROM ticket t WHERE ${MAY_BE_OVERDUE})`;

const SNOOZED = due(`${IS_SNOOZED} AND t.snoozed_until <= $1`, 't.snoozed_until');
export const OVERDUE = due(`${MAY_BE_OVERDUE} AND t.sla_due_at <= $1`, 't.sla_due_at');

/** Tickets of any project that should be awake, locked. */
export const lockSnoozed = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(SNOOZED, [now, limit], { prepare: true });

/** Overdue tickets of any project that are not breached yet, locked. */
export const lockOverdue = (tx: Sql, now: Date, limit: number): Promise<TicketView[]> =>
  tx.query<TicketView>(OVERDUE, [now, limit], { prepare: true });
