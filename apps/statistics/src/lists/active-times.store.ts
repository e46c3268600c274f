import type { Sql } from '@parley/persistence';
import { binder, factsIn, type Scope } from '../charts';
import { hasTicketFilter } from '../question';

const DAY_MS = 86_400_000;
const STRETCH_MS = 300_000;

/** The team with kept days, '' for all together; undefined where facts have to be read. */
const keptTeam = ({ filters }: Scope): string | undefined => {
  if (hasTicketFilter(filters)) return undefined;
  const [team = '', ...others] = filters.teams ?? [];
  return others.length === 0 ? team : undefined;
};

/**
 * Milliseconds in stretches of 5 minutes with work of each person in them. How many there are in a UTC day is kept, for all tickets and
 * for those of each team; before and after whole days facts are read.
 */
export const activeTimes = (sql: Sql, scope: Scope): Promise<{ id: string; value: number }[]> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const facts = (part: Scope): string =>
    `SELECT user_id, count(*) AS count FROM (
       SELECT DISTINCT f.user_id, floor(extract(epoch FROM f.at) / 300)::integer
         ${factsIn(part, { kind: 'WORKED_ON' }, params)} AND f.user_id IS NOT NULL) s GROUP BY 1`;
  const kept = (team: string, first: number, end: number): string =>
    `SELECT user_id, count FROM work_day WHERE project_id = ${bind(scope.projectId)} AND team_id = ${bind(team)}
        AND day >= ${bind(first)} AND day < ${bind(end)}
        ${scope.filters.users ? `AND user_id = ANY (${bind(scope.filters.users)})` : ''}`;
  const team = keptTeam(scope);
  const first = Math.ceil(scope.from.getTime() / DAY_MS);
  const end = Math.floor((scope.to.getTime() + 1) / DAY_MS);
  const around = [
    { ...scope, to: new Date(first * DAY_MS - 1) },
    { ...scope, from: new Date(end * DAY_MS) },
  ].filter(({ from, to }) => from <= to);
  const parts =
    team === undefined || end <= first ? [facts(scope)] : [kept(team, first, end), ...around.map(facts)];
  return sql.query(
    `SELECT user_id AS id, sum(count)::bigint * ${STRETCH_MS} AS value FROM (${parts.join(' UNION ALL ')}) s
      GROUP BY 1 HAVING sum(count) > 0`,
    params,
  );
};
