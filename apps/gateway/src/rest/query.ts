import type { JsonSchema } from '@parley/proto';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';
import { isCleanText } from './json';
import { invalidQuery } from './problem';

/** One `key=value` of a query, the operator and a list's brackets taken out of the key. */
export interface QueryPair {
  key: string;
  operator: string;
  value: string;
  /** Its values where they are known one by one: a comma in one of them is part of it. */
  values?: readonly string[];
}

/** Ends the name of a list in a query: `projection[]=id&projection[]=title`; `projection=id,title` means the same. */
export const LIST_SUFFIX = '[]';
const LIST_END = /\[\d*\]$/;

/** Operators as they stand at the end of the key, before an equals sign that is the separator; longer ones first. */
const beforeEquals: readonly (readonly [suffix: string, operator: string])[] = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['!=', 'ne'],
  ['>', 'gte'],
  ['<', 'lte'],
  ['!', 'ne'],
];

/** A condition without a separator of its own: `createdAt>2026-01-01`, or one that was percent-encoded whole. */
const WHOLE = /^([^<>=!]*(?:!(?!=)[^<>=!]*)*)(>=|<=|!=|>|<|=)(.*)/s;
const wholeOperators: Record<string, string> = {
  '>=': 'gte',
  '<=': 'lte',
  '!=': 'ne',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
};

const decode = (raw: string): string => {
  let text: string | undefined;
  try {
    text = decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    text = undefined;
  }
  if (text === undefined || !isCleanText(text))
    throw invalidQuery([{ field: 'query', message: 'contains characters that are not valid UTF-8 text' }]);
  return text;
};

const parsePair = (part: string): QueryPair => {
  const separator = part.indexOf('=');
  if (separator < 0) {
    const key = decode(part);
    const [, field, operator, value] = WHOLE.exec(key) ?? [];
    if (field === undefined || operator === undefined || value === undefined)
      return { key, operator: 'eq', value: '' };
    return { key: field, operator: wholeOperators[operator] ?? 'eq', value };
  }
  const key = decode(part.slice(0, separator));
  const value = decode(part.slice(separator + 1));
  const [suffix, operator] = beforeEquals.find(([end]) => key.endsWith(end)) ?? ['', 'eq'];
  const name = suffix === '' ? key : key.slice(0, -suffix.length);
  return { key: name.replace(LIST_END, ''), operator, value };
};

/** Splits the text after the question mark. 400 `invalid_query` for text that is not valid UTF-8 or contains NUL. */
export const parseQuery = (text: string): QueryPair[] =>
  text
    .split('&')
    .filter((part) => part !== '')
    .map(parsePair);

/** The values of a condition: several by comma, but one only of a range. */
export const splitValues = ({ operator, value, values: known }: QueryPair): readonly string[] => {
  if (known) return known;
  if (operator !== 'eq' && operator !== 'ne') return [value];
  const values = value.split(',').filter((item) => item !== '');
  return values.length > 0 ? values : [''];
};

/**
 * Conditions of a list from the query keys that are no parameters: several values by comma, or the same key again, mean
 * any of them; each range is a condition of its own.
 */
export const toFilters = (pairs: readonly QueryPair[]): FieldFilter[] => {
  const filters: FieldFilter[] = [];
  for (const pair of pairs) {
    const { key: field, operator } = pair;
    const values = splitValues(pair);
    const merges = operator === 'eq' || operator === 'ne';
    const same = merges && filters.find((known) => known.field === field && known.operator === operator);
    if (same) same.values.push(...values);
    else filters.push({ field, operator, values: [...values] });
  }
  return filters;
};

/** Key of a condition that is written as a JSON object: `filter={"type":"BUG","customData":{"plan":"pro"}}`. */
const OBJECT = 'filter';

/** Operators inside such an object: `{"createdAt":{"$gte":"2026-01-01"}}`. */
const objectOperators: Readonly<Record<string, string>> = {
  $eq: 'eq',
  $in: 'eq',
  $ne: 'ne',
  $nin: 'ne',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
};

/** Deepest nesting of such an object. */
const MAX_DEPTH = 10;

const badObject = (message: string): Error => invalidQuery([{ field: OBJECT, message }]);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null)
    throw badObject('must have texts, numbers, truth values, null or lists of these as values');
  const text = String(value);
  if (!isCleanText(text)) throw badObject('contains NUL or half of a surrogate pair');
  return text;
};

const makePair = (key: string, operator: string, value: unknown): QueryPair => {
  const values = Array.isArray(value) ? value.map(toText) : [toText(value)];
  if (values.length === 0) throw badObject(`must have a value for ${key || 'each field'}`);
  return { key, operator, value: values.join(','), values };
};

const conditionsIn = (object: Record<string, unknown>, prefix: string, depth: number): QueryPair[] => {
  if (depth > MAX_DEPTH) throw badObject(`is nested deeper than ${MAX_DEPTH} levels`);
  return Object.entries(object).flatMap(([name, value]) => {
    const operator =
      prefix !== '' && Object.hasOwn(objectOperators, name) ? objectOperators[name] : undefined;
    if (operator !== undefined) return [makePair(prefix.slice(0, -1), operator, value)];
    const key = prefix + toText(name);
    return isPlain(value) ? conditionsIn(value, `${key}.`, depth + 1) : [makePair(key, 'eq', value)];
  });
};

const parseObject = ({ value }: QueryPair): Record<string, unknown> => {
  let object: unknown;
  try {
    object = value.trim() === '' ? {} : JSON.parse(value);
  } catch {
    object = undefined;
  }
  if (!isPlain(object)) throw badObject('must be a JSON object of fields and their values');
  return object;
};

/** Puts the conditions of `filter={…}` in its place. 400 `invalid_query` where it is no such object. */
export const withObjects = (pairs: readonly QueryPair[]): QueryPair[] =>
  pairs.flatMap((pair) =>
    pair.key === OBJECT && pair.operator === 'eq' ? conditionsIn(parseObject(pair), '', 1) : [pair],
  );

/** The value that a text means for a field; a text that does not fit stays a text, and validation reports it. */
export const readers: Record<string, (text: string) => unknown> = {
  // More digits than a number holds mean the greatest one, which lists then clamp.
  integer: (text) =>
    /^-?\d+$/.test(text)
      ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)))
      : text,
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** The value that a text means for a field with a schema. */
export const readText = ({ type }: JsonSchema, text: string): unknown =>
  readers[String(type)]?.(text) ?? text;
