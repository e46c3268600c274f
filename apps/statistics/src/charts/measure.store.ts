import type { Database, Sql } from '@parley/persistence';
import { toBucket, type Figure } from '../facts';
import { wholeMonths, type Points, hasFilter } from '../question';
import { bucketsIn, toUtcDate, inWideBucket, type Kept, keptMonths, spreadKept } from './kept-months.store';
import { type Bucket, type Middle, findMiddle } from './middle';
import { binder, factsIn, needsTicket, type Scope } from './scope';

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

const DAY_MS = 86_400_000;

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

/** The whole UTC days of a scope, as it is spread by days; undefined when there is none. */
const daysIn = ({ from, to }: Scope): { first: Date; end: Date } | undefined => {
  const first = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const end = Math.floor((to.getTime() + 1) / DAY_MS) * DAY_MS;
  return end > first ? { first: new Date(first), end: new Date(end) } : undefined;
};

/** How durations of whole days are spread: by whole months, and by the days before and after those. */
const bucketsOfDays = (
  sql: Sql,
  { projectId }: Scope,
  { figure, column }: Measure,
  days: { first: Date; end: Date },
): Promise<Bucket[]> => {
  const whole = { from: days.first, to: new Date(days.end.getTime() - 1) };
  const months = wholeMonths(whole) ?? { first: days.end, end: days.end };
  const part = (table: string, time: string, first: string, end: string): string =>
    `SELECT bucket, count, total FROM ${table} WHERE project_id = $1 AND figure = $2 AND working = $3
        AND ${time} >= ${toUtcDate(first)} AND ${time} < ${toUtcDate(end)}`;
  const parts = [
    part('fact_spread', 'day', '$4', '$5'),
    part('fact_spread_month', 'month', '$5', '$6'),
    part('fact_spread', 'day', '$6', '$7'),
  ];
  return sql.query<Bucket>(bucketsIn(parts), [
    projectId,
    figure.number,
    column === 'work_ms',
    days.first,
    months.first,
    months.end,
    days.end,
  ]);
};

const durationsIn = async (sql: Sql, scope: Scope, { figure, column }: Measure): Promise<number[]> => {
  if (scope.from > scope.to) return [];
  const params: unknown[] = [];
  const rows = await sql.query<{ ms: number }>(
    `SELECT f.${column} AS ms ${factsIn(scope, figure, params)}`,
    params,
  );
  return rows.map(({ ms }) => ms);
};

/** Adds single durations to buckets; answers them in order. */
const withDurations = (buckets: readonly Bucket[], durations: readonly number[]): Bucket[] => {
  const all = new Map(buckets.map((one) => [one.bucket, { ...one }]));
  for (const ms of durations) {
    const bucket = toBucket(ms);
    const known = all.get(bucket) ?? { bucket, count: 0, total: 0 };
    all.set(bucket, { bucket, count: known.count + 1, total: known.total + ms });
  }
  return [...all.values()].sort((a, b) => a.bucket - b.bucket);
};

/** The least duration of a bucket. */
const findShortest = (bucket: number): number => {
  if (bucket === 0) return 0;
  let ms = Math.max(1, Math.floor(2 ** ((bucket - 1) / 16)) - 1);
  while (toBucket(ms) < bucket) ms += 1;
  return ms;
};

/** The mean of the durations with the two middle ranks, of which only those in their buckets are read and ordered. */
const middleIn = async (
  sql: Sql,
  scope: Scope,
  { figure, column }: Measure,
  { low, high, skip, take }: Middle,
  inBuckets: (value: string, low: number, high: number) => string,
): Promise<number> => {
  const params: unknown[] = [];
  const from = factsIn(scope, figure, params);
  const value = `f.${column}`;
  const rows = await sql.query<{ ms: number }>(
    `SELECT ${value} AS ms ${from} AND ${inBuckets(value, low, high)} ORDER BY 1 OFFSET ${skip} LIMIT ${take}`,
    params,
  );
  return rows.reduce((sum, { ms }) => sum + ms, 0) / rows.length;
};

/** A median or average of durations from their histogram. */
const measureBuckets = async (
  sql: Sql,
  scope: Scope,
  measure: Measure,
  buckets: readonly Bucket[],
  inBuckets: (value: string, low: number, high: number) => string,
): Promise<Measured> => {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const middle = findMiddle(buckets, count);
  if (!middle) return { value: null, count };
  const total = buckets.reduce((sum, bucket) => sum + bucket.total, 0);
  const value = measure.isAverage ? total / count : await middleIn(sql, scope, measure, middle, inBuckets);
  return { value, count };
};

// Buckets and the facts read from them must be of one snapshot.
const ONE_MOMENT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

const inBucket = (value: string, low: number, high: number): string =>
  `${value} >= ${findShortest(low)} AND ${value} < ${findShortest(high + 1)}`;

const measureSpread = (
  db: Database,
  scope: Scope,
  measure: Measure,
  days: { first: Date; end: Date },
): Promise<Measured> =>
  db.transaction(async (tx) => {
    await tx.query(ONE_MOMENT);
    const buckets = withDurations(await bucketsOfDays(tx, scope, measure, days), [
      ...(await durationsIn(tx, { ...scope, to: new Date(days.first.getTime() - 1) }, measure)),
      ...(await durationsIn(tx, { ...scope, from: days.end }, measure)),
    ]);
    return measureBuckets(tx, scope, measure, buckets, inBucket);
  });

const measureKept = (db: Database, scope: Scope, measure: Measure, kept: Kept): Promise<Measured> =>
  db.transaction(async (tx) => {
    await tx.query(ONE_MOMENT);
    const buckets = await spreadKept(tx, scope, measure, kept);
    return measureBuckets(tx, scope, measure, buckets, inWideBucket);
  });

/** The median or average of a figure in a scope, exactly. */
export const measureScope = (db: Database, scope: Scope, measure: Measure): Promise<Measured> => {
  if (measure.column === 'value') return measureFacts(db, scope, measure);
  if (!hasFilter(scope.filters)) {
    const days = daysIn(scope);
    return days ? measureSpread(db, scope, measure, days) : measureFacts(db, scope, measure);
  }
  const kept = keptMonths(scope, measure.figure);
  // Sums of people have no totals.
  return kept && !(measure.isAverage && kept.by === 'person')
    ? measureKept(db, scope, measure, kept)
    : measureFacts(db, scope, measure);
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
