import type { Sql } from '@parley/persistence';
import { type Figure, teamFigures } from '../facts';
import { type Points, QUARTER_MS, type Stretch } from '../question';
import { countByTicketTimes } from './count-by-times.store';
import { binder, factsIn, isEmpty, type Scope } from './scope';
import { findCounts, findNone, findQuarters, type FindSums, rowsIn } from './sums.sql';

/** How many facts of a figure there are. */
export const countFacts = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  find: FindSums = findCounts,
): Promise<number> => {
  if (isEmpty(figure, scope.filters)) return 0;
  const ofTimes = find === findCounts ? await countByTicketTimes(sql, scope, figure) : undefined;
  if (ofTimes !== undefined) return ofTimes;
  const params: unknown[] = [];
  const columns = { ofSums: 'm.count::bigint AS count', ofFacts: '1::bigint AS count' };
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM ${rowsIn(scope, figure, find, params, columns)} c`,
    params,
  );
  return row?.count ?? 0;
};

/** A table of times and how many facts of a figure there are, `at` and `count`, for a FROM. */
const countsIn = (scope: Scope, figure: Figure, find: FindSums, params: unknown[]): string =>
  rowsIn(scope, figure, find, params, {
    ofSums: 'm.quarter::timestamptz(3) AS at, m.count',
    ofFacts: 'f.at, 1::bigint AS count',
  });

/** How many facts of a figure there are in each interval of a chart. */
export const countByPoint = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  { points }: Points,
  find: FindSums = findQuarters,
): Promise<number[]> => {
  const bars = points.map(() => 0);
  if (isEmpty(figure, scope.filters)) return bars;
  const params: unknown[] = [];
  // Quarters of hours serve where intervals begin with one.
  const isAligned = points.every(({ at }) => at.getTime() % QUARTER_MS === 0);
  const counts = countsIn(scope, figure, isAligned ? find : findNone, params);
  const edges = binder(params)(points.map(({ at }) => at));
  const rows = await sql.query<{ bar: number; count: number }>(
    `SELECT width_bucket(at, ${edges}::timestamptz[]) AS bar, sum(count)::bigint AS count FROM ${counts} AS c GROUP BY 1`,
    params,
  );
  for (const { bar, count } of rows) bars[bar - 1] = count;
  return bars;
};

const WEEK_HOURS = 7 * 24;
/** 1 January 1970 was a Thursday: hours from a Monday's midnight to the first one of 1970. */
const FIRST_HOUR = 3 * 24;

/** Counts by hour of the week, from Monday's midnight, by the clocks of a zone. */
export const countByHour = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  stretches: readonly Stretch[],
  find: FindSums = findQuarters,
): Promise<number[]> => {
  const params: unknown[] = [];
  const counts = countsIn(scope, figure, find, params);
  const bind = binder(params);
  const starts = bind(stretches.map(({ from }) => from));
  const offsets = bind(stretches.map(({ offset }) => offset));
  const local = `extract(epoch FROM at)::float8 + (${offsets}::integer[])[width_bucket(at, ${starts}::timestamptz[])]`;
  const rows = await sql.query<{ hour: number; count: number }>(
    `SELECT ((floor((${local}) / 3600)::bigint + ${FIRST_HOUR}) % ${WEEK_HOURS})::integer AS hour,
            sum(count)::bigint AS count FROM ${counts} AS c GROUP BY 1`,
    params,
  );
  const hours = Array.from({ length: WEEK_HOURS }, () => 0);
  for (const { hour, count } of rows) hours[hour] = count;
  return hours;
};

/**
 * How many different tickets users worked on. Each fact of work knows the one before in its ticket, so that the first one
 * of a period is known without looking for others.
 */
export const countWorkedOn = async (sql: Sql, scope: Scope): Promise<number> => {
  const params: unknown[] = [];
  const { teams, users } = scope.filters;
  const from = factsIn(scope, teamFigures.WORK, params);
  const counted =
    teams || users
      ? 'count(DISTINCT f.ticket_id)'
      : `count(*) FILTER (WHERE f.previous_at IS NULL OR f.previous_at < ${binder(params)(scope.from)})`;
  const [row] = await sql.query<{ count: number }>(`SELECT ${counted} AS count ${from}`, params);
  return row?.count ?? 0;
};
