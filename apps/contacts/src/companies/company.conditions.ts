import { isObject } from '@parley/json';
import { type FilterCondition, invalidQuery } from '@parley/persistence';

const operators: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/** Most conditions of one query. */
export const MAX_CONDITIONS = 50;

const wrong = (message: string): Error => invalidQuery('conditions', message);

const readValue = (field: string, value: unknown): string => {
  if (typeof value === 'object' && value !== null)
    throw wrong(`${field}: give a text, a number, true, false or null, or a list of these.`);
  return String(value);
};

const readValues = (field: string, value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => readValue(field, one)) : [readValue(field, value)];

const readFieldConditions = (field: string, value: unknown): FilterCondition[] => {
  if (!isObject(value)) return [{ field, operator: 'eq', values: readValues(field, value) }];
  return Object.entries(value).map(([operator, operand]) => {
    if (!operators.includes(operator)) throw wrong(`${field}: compare with ${operators.join(', ')}.`);
    return { field, operator, values: readValues(field, operand) };
  });
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong('Give URL-encoded JSON, as in {"plan":"pro"}.');
  }
};

/**
 * Reads the conditions of a query, which must all hold: `{ "plan": "pro", "value": { "gte": 10 },
 * "customData.region": ["eu", "us"] }`. Fields and values are those of list filters.
 *
 * @throws DomainError INVALID_QUERY for text that is no such JSON, and for more than 50 conditions.
 */
export const readConditions = (text: string | undefined): FilterCondition[] => {
  if (text === undefined || text === '') return [];
  const fields = parse(text);
  if (!isObject(fields)) throw wrong('Give a JSON object, as in {"plan":"pro"}.');
  const conditions = Object.entries(fields).flatMap(([field, value]) => readFieldConditions(field, value));
  if (conditions.length > MAX_CONDITIONS) throw wrong(`Give at most ${MAX_CONDITIONS} conditions.`);
  return conditions;
};
