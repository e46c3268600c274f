import { type FilterCondition, invalidQuery } from '@parley/persistence';
import type { Exclusions } from '../tickets';

/** A lane's filters as lists take them. */
export interface LaneQuery {
  flags: Exclusions;
  filter: FilterCondition[];
}

/** Operators as they end a key; longer ones first. */
const suffixes: readonly (readonly [suffix: string, operator: string])[] = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
];

const flagNames: readonly (keyof Exclusions)[] = ['archived', 'ignoreArchived', 'hidden', 'isSpam'];
const isFlag = (key: string): key is keyof Exclusions => (flagNames as readonly string[]).includes(key);

const readFlag = (key: string, value: unknown): boolean => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidQuery(key, 'Give true or false.');
};

const toText = (key: string, value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  throw invalidQuery(key, 'Give a text, a number, true, false, null or a list of these.');
};

/** Values of a condition. A text with commas means any of its parts, as in the query of a list. */
const readValues = (key: string, operator: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.map((element) => toText(key, element));
  const text = toText(key, value);
  if (typeof value !== 'string' || (operator !== 'eq' && operator !== 'ne')) return [text];
  const parts = text.split(',').filter((part) => part !== '');
  return parts.length > 0 ? parts : [''];
};

/**
 * Reads the filters of a lane from a JSON object in the grammar of lists: `{"status": "OPEN", "createdAt>=":
 * "2026-01-01", "archived": true}`. Names of fields are checked where the conditions are compiled.
 *
 * @throws DomainError INVALID_QUERY naming the key with a value that no list could have.
 */
export const readLaneQuery = (query: Readonly<Record<string, unknown>>): LaneQuery => {
  const lane: LaneQuery = { flags: {}, filter: [] };
  for (const [key, value] of Object.entries(query)) {
    if (isFlag(key)) {
      lane.flags[key] = readFlag(key, value);
      continue;
    }
    const [suffix, operator] = suffixes.find(([end]) => key.endsWith(end)) ?? ['', 'eq'];
    const field = suffix === '' ? key : key.slice(0, -suffix.length);
    lane.filter.push({ field, operator, values: readValues(key, operator, value) });
  }
  return lane;
};
