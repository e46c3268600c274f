import { comparableEmail } from '@parley/addresses';
import type { ColumnType } from './field-map';
import { invalidQuery } from './invalid-query';
import { UNSET, readBoolean, readDate, readInteger, readNumber, readText } from './values';

/** Binds a value as a parameter and answers its placeholder. */
export type Bind = (value: unknown) => string;

/** A field to compare and the values to compare it with. */
export interface Comparison {
  field: string;
  column: string;
  values: readonly string[];
  bind: Bind;
}

export type Range = '<' | '<=' | '>' | '>=';

interface Scalar {
  read(field: string, value: string): unknown;
  cast: string;
  ranges: boolean;
}

// Without a cast a parameter takes the type of its column, so that text, citext and char(24) each use their index.
const scalars: Record<Exclude<ColumnType, 'boolean' | 'textArray' | 'idArray'>, Scalar> = {
  text: { read: readText, cast: '', ranges: true },
  email: { read: (field, value) => comparableEmail(readText(field, value)), cast: '', ranges: true },
  id: { read: readText, cast: '', ranges: true },
  integer: { read: readInteger, cast: '::bigint', ranges: true },
  number: { read: readNumber, cast: '::double precision', ranges: true },
  date: { read: readDate, cast: '::timestamptz', ranges: true },
};

const createRanker =
  (ranks: readonly string[]) =>
  (field: string, value: string): number => {
    const rank = ranks.indexOf(value);
    if (rank < 0) throw invalidQuery(field, `Give one of ${ranks.join(', ')}.`);
    return rank;
  };

const any = (conditions: readonly string[]): string =>
  conditions.length === 1 ? (conditions[0] ?? 'FALSE') : `(${conditions.join(' OR ')})`;

const equalsScalar = (
  { field, column, values, bind }: Comparison,
  { read, cast }: Scalar,
  isText: boolean,
): string => {
  const conditions = values.includes(UNSET) ? [`${column} IS NULL`] : [];
  const given = values.filter((value) => isText || value !== UNSET).map((value) => read(field, value));
  if (given.length === 1) conditions.push(`${column} = ${bind(given[0])}${cast}`);
  if (given.length > 1) conditions.push(`${column} = ANY(${bind(given)}${cast && `${cast}[]`})`);
  return any(conditions);
};

// Written out rather than bound, so that partial indexes on the column still serve.
const equalsBoolean = ({ field, column, values }: Comparison): string =>
  any(
    values.map((value) =>
      value === UNSET ? `${column} IS NULL` : `${column} = ${readBoolean(field, value) ? 'TRUE' : 'FALSE'}`,
    ),
  );

const equalsElement = ({ field, column, values, bind }: Comparison): string => {
  const overlap = `${column} && ${bind(values.map((value) => readText(field, value)))}`;
  return values.includes(UNSET) ? `(${column} IS NULL OR cardinality(${column}) = 0 OR ${overlap})` : overlap;
};

/** A column equals any of the values; the result may be NULL where the column is. */
export const columnEquals = (
  comparison: Comparison,
  type: ColumnType | 'rank',
  ranks: readonly string[],
): string => {
  if (type === 'boolean') return equalsBoolean(comparison);
  if (type === 'textArray' || type === 'idArray') return equalsElement(comparison);
  if (type === 'rank')
    return equalsScalar(comparison, { read: createRanker(ranks), cast: '::smallint', ranges: true }, false);
  return equalsScalar(comparison, scalars[type], type === 'text' || type === 'email');
};

/** A column lies on one side of a value. */
export const columnInRange = (
  { field, column, bind }: Comparison,
  type: ColumnType | 'rank',
  ranks: readonly string[],
  range: Range,
  value: string,
): string => {
  if (type === 'boolean' || type === 'textArray' || type === 'idArray')
    throw invalidQuery(field, 'This field has no order: compare it with = or !=.');
  const { read, cast } = type === 'rank' ? { read: createRanker(ranks), cast: '::smallint' } : scalars[type];
  return `${column} ${range} ${bind(read(field, value))}${cast}`;
};
