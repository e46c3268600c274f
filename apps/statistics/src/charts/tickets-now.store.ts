import type { Sql } from '@parley/persistence';
import type { Filters } from '../question';
import { binder, ticketConditions } from './scope';

/**
 * Tickets of a project that lists show now, as a table `t` for a FROM: `type`, `status`, `user_id`, and how many these are,
 * `count` and `queued` ones. They are counted already unless tags, times or an outbound are asked for.
 */
const ticketsNow = (projectId: string, filters: Filters, params: unknown[]): string => {
  const { tags, outbound, conditions, teams, users, ...counted } = filters;
  const isCounted = !tags && outbound === undefined && conditions.length === 0;
  const bind = binder(params);
  const where = [
    `t.project_id = ${bind(projectId)}`,
    ...(teams ? [`t.team_id = ANY (${bind(teams)})`] : []),
    ...(users ? [`t.user_id = ANY (${bind(users)})`] : []),
    ...ticketConditions(isCounted ? { ...counted, conditions } : filters, params),
  ].join(' AND ');
  return isCounted
    ? `(SELECT type, status, NULLIF(user_id, '') AS user_id, count, queued FROM ticket_now t WHERE ${where}) t`
    : `(SELECT type, status, user_id, 1 AS count, queued::integer AS queued FROM ticket t WHERE ${where} AND t.listed) t`;
};

/** How many tickets are open now. */
export const countOpen = async (sql: Sql, projectId: string, filters: Filters): Promise<number> => {
  const params: unknown[] = [];
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM ${ticketsNow(projectId, filters, params)} WHERE status = 'OPEN'`,
    params,
  );
  return row?.count ?? 0;
};

const sum = (condition: string): string => `COALESCE(sum(t.count) FILTER (WHERE ${condition}), 0)::bigint`;

/** How many tickets of a type there are now. */
export interface TypeCounts {
  type: string;
  open: number;
  other: number;
  done: number;
  queued: number;
}

/** How many tickets that lists show there are now, by type. */
export const countByType = (sql: Sql, projectId: string, filters: Filters): Promise<TypeCounts[]> => {
  const params: unknown[] = [];
  return sql.query<TypeCounts>(
    `SELECT t.type, ${sum("t.status = 'OPEN'")} AS open, ${sum("t.status NOT IN ('OPEN', 'DONE')")} AS other,
            ${sum("t.status = 'DONE'")} AS done, sum(t.queued)::bigint AS queued
       FROM ${ticketsNow(projectId, filters, params)} GROUP BY 1 ORDER BY 1`,
    params,
  );
};

/** How many tickets a person has now; null for tickets without a user. */
export interface Load {
  userId: string | null;
  open: number;
  other: number;
}

/** How many tickets that lists show everybody has now. */
export const countByUser = async (
  sql: Sql,
  projectId: string,
  filters: Filters,
): Promise<Map<string | null, Load>> => {
  const params: unknown[] = [];
  const rows = await sql.query<Load>(
    `SELECT t.user_id AS "userId", ${sum("t.status = 'OPEN'")} AS open, ${sum("t.status NOT IN ('OPEN', 'DONE')")} AS other
       FROM ${ticketsNow(projectId, filters, params)} GROUP BY 1`,
    params,
  );
  return new Map(rows.map((row) => [row.userId, row]));
};
