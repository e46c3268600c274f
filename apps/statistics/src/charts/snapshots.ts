import { type Sql } from '@parley/persistence';
import { type Filters } from '../question/read-question';
import { binder, ticketConditions } from './scope';

/** The WHERE of a statement over the tickets `t` of a project that lists show now. */
export const listedTickets = (projectId: string, filters: Filters, params: unknown[]): string => {
  const bind = binder(params);
  return [
    `t.project_id = ${bind(projectId)} AND t.listed`,
    ...(filters.teams ? [`t.team_id = ANY (${bind(filters.teams)})`] : []),
    ...(filters.users ? [`t.user_id = ANY (${bind(filters.users)})`] : []),
    ...ticketConditions(filters, params),
  ].join(' AND ');
};

/** How many tickets are open now. */
export const countOpen = async (sql: Sql, projectId: string, filters: Filters): Promise<number> => {
  const params: unknown[] = [];
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM ticket t WHERE ${listedTickets(projectId, filters, params)} AND t.status = 'OPEN'`,
    params,
  );
  return row?.count ?? 0;
};
