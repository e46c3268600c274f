import { DomainError } from '@parley/errors';
import { columnEquals, columnInRange, type Bind, type Range } from './column-condition';
import { findField, type FieldMap, type FieldPlace } from './field-map';
import { invalidQuery } from './invalid-query';
import { jsonEquals, jsonInRange } from './json-condition';

/** One condition of a list's query; the shape of `parley.common.v1.FieldFilter`. */
export interface FilterCondition {
  field: string;
  /** eq, ne, gt, gte, lt or lte. */
  operator: string;
  /** Any of these; exactly one for a range. */
  values: readonly string[];
}

/** Most values of one condition. */
const MAX_VALUES = 500;

const FORBIDDEN = /^(?:project|organisation)(?![\w-])/;

const ranges: Readonly<Record<string, Range>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

const equals = (place: FieldPlace, field: string, values: readonly string[], bind: Bind): string =>
  'json' in place
    ? jsonEquals({ field, json: place.json, path: place.path ?? [], bind }, values)
    : columnEquals(
        { field, column: place.column, values, bind },
        place.type,
        place.type === 'rank' ? place.ranks : [],
      );

const inRange = (
  place: FieldPlace,
  field: string,
  range: Range,
  values: readonly string[],
  bind: Bind,
): string => {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw invalidQuery(field, 'A range takes exactly one value.');
  if ('json' in place)
    return jsonInRange({ field, json: place.json, path: place.path ?? [], bind }, range, value);
  const comparison = { field, column: place.column, values, bind };
  return columnInRange(comparison, place.type, place.type === 'rank' ? place.ranks : [], range, value);
};

const compileOne = ({ field, operator, values }: FilterCondition, fields: FieldMap, bind: Bind): string => {
  if (FORBIDDEN.test(field)) {
    const message = 'A list shows one project, named by the project header: leave this filter out.';
    throw new DomainError('invalid', 'FORBIDDEN_FILTER', `${field}: ${message}`, {
      fields: [{ field, message }],
    });
  }
  const place = findField(fields, field);
  if (!place) throw invalidQuery(field, 'There is no such field to filter by.');
  if (values.length === 0) throw invalidQuery(field, 'Give a value.');
  if (values.length > MAX_VALUES) throw invalidQuery(field, `Give at most ${MAX_VALUES} values.`);
  const range = Object.hasOwn(ranges, operator) ? ranges[operator] : undefined;
  if (range) return inRange(place, field, range, values, bind);
  if (operator === 'eq') return equals(place, field, values, bind);
  if (operator === 'ne') return `(${equals(place, field, values, bind)}) IS NOT TRUE`;
  throw invalidQuery(field, 'Compare with =, !=, >, >=, < or <=.');
};

/**
 * Turns the conditions of a list's query into SQL for a WHERE clause, all of them to hold; `TRUE` when there are none.
 * Values are appended to `params` and referred to by position. Rules (docs/rules/platform.md):
 *
 * - several values mean any of them; `ne` means none of them, so rows without the field match it;
 * - an array matches by any element; dates compare to the millisecond;
 * - inside JSON a value matches as text and as the number, truth value or null that it spells;
 * - `null` matches rows without the field.
 *
 * @throws DomainError INVALID_QUERY naming an unknown field, an operator the field's type lacks or a value that is not
 * of its type; FORBIDDEN_FILTER for `project` and `organisation`.
 */
export const compileFilter = (
  filters: readonly FilterCondition[],
  fields: FieldMap,
  params: unknown[],
): string => {
  const bind: Bind = (value) => `$${params.push(value)}`;
  return filters.map((filter) => compileOne(filter, fields, bind)).join(' AND ') || 'TRUE';
};
