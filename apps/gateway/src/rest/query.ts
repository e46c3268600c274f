import { type JsonSchema } from '@parley/proto';
import { type FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';
import { isCleanText } from './json';
import { invalidQuery } from './problem';

/** One `key=value` of a query, the operator taken out of the key. */
export interface QueryPair {
  key: string;
  operator: string;
  value: string;
}

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
const WHOLE = /^(.*?)(>=|<=|!=|>|<|=)(.*)$/s;
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

const pairOf = (part: string): QueryPair => {
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
  return { key: suffix === '' ? key : key.slice(0, -suffix.length), operator, value };
};

/** Splits the text after the question mark. 400 `invalid_query` for text that is not valid UTF-8 or contains NUL. */
export const parseQuery = (text: string): QueryPair[] =>
  text
    .split('&')
    .filter((part) => part !== '')
    .map(pairOf);

const valuesOf = ({ operator, value }: QueryPair): string[] => {
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
    const values = valuesOf(pair);
    const merges = operator === 'eq' || operator === 'ne';
    const same = merges && filters.find((known) => known.field === field && known.operator === operator);
    if (same) same.values.push(...values);
    else filters.push({ field, operator, values });
  }
  return filters;
};

/** What a text means for a field; one that does not fit stays a text, and validation says so. */
export const readers: Record<string, (text: string) => unknown> = {
  // More digits than a number holds mean the greatest one, which lists then clamp.
  integer: (text) =>
    /^-?\d+$/.test(text)
      ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)))
      : text,
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** What a text means for a field with a schema. */
export const readText = ({ type }: JsonSchema, text: string): unknown =>
  readers[String(type)]?.(text) ?? text;
