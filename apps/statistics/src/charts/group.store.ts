import type { Sql } from '@parley/persistence';
import type { Figure } from '../facts';
import type { Points, Grouping } from '../question';
import { aggregate, barsIn, type Column, type Measure, type Measured, WITHIN_BAR } from './measure.store';
import { binder, factsIn, isOfTrait, needsTicket, type Scope, traitAlias } from './scope';

/** Most series of a chart, but for the one of all others. */
export const MAX_SERIES = 20;
/** Key of all that are not among these. */
export const OTHER = 'other';

const chooseGroupColumn = (by: Exclude<Grouping, 'tag'>, scope: Scope): string =>
  isOfTrait(by) ? `${traitAlias(scope)}.${by}` : `f.${by}_id`;

/** Facts of a scope with the key of their series; one of a ticket with several tags is there for each of them. */
const keyedFacts = (scope: Scope, figure: Figure, by: Grouping, params: unknown[], more = ''): string => {
  const from = `${factsIn(scope, figure, params, { trait: isOfTrait(by) && !figure.isFree })}${more}`;
  const columnsOfFact = 'f.at, f.ms, f.work_ms, f.value';
  if (figure.isFree) return `SELECT NULL::text AS key, ${columnsOfFact} ${from}`;
  if (by !== 'tag') return `SELECT ${chooseGroupColumn(by, scope)} AS key, ${columnsOfFact} ${from}`;
  const tags = `${traitAlias(scope)}.tags`;
  const tagged = `SELECT CASE WHEN cardinality(${tags}) > 0 THEN ${tags} ELSE ARRAY[NULL::text] END AS tags, ${columnsOfFact} ${from}`;
  return `SELECT tag AS key, f.at, f.ms, f.work_ms, f.value FROM (${tagged}) f CROSS JOIN LATERAL unnest(f.tags) AS tag`;
};

/** The value of a key in an interval. */
interface Cell extends Measured {
  key: string | null;
  bar: number;
  /** Position of the key among those with the most items, from 1. */
  place: number;
}

/**
 * The cells of the keys with the most items, most first, then by key; those of all others too when they are wanted. Facts are
 * read once: point by point where the index has them in that order, else in one piece with their tickets.
 */
const readCells = (
  sql: Sql,
  scope: Scope,
  { figure, column, isAverage }: Omit<Measure, 'column'> & { column?: Column },
  points: Points,
  by: Grouping,
): Promise<Cell[]> => {
  const params: unknown[] = [];
  const counted = column === undefined ? 'count(*)' : `count(f.${column})`;
  const value = column === undefined ? 'NULL::float8' : aggregate({ column, isAverage });
  const measured = `${value} AS value, ${counted} AS count`;
  const cells = needsTicket(scope, { trait: isOfTrait(by) })
    ? `SELECT f.key, width_bucket(f.at, ${binder(params)(points.points.map(({ at }) => at))}::timestamptz[]) AS bar,
              ${measured} FROM (${keyedFacts(scope, figure, by, params)}) f GROUP BY 1, 2`
    : `SELECT m.key, p.bar, m.value, m.count FROM ${barsIn(points, params)} CROSS JOIN LATERAL
         (SELECT f.key, ${measured} FROM (${keyedFacts(scope, figure, by, params, WITHIN_BAR)}) f GROUP BY 1) m`;
  const others = column === undefined ? '' : ` WHERE r.place <= ${MAX_SERIES}`;
  return sql.query<Cell>(
    `WITH cells AS MATERIALIZED (${cells}), ranks AS (
       SELECT key, row_number() OVER (ORDER BY sum(count) DESC, key NULLS LAST) AS place FROM cells
        GROUP BY key HAVING sum(count) > 0)
     SELECT CASE WHEN r.place > ${MAX_SERIES} THEN NULL ELSE c.key END AS key, c.bar,
            least(r.place, ${MAX_SERIES + 1}) AS place, min(c.value) AS value, sum(c.count)::bigint AS count
       FROM cells c JOIN ranks r ON r.key IS NOT DISTINCT FROM c.key${others} GROUP BY 1, 2, 3 ORDER BY 3, 2`,
    params,
  );
};

/** Series by place, with a value for each point. */
const toSeries = <Value>(
  cells: readonly Cell[],
  { points }: Points,
  none: Value,
  readCell: (cell: Cell) => Value,
): { key: string | null; values: Value[] }[] => {
  const series: { key: string | null; values: Value[] }[] = [];
  for (const cell of cells) {
    const key = cell.place > MAX_SERIES ? OTHER : cell.key;
    const one = (series[cell.place - 1] ??= { key, values: points.map(() => none) });
    one.values[cell.bar - 1] = readCell(cell);
  }
  return series;
};

/** Counts of each interval for the 20 keys with the most items, and for all others together. */
export const countGroups = async (
  sql: Sql,
  scope: Scope,
  figure: Figure,
  points: Points,
  by: Grouping,
): Promise<{ key: string | null; values: number[] }[]> => {
  const cells = await readCells(sql, scope, { figure, isAverage: false }, points, by);
  return toSeries(cells, points, 0, ({ count }) => count);
};

const NONE: Measured = { value: null, count: 0 };

/** Medians or averages of each interval for the 20 keys with the most samples. */
export const measureGroups = async (
  sql: Sql,
  scope: Scope,
  measure: Measure,
  points: Points,
  by: Grouping,
): Promise<{ key: string | null; points: Measured[] }[]> => {
  const cells = await readCells(sql, scope, measure, points, by);
  return toSeries(cells, points, NONE, ({ value, count }) => ({ value, count })).map(({ key, values }) => ({
    key,
    points: values,
  }));
};
