import type { Sql } from '@parley/persistence';
import { type Figure, figures, type FigureName } from '../facts';
import { wholeMonths } from '../question';
import type { Buckets } from './middle';
import type { Column } from './measure.store';
import { binder, factsIn, type Scope, traitConditions } from './scope';

/** Whole months with sums for a scope, and which sums: by class of ticket, by person and team, or by dimension. */
export interface Kept {
  first: Date;
  end: Date;
  by: 'class' | 'person' | 'trait';
}

const toNumbers = (names: readonly FigureName[]): readonly number[] =>
  names.map((name) => figures[name].number);

/** Figures with a person in each fact, and with sums by person. */
const ofPeople = toNumbers(['REPLIES', 'REPLY_TIMES', 'FIRST_RESPONSES']);
/** Ratings are few, and what belongs to no ticket has no class. */
const notOfClasses = toNumbers(['RATINGS', 'WIDGET_OPENED', 'ARTICLE_VIEWS', 'QUESTIONS']);

/**
 * The months with sums for a figure that is filtered by type, channel, priority and outbound, or by people and teams alone.
 * Undefined where facts have to be read: for any other filter, and for a period without a whole month.
 */
export const keptMonths = (scope: Scope, { number }: Pick<Figure, 'number'>): Kept | undefined => {
  const { types, channels, priorities, outbound, tags, teams, users, conditions } = scope.filters;
  const months = wholeMonths(scope);
  if (!months || tags || conditions.length > 0) return undefined;
  const isOfClass = (types ?? channels ?? priorities ?? outbound) !== undefined;
  if (teams || users)
    return !isOfClass && ofPeople.includes(number) ? { ...months, by: 'person' } : undefined;
  return scope.hasTraits && !notOfClasses.includes(number) ? { ...months, by: 'class' } : undefined;
};

/** Figures that are counted by trait, and by the day on which the ticket was created. */
const countedByTrait = toNumbers([
  ...(['NEW_TICKETS', 'CONVERSATIONS', 'WITHOUT_COMMENTS', 'CLOSES', 'REPLIES', 'MESSAGES'] as const),
  ...(['SLA_STARTED', 'SLA_MET', 'SLA_BREACHED', 'SUPPORT_REQUESTED'] as const),
]);

/** Whether a figure is counted by trait, and by the day on which the ticket was created. */
export const isCountedByTrait = ({ number }: Pick<Figure, 'number'>): boolean =>
  countedByTrait.includes(number);

/** The months with sums for a figure that is filtered by tags and other dimensions only. */
export const keptTraits = (scope: Scope, figure: Pick<Figure, 'number'>): Kept | undefined => {
  const { tags, teams, users, conditions } = scope.filters;
  const months = wholeMonths(scope);
  const isKept = scope.hasTraits && tags && !teams && !users && conditions.length === 0;
  return months && isKept && isCountedByTrait(figure) ? { ...months, by: 'trait' } : undefined;
};

/** A time as the date of its UTC day. */
export const toUtcDate = (param: string): string => `(${param}::timestamptz AT TIME ZONE 'UTC')::date`;

/** The FROM of the sums `m`. */
const chooseTable = ({ by }: Kept): string =>
  by === 'trait' ? 'trait_month m JOIN trait r ON r.id = m.trait_id' : `${by}_month m`;

/** The WHERE of the sums `m` of whole months. */
export const sumsIn = (
  { projectId, filters }: Scope,
  { first, end, by }: Kept,
  params: unknown[],
): string => {
  const bind = binder(params);
  const { users, teams } = filters;
  return [
    `m.project_id = ${bind(projectId)}`,
    `m.month >= ${toUtcDate(bind(first))}`,
    `m.month < ${toUtcDate(bind(end))}`,
    ...(by === 'person' && users ? [`m.user_id = ANY (${bind(users)})`] : []),
    ...(by === 'person' && teams ? [`m.team_id = ANY (${bind(teams)})`] : []),
    ...(by === 'person' ? [] : traitConditions(filters, params, by === 'trait' ? 'r' : 'm')),
  ].join(' AND ');
};

/** What of a scope lies before and after whole months. */
export const aroundMonths = (scope: Scope, { first, end }: Pick<Kept, 'first' | 'end'>): Scope[] =>
  [
    { ...scope, to: new Date(first.getTime() - 1) },
    { ...scope, from: end },
  ].filter(({ from, to }) => from <= to);

/** How many facts there are, of sums and of the facts around them. */
export const countKept = async (sql: Sql, scope: Scope, figure: Figure, kept: Kept): Promise<number> => {
  const params: unknown[] = [];
  const parts = [
    `SELECT m.count FROM ${chooseTable(kept)} WHERE ${sumsIn(scope, kept, params)} AND m.figure = ${figure.number}`,
    ...aroundMonths(scope, kept).map((part) => `SELECT 1 ${factsIn(part, figure, params)}`),
  ];
  const [row] = await sql.query<{ count: number }>(
    `SELECT COALESCE(sum(count), 0)::bigint AS count FROM (${parts.join(' UNION ALL ')}) s`,
    params,
  );
  return row?.count ?? 0;
};

/** The statement that adds up tables of `bucket`, `count` and `total`. */
export const bucketsIn = (parts: readonly string[]): string =>
  `SELECT bucket, sum(count)::bigint AS count, sum(total)::bigint AS total FROM (${parts.join(' UNION ALL ')}) s
    GROUP BY bucket HAVING sum(count) > 0 ORDER BY bucket`;

/** How durations are spread, of sums and of the facts around them. Sums of people have no totals. */
export const spreadKept = (
  sql: Sql,
  scope: Scope,
  { figure, column }: { figure: Figure; column: Column },
  kept: Kept,
): Promise<Buckets> => {
  const params: unknown[] = [];
  const total = kept.by === 'class' ? 'm.total' : '0 AS total';
  const parts = [
    `SELECT m.bucket, m.count, ${total} FROM ${kept.by}_spread m WHERE ${sumsIn(scope, kept, params)}
        AND m.figure = ${figure.number} AND m.working = ${String(column === 'work_ms')}`,
    ...aroundMonths(scope, kept).map(
      (part) => `SELECT wide_bucket(f.${column}), 1, f.${column} ${factsIn(part, figure, params)}
        AND f.${column} IS NOT NULL`,
    ),
  ];
  return sql.query(bucketsIn(parts), params);
};

/** Buckets of kept spreads for each doubling of a duration. */
export const WIDE_BUCKETS = 4;

/** The condition that a duration lies in a bucket of kept spreads. */
export const inWideBucket = (value: string, low: number, high: number): string => {
  // A bucket reaches from one power to the next; a millisecond more on both sides is looked at again.
  const least = Math.floor(2 ** ((low - 1) / WIDE_BUCKETS)) - 1;
  const most = Math.ceil(2 ** (high / WIDE_BUCKETS)) + 1;
  return `${value} >= ${least} AND ${value} <= ${most} AND wide_bucket(${value}) BETWEEN ${low} AND ${high}`;
};
