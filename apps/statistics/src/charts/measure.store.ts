import type { Sql } from '@parley/persistence';
import type { Figure } from '../facts';
import type { Points } from '../question';
import { binder, factsIn, needsTicket, type Scope } from './scope';
import { BUCKETS, findHistograms, type FindSums, rowsIn } from './sums.sql';

/** What of facts is measured. */
export type Column = 'ms' | 'work_ms' | 'value';

/** How samples become one number. */
export interface Measure {
  figure: Figure;
  column: Column;
  isAverage: boolean;
}

/** A median or an average, and of how many samples; null of none. */
export interface Measured {
  value: number | null;
  count: number;
}

/** The median of an even number is the mean of the two in the middle. */
export const aggregate = ({ column, isAverage }: Pick<Measure, 'column' | 'isAverage'>): string =>
  isAverage
    ? `avg(f.${column})::double precision`
    : `percentile_cont(0.5) WITHIN GROUP (ORDER BY f.${column}::double precision)`;

const measureFacts = async (sql: Sql, scope: Scope, measure: Measure): Promise<Measured> => {
  const params: unknown[] = [];
  const [row] = await sql.query<Measured>(
    `SELECT ${aggregate(measure)} AS value, count(f.${measure.column}) AS count
       ${factsIn(scope, measure.figure, params)}`,
    params,
  );
  return row ?? { value: null, count: 0 };
};

/** The least duration in a bucket or behind it: a power, or one of its neighbours. */
const findLeast = (bucket: string): string => {
  const power = `2 ^ ((${bucket} - 1) / ${BUCKETS}.0)`;
  const near = `generate_series(floor(${power})::bigint - 1, ceil(${power})::bigint + 1)`;
  return `(SELECT min(ms) FROM ${near} AS ms WHERE wide_bucket(ms) >= ${bucket})`;
};

/**
 * Medians by `id`. Histograms, a table of `id`, `bucket` and `count`, locate the buckets of the two middle ranks; only their durations, a
 * table `d` of `ms` beside the middle `m`, are read and ordered.
 */
export const selectMedians = (histograms: string, durations: string): string => `
WITH histogram AS MATERIALIZED (${histograms}),
ranks AS (
  SELECT id, bucket, count, sum(count) OVER (PARTITION BY id ORDER BY bucket)::bigint AS upto,
         sum(count) OVER (PARTITION BY id)::bigint AS total FROM histogram
), middles AS MATERIALIZED (
  SELECT id, total, before, ${findLeast('low')} AS least, ${findLeast('(high + 1)')} AS beyond
    FROM (SELECT id, total, min(bucket) AS low, max(bucket) AS high, min(upto - count) AS before FROM ranks
           WHERE upto > (total - 1) / 2 AND upto - count <= total / 2 GROUP BY id, total) s)
SELECT m.id, m.total AS count, (SELECT avg(ms)::float8 FROM (
         SELECT d.ms FROM ${durations} ORDER BY d.ms
         OFFSET (m.total - 1) / 2 - m.before LIMIT m.total / 2 - (m.total - 1) / 2 + 1) middle) AS value
  FROM middles m`;

/** The condition that a duration is in the buckets of a middle `m`. */
export const inMiddle = (value: string): string => `${value} >= m.least AND ${value} < m.beyond`;

const measureSums = async (
  sql: Sql,
  scope: Scope,
  { figure, column, isAverage }: Measure,
  find: FindSums,
): Promise<Measured> => {
  const params: unknown[] = [];
  const isWorking = ` AND m.working = ${String(column === 'work_ms')}`;
  const value = `f.${column}`;
  const rows = rowsIn(scope, figure, find, params, {
    ofSums: `m.bucket, m.count, ${isAverage ? 'm.total' : '0'} AS total`,
    ofFacts: `wide_bucket(${value}), 1, ${value}`,
    andSums: isWorking,
    andFacts: ` AND ${value} IS NOT NULL`,
  });
  const text = isAverage
    ? `SELECT sum(total)::float8 / NULLIF(sum(count), 0) AS value, COALESCE(sum(count), 0)::bigint AS count FROM ${rows} s`
    : selectMedians(
        `SELECT NULL AS id, bucket, sum(count)::bigint AS count FROM ${rows} s GROUP BY bucket HAVING sum(count) > 0`,
        `(SELECT ${value} AS ms ${factsIn(scope, figure, params)} AND ${inMiddle(value)}) d`,
      );
  const [row] = await sql.query<Measured>(text, params);
  return { value: row?.value ?? null, count: row?.count ?? 0 };
};

/** The median or average of a figure in a scope, exactly. */
export const measureScope = (
  sql: Sql,
  scope: Scope,
  measure: Measure,
  find: FindSums = findHistograms,
): Promise<Measured> => {
  const sums = measure.column === 'value' ? undefined : find(scope, measure.figure);
  // Sums of people have no totals.
  return sums && !(measure.isAverage && sums.table === 'person_spread')
    ? measureSums(sql, scope, measure, find)
    : measureFacts(sql, scope, measure);
};

/** Intervals of a chart as a table `p` for a FROM: `bar`, from 1, with its first instant and that of the next. */
export const barsIn = ({ points, end }: Points, params: unknown[]): string => {
  const bind = binder(params);
  const starts = points.map(({ at }) => at);
  const [from, until] = [bind(starts), bind([...starts.slice(1), end])];
  return `unnest(${from}::timestamptz[], ${until}::timestamptz[]) WITH ORDINALITY AS p(start, until, bar)`;
};

/** The condition that a fact lies in an interval, for a WHERE of facts beside those intervals. */
export const WITHIN_BAR = ` AND f.at >= p.start AND f.at < p.until`;

/**
 * The median or average of each interval of a chart. The index has facts in the order of time: each interval is a piece of it,
 * so that nothing is ordered but the samples of one.
 */
export const measureByPoint = async (
  sql: Sql,
  scope: Scope,
  measure: Measure,
  points: Points,
): Promise<Measured[]> => {
  const params: unknown[] = [];
  const bars: Measured[] = points.points.map(() => ({ value: null, count: 0 }));
  const from = factsIn(scope, measure.figure, params);
  const measured = `${aggregate(measure)} AS value, count(f.${measure.column}) AS count ${from}`;
  // Tickets are joined once for all intervals.
  const text = needsTicket(scope)
    ? `SELECT width_bucket(f.at, ${binder(params)(points.points.map(({ at }) => at))}::timestamptz[]) AS bar, ${measured} GROUP BY 1`
    : `SELECT p.bar, m.* FROM ${barsIn(points, params)} CROSS JOIN LATERAL (SELECT ${measured}${WITHIN_BAR}) m`;
  const rows = await sql.query<Measured & { bar: number }>(text, params);
  for (const { bar, value, count } of rows) bars[bar - 1] = { value, count };
  return bars;
};
