import { invalidQuery } from '@parley/persistence';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';

/** How a condition of raw data compares. */
export type RawOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin';

/** A condition on a field of a row, or on one inside its `data`. */
export interface RawCondition {
  /** `actionType`, `data.replyTimeInSec` … */
  path: string;
  operator: RawOperator;
  /** One, or several for `in` and `nin`. */
  values: string[];
}

const FIELDS = [
  'actionType',
  'resourceType',
  'actionUser',
  'associatedEntity',
  'description',
  'first',
  'rowId',
  'createdAt',
];
const KEY = /^(.+?)(?:_(gte|lte|gt|lt|ne|in|nin))?$/s;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

const isKnown = (path: string): boolean => FIELDS.includes(path) || /^data\.[^.]+(\.[^.]+)*$/.test(path);

/** Reads the conditions of raw data. 400 `invalid_query` naming a field, ending or value that is none. */
export const readConditions = (filters: readonly FieldFilter[]): RawCondition[] =>
  filters.map(({ field, operator: sent, values }) => {
    const [, path = '', ending = 'eq'] = KEY.exec(field) ?? [];
    if (!isKnown(path))
      throw invalidQuery(
        field,
        `There is no such field; those are ${FIELDS.join(', ')} and data.<path>, alone or with _gte, _lte, _gt, _lt, _ne, _in or _nin.`,
      );
    if (sent !== 'eq')
      throw invalidQuery(field, 'Compare by an ending of the name: _gte, _lte, _gt, _lt, _ne, _in or _nin.');
    const operator = ending as RawOperator;
    const isSet = operator === 'in' || operator === 'nin';
    const read = isSet ? values : [values.join(',')];
    if (read.every((value) => value === '')) throw invalidQuery(field, 'Give a value.');
    if (path === 'first' && !read.every((value) => value === 'true' || value === 'false'))
      throw invalidQuery(field, 'Give true or false.');
    if (path === 'createdAt' && !read.every((value) => ISO.test(value) && !Number.isNaN(Date.parse(value))))
      throw invalidQuery(field, 'Give a date or time as in 2026-01-31 or 2026-01-31T12:00:00.000Z.');
    return { path, operator, values: read };
  });

/** Numbers as numbers, times as times, everything else by code point; undefined for what cannot be compared. */
const compare = (value: unknown, wanted: string): number | undefined => {
  if (typeof value === 'number') {
    const number = wanted.trim() === '' ? Number.NaN : Number(wanted);
    return Number.isNaN(number) ? undefined : value - number;
  }
  const text = String(value as string | boolean);
  if (ISO.test(text) && ISO.test(wanted)) return Date.parse(text) - Date.parse(wanted);
  if (text === wanted) return 0;
  const [a, b] = [Buffer.from(text), Buffer.from(wanted)];
  return Buffer.compare(a, b);
};

const equals = (value: unknown, wanted: string): boolean => compare(value, wanted) === 0;

const tests: Readonly<Record<RawOperator, (value: unknown, values: readonly string[]) => boolean>> = {
  eq: (value, [wanted = '']) => equals(value, wanted),
  ne: (value, [wanted = '']) => !equals(value, wanted),
  gt: (value, [wanted = '']) => (compare(value, wanted) ?? 0) > 0,
  gte: (value, [wanted = '']) => (compare(value, wanted) ?? -1) >= 0,
  lt: (value, [wanted = '']) => (compare(value, wanted) ?? 0) < 0,
  lte: (value, [wanted = '']) => (compare(value, wanted) ?? 1) <= 0,
  in: (value, values) => values.some((wanted) => equals(value, wanted)),
  nin: (value, values) => !values.some((wanted) => equals(value, wanted)),
};

const isNegative = (operator: RawOperator): boolean => operator === 'ne' || operator === 'nin';

const valueAt = (row: Record<string, unknown>, path: string): unknown => {
  // Of an actor the identifier is meant.
  if (path === 'actionUser') return (row['actionUser'] as { id?: string } | undefined)?.id;
  return path
    .split('.')
    .reduce<unknown>(
      (inside, key) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
          ? (inside as Record<string, unknown>)[key]
          : undefined,
      row,
    );
};

/** Whether a row satisfies all conditions. A missing value satisfies only `ne` and `nin`, a list by any element. */
export const satisfies = (row: Record<string, unknown>, conditions: readonly RawCondition[]): boolean =>
  conditions.every(({ path, operator, values }) => {
    const value = valueAt(row, path);
    if (value === undefined || value === null) return isNegative(operator);
    const test = tests[operator];
    if (!Array.isArray(value)) return test(value, values);
    return isNegative(operator)
      ? value.every((element) => test(element, values))
      : value.some((element) => test(element, values));
  });
