import { type Sql } from '@parley/persistence';
import { type Filters } from '../question/read-question';
import { binder, ticketConditions } from './scope';

/**
 * Tickets of a project that lists show now, as a table `t` for a FROM: `type`, `status`, `user_id`, and how many these are,
 * `count` and `queued` ones. They are counted already unless tags, times or an outbound are asked for.
 */
export const ticketsNow = (projectId: string, filters: Filters, params: unknown[]): string => {
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
