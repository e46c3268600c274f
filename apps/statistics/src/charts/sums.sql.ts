import type { Figure } from '../facts';
import { hasFilter, hasTicketFilter, wholeMonths, wholeQuarters } from '../question';
import { binder, factsIn, type Scope, traitConditions } from './scope';

/** Whole units of a period of which there are sums, and the table of these. */
export interface Sums {
  table: 'fact_quarter' | 'trait_month' | 'person_month' | 'class_spread' | 'person_spread';
  /** The first instants of the first unit and of the one behind the last. */
  first: Date;
  end: Date;
}

const isOfPeople = ({ teams, users }: Scope['filters']): boolean => (teams ?? users) !== undefined;

/** Finds the sums that serve a scope; none where facts are to be read. */
export type FindSums = (scope: Scope, figure: Figure) => Sums | undefined;

/** Sums by month of each person, for filters of people and teams alone. */
export const findOfPeople =
  (table: 'person_month' | 'person_spread'): FindSums =>
  ({ filters, ...scope }, { byPerson, isTime = false }) => {
    const months = hasTicketFilter(filters) ? undefined : wholeMonths(scope);
    return months && byPerson && isTime === (table === 'person_spread') ? { table, ...months } : undefined;
  };

/** Whether sums of people have all facts of a figure in a scope. */
const haveAll = ({ filters }: Scope, { byPerson }: Figure): boolean =>
  byPerson === 'all' || filters.users !== undefined;

/** The counts by quarter of an hour, of all tickets. */
export const findQuarters: FindSums = (scope) => {
  const quarters = hasFilter(scope.filters) ? undefined : wholeQuarters(scope);
  return quarters && { table: 'fact_quarter', ...quarters };
};

/**
 * The counts by month; without filters those by quarter of an hour in a period without a whole month. None for filters of tickets and
 * people at once, and by times of tickets.
 */
export const findCounts: FindSums = (scope, figure) => {
  const { filters, hasTraits } = scope;
  const months = wholeMonths(scope);
  if (!months || filters.conditions.length > 0) return findQuarters(scope, figure);
  if (isOfPeople(filters))
    return haveAll(scope, figure) ? findOfPeople('person_month')(scope, figure) : undefined;
  return hasTraits && figure.byTrait && !figure.isTime
    ? { table: 'trait_month', ...months }
    : findQuarters(scope, figure);
};

/** The histograms of durations by month. None for tags, for filters of tickets and people at once, and by times of tickets. */
export const findHistograms: FindSums = (scope, figure) => {
  const { filters, hasTraits } = scope;
  const months = wholeMonths(scope);
  if (!months || filters.tags || filters.conditions.length > 0) return undefined;
  if (isOfPeople(filters))
    return haveAll(scope, figure) ? findOfPeople('person_spread')(scope, figure) : undefined;
  return figure.byTrait && figure.isTime && (hasTraits || !hasFilter(filters))
    ? { table: 'class_spread', ...months }
    : undefined;
};

/** Buckets of histograms for each doubling of a duration. */
export const BUCKETS = 4;

/** A time as the date of its UTC day. */
export const toUtcDate = (param: string): string => `(${param}::timestamptz AT TIME ZONE 'UTC')::date`;

/** The FROM and WHERE of the sums `m` of a figure. */
export const sumsIn = (
  { projectId, filters }: Scope,
  { table, first, end }: Sums,
  { number }: Pick<Figure, 'number'>,
  params: unknown[],
): string => {
  const bind = binder(params);
  const { users, teams } = filters;
  const [unit, from, until] =
    table === 'fact_quarter'
      ? ['m.quarter', bind(first), bind(end)]
      : ['m.month', toUtcDate(bind(first)), toUtcDate(bind(end))];
  const isByTrait = table === 'trait_month';
  const where = [
    `m.project_id = ${bind(projectId)}`,
    `m.figure = ${number}`,
    `${unit} >= ${from}`,
    `${unit} < ${until}`,
    ...(users ? [`m.user_id = ANY (${bind(users)})`] : []),
    ...(teams ? [`m.team_id = ANY (${bind(teams)})`] : []),
    ...traitConditions(filters, params, isByTrait ? 'r' : 'm'),
  ];
  return `FROM ${table} m${isByTrait ? ' JOIN trait r ON r.id = m.trait_id' : ''} WHERE ${where.join(' AND ')}`;
};

/** The parts of a scope before and after whole units. */
export const aroundUnits = (scope: Scope, { first, end }: Pick<Sums, 'first' | 'end'>): Scope[] =>
  [
    { ...scope, to: new Date(first.getTime() - 1) },
    { ...scope, from: end },
  ].filter(({ from, to }) => from <= to);

/** No sums, so that facts are read alone. Both ways have the same answers. */
export const findNone: FindSums = () => undefined;

/** Columns of sums `m` and of facts `f`, and their other conditions. */
interface Columns {
  ofSums: string;
  ofFacts: string;
  andSums?: string;
  andFacts?: string;
}

/** Selects the rows of sums, and those of facts around their whole units. */
const selectParts = (
  scope: Scope,
  figure: Figure,
  find: FindSums,
  params: unknown[],
  columns: Columns,
): string[] => {
  const { ofSums, ofFacts, andSums = '', andFacts = '' } = columns;
  const sums = find(scope, figure);
  if (!sums) return [`SELECT ${ofFacts} ${factsIn(scope, figure, params)}${andFacts}`];
  return [
    `SELECT ${ofSums} ${sumsIn(scope, sums, figure, params)}${andSums}`,
    ...aroundUnits(scope, sums).flatMap((part) => selectParts(part, figure, find, params, columns)),
  ];
};

/** The same as a table for a FROM. */
export const rowsIn = (...of: Parameters<typeof selectParts>): string =>
  `(${selectParts(...of).join(' UNION ALL ')})`;
