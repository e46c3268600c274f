import type { Sql } from '@parley/persistence';
import { type Figure, QUARTER_MS } from '../facts';
import { type Points, hasFilter, type Stretch } from '../question';
import { countByTicketTimes } from './count-by-times.store';
import { aroundMonths, countKept, type Kept, keptMonths, keptTraits, sumsIn } from './kept-months.store';
import { binder, factsIn, isEmpty, type Scope } from './scope';

/** The whole quarters of hours in a scope; undefined when there is none. */
const quartersIn = ({ from, to }: Scope): { first: Date; end: Date } | undefined => {
  const first = Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS;
  const end = Math.floor((to.getTime() + 1) / QUARTER_MS) * QUARTER_MS;
  return end > first ? { first: new Date(first), end: new Date(end) } : undefined;
};

/** What of a scope lies before and after its whole quarters. */
const ragged = (scope: Scope, { first, end }: { first: Date; end: Date }): Scope[] =>
  [
    { ...scope, to: new Date(first.getTime() - 1) },
    { ...scope, from: end },
  ].filter(({ from, to }) => from <= to);

/**
 * A table of times and how many facts of a figure there are, `at` and `count`, for a FROM. Where nothing narrows the figure
 * that is a sum for each quarter of an hour, but for the ragged ends of the period.
 */
export const countsIn = (scope: Scope, figure: Figure, params: unknown[]): string => {
  const quarters = hasFilter(scope.filters) ? undefined : quartersIn(scope);
  const facts = (part: Scope): string => `SELECT f.at, 1::bigint AS count ${factsIn(part, figure, params)}`;
  if (!quarters) return `(${facts(scope)})`;
  const bind = binder(params);
  const whole = `SELECT quarter::timestamptz(3) AS at, count FROM fact_quarter
     WHERE project_id = ${bind(scope.projectId)} AND figure = ${figure.number}
       AND quarter >= ${bind(quarters.first)} AND quarter < ${bind(quarters.end)}`;
  return `(${[whole, ...ragged(scope, quarters).map(facts)].join(' UNION ALL ')})`;
};

/** The same of all tickets: what lies around whole months is a sum of quarters of hours. */
const countAll = async (sql: Sql, scope: Scope, figure: Figure): Promise<number> => {
  const params: unknown[] = [];
  const kept = keptMonths({ ...scope, hasTraits: true }, figure);
  const parts = (kept ? aroundMonths(scope, kept) : [scope]).map(
    (part) => `SELECT count FROM ${countsIn(part, figure, params)} AS c`,
  );
  if (kept)
    parts.push(
      `SELECT m.count FROM class_month m WHERE ${sumsIn(scope, kept, params)} AND m.figure = ${figure.number}`,
    );
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM (${parts.join(' UNION ALL ')}) s`,
    params,
  );
  return row?.count ?? 0;
};

/** How many facts of a figure there are. */
export const countFacts = async (sql: Sql, scope: Scope, figure: Figure): Promise<number> => {
  if (isEmpty(figure, scope.filters)) return 0;
  if (!hasFilter(scope.filters)) return countAll(sql, scope, figure);
  const kept = keptMonths(scope, figure) ?? keptTraits(scope, figure);
  if (kept) return countKept(sql, scope, figure, kept);
  const ofTimes = await countByTicketTimes(sql, scope, figure);
  if (ofTimes !== undefined) return ofTimes;
  const params: unknown[] = [];
  const counts = countsIn(scope, figure, params);
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM ${counts} AS c`,
    params,
  );
  return row?.count ?? 0;
};

/** How many facts of a figure there are in each interval of a chart. */
export const countByPoint = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  { points }: Points,
): Promise<number[]> => {
  const bars = points.map(() => 0);
  if (isEmpty(figure, scope.filters)) return bars;
  const params: unknown[] = [];
  // Quarters of hours serve where intervals begin with one.
  const isAligned = points.every(({ at }) => at.getTime() % QUARTER_MS === 0);
  const counts = isAligned
    ? countsIn(scope, figure, params)
    : `(SELECT f.at, 1::bigint AS count ${factsIn(scope, figure, params)})`;
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
): Promise<number[]> => {
  const params: unknown[] = [];
  const counts = countsIn(scope, figure, params);
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

/** Work on tickets, by its number among the sums of classes. */
const WORK: Figure = { number: 22, kind: 'WORKED_ON' };

/**
 * The same from the sums of whole months. It counts tickets with earlier work before these months, less those with earlier work in
 * the part of the period before these months, plus the first ones in the parts around them.
 */
const countKeptWork = async (sql: Sql, scope: Scope, kept: Kept): Promise<number> => {
  const params: unknown[] = [];
  const bind = binder(params);
  const first = bind(kept.first);
  // Bound where it is used: PostgreSQL refuses a parameter that no part of the statement names.
  const since = (): string => bind(scope.from);
  const whole = { ...scope, from: kept.first, to: new Date(kept.end.getTime() - 1) };
  const parts = [
    `SELECT m.count FROM class_month m WHERE ${sumsIn(scope, kept, params)} AND m.figure = ${WORK.number}
        AND m.previous < (${first}::timestamptz AT TIME ZONE 'UTC')::date`,
    ...(scope.from < kept.first
      ? [
          `SELECT -1 ${factsIn(whole, WORK, params)} AND f.previous_at >= ${since()} AND f.previous_at < ${first}`,
        ]
      : []),
    ...aroundMonths(scope, kept).map(
      (part) =>
        `SELECT 1 ${factsIn(part, WORK, params)} AND (f.previous_at IS NULL OR f.previous_at < ${since()})`,
    ),
  ];
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM (${parts.join(' UNION ALL ')}) s`,
    params,
  );
  return row?.count ?? 0;
};

/**
 * How many different tickets users worked on. Each fact of work knows the one before in its ticket, so that the first one
 * of a period is known without looking for others.
 */
export const countWorkedOn = async (sql: Sql, scope: Scope): Promise<number> => {
  const kept = keptMonths(scope, WORK);
  if (kept) return countKeptWork(sql, scope, kept);
  const params: unknown[] = [];
  const { teams, users } = scope.filters;
  const from = factsIn(scope, WORK, params);
  const counted =
    teams || users
      ? 'count(DISTINCT f.ticket_id)'
      : `count(*) FILTER (WHERE f.previous_at IS NULL OR f.previous_at < ${binder(params)(scope.from)})`;
  const [row] = await sql.query<{ count: number }>(`SELECT ${counted} AS count ${from}`, params);
  return row?.count ?? 0;
};
