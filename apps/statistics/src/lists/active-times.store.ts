import type { Sql } from '@parley/persistence';
import { aroundUnits, binder, factsIn, type Scope } from '../charts';
import { teamFigures } from '../facts';
import { hasTicketFilter } from '../question';

const DAY_MS = 86_400_000;
const INTERVAL_MS = 300_000;

/** The team with kept days, '' for all together; undefined where facts have to be read. */
const findKeptTeam = ({ filters }: Scope): string | undefined => {
  if (hasTicketFilter(filters)) return undefined;
  const [team = '', ...others] = filters.teams ?? [];
  return others.length === 0 ? team : undefined;
};

/**
 * Milliseconds in intervals of 5 minutes with work of each person in them. How many there are in a UTC day is kept, for all tickets and
 * for those of each team; before and after whole days facts are read.
 */
export const activeTimes = (sql: Sql, scope: Scope): Promise<{ id: string; value: number }[]> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const { users } = scope.filters;
  const facts = (part: Scope): string =>
    `SELECT user_id, count(*) AS count FROM (
       SELECT DISTINCT f.user_id, floor(extract(epoch FROM f.at) * 1000 / ${INTERVAL_MS})::integer
         ${factsIn(part, teamFigures.WORK, params)} AND f.user_id IS NOT NULL) s GROUP BY 1`;
  const first = Math.ceil(scope.from.getTime() / DAY_MS);
  const end = Math.floor((scope.to.getTime() + 1) / DAY_MS);
  const days = (team: string): string =>
    `SELECT user_id, count FROM work_day WHERE project_id = ${bind(scope.projectId)} AND team_id = ${bind(team)}
        AND day >= ${bind(first)} AND day < ${bind(end)} ${users ? `AND user_id = ANY (${bind(users)})` : ''}`;
  const whole = { first: new Date(first * DAY_MS), end: new Date(end * DAY_MS) };
  const team = findKeptTeam(scope);
  const parts =
    team === undefined || end <= first
      ? [facts(scope)]
      : [days(team), ...aroundUnits(scope, whole).map(facts)];
  return sql.query(
    `SELECT user_id AS id, sum(count)::bigint * ${INTERVAL_MS} AS value FROM (${parts.join(' UNION ALL ')}) s
      GROUP BY 1 HAVING sum(count) > 0`,
    params,
  );
};
