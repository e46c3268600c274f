import type { Sql } from '@parley/persistence';
import {
  aroundUnits,
  binder,
  factsIn,
  findOfPeople,
  inMiddle,
  rowsIn,
  type Scope,
  selectMedians,
  sumsIn,
  toUtcDate,
} from '../charts';
import { figureCondition, type Figure } from '../facts';
import { hasTicketFilter, wholeMonths } from '../question';

/** The months of a scope with sums for it: whole months, filtered by people and teams alone. */
export const findWholeMonths = (scope: Scope): { first: Date; end: Date } | undefined =>
  hasTicketFilter(scope.filters) ? undefined : wholeMonths(scope);

/** A statement about people: their facts and sums without service accounts. */
interface Reading {
  sql: Sql;
  scope: Scope;
  months: { first: Date; end: Date };
  services: readonly string[];
}

/** Conditions that leave out service accounts, and facts of no person. */
const leaveOut = (services: readonly string[], params: unknown[]): ((user: string) => string) => {
  const bound = services.length > 0 ? binder(params)(services) : undefined;
  return (user) => ` AND ${user} IS NOT NULL${bound ? ` AND ${user} <> ALL (${bound})` : ''}`;
};

/**
 * People's numbers of facts, or of different tickets. Tickets with their previous fact before the first whole month come from the
 * sums; those with it in the part before that month are subtracted.
 */
export const countByPerson = async (
  { sql, scope, months, services }: Reading,
  figure: Figure,
): Promise<{ id: string; value: number }[]> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const first = bind(months.first);
  const people = leaveOut(services, params);
  // Bound where it is used: PostgreSQL refuses a parameter that no part of the statement names.
  const since = (): string => bind(scope.from);
  const whole = { ...scope, from: months.first, to: new Date(months.end.getTime() - 1) };
  const parts = [
    `SELECT m.user_id AS id, m.count ${sumsIn(scope, { table: 'person_month', ...months }, figure, params)}
        AND m.previous < ${toUtcDate(first)}${people('m.user_id')}`,
    ...(figure.isOncePerTicket && scope.from < months.first
      ? [
          `SELECT f.user_id, -1 ${factsIn(whole, figure, params)}
              AND f.previous_own_at >= ${since()} AND f.previous_own_at < ${first}${people('f.user_id')}`,
        ]
      : []),
    ...aroundUnits(scope, months).map(
      (part) => `SELECT f.user_id, 1 ${factsIn(part, figure, params)}
        AND (f.previous_own_at IS NULL OR f.previous_own_at < ${since()})${people('f.user_id')}`,
    ),
  ];
  return sql.query(
    `SELECT id, sum(count)::bigint AS value FROM (${parts.join(' UNION ALL ')}) s GROUP BY 1 HAVING sum(count) > 0`,
    params,
  );
};

/** The median of durations of each person, read in the order of an index, and of all people under the id null. */
export const medianByPerson = async (
  { sql, scope, services }: Omit<Reading, 'months'>,
  figure: Figure,
  column: 'ms' | 'work_ms',
): Promise<{ id: string | null; value: number }[]> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const value = `f.${column}`;
  const people = leaveOut(services, params);
  const rows = rowsIn(scope, figure, findOfPeople('person_spread'), params, {
    ofSums: 'm.user_id AS id, m.bucket, m.count',
    ofFacts: `f.user_id, wide_bucket(${value}), 1`,
    andSums: ` AND m.working = ${String(column === 'work_ms')}${people('m.user_id')}`,
    andFacts: ` AND ${value} IS NOT NULL${people('f.user_id')}`,
  });
  const own = [
    `f.project_id = ${bind(scope.projectId)}`,
    figureCondition(figure),
    'f.user_id = p.id',
    inMiddle(value),
    `f.at >= ${bind(scope.from)}`,
    `f.at <= ${bind(scope.to)}`,
    ...(scope.filters.teams ? [`f.team_id = ANY (${bind(scope.filters.teams)})`] : []),
  ].join(' AND ');
  return sql.query(
    selectMedians(
      `SELECT id, bucket, sum(count)::bigint AS count FROM ${rows} s
        GROUP BY GROUPING SETS ((id, bucket), (bucket)) HAVING sum(count) > 0`,
      `(SELECT DISTINCT id FROM histogram WHERE id IS NOT NULL) p
        CROSS JOIN LATERAL (SELECT ${value} AS ms FROM fact f WHERE ${own}) d WHERE m.id IS NULL OR p.id = m.id`,
    ),
    params,
  );
};
