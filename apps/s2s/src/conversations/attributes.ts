import { type FieldProblem, invalid } from '@parley/errors';

const MAX_KEY = 64;
const MAX_TEXT = 2_000;
const MAX_LIST = 100;
/** Most visible attributes of a conversation. */
export const MAX_ATTRIBUTES = 100;

/** Values that an attribute may have; null removes it. */
export type AttributeValue = string | number | boolean | string[] | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && [...value].length <= MAX_TEXT;

const problemOf = (value: unknown): string | undefined => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return isShort(value) ? undefined : `must have at most ${MAX_TEXT} characters`;
  if (!Array.isArray(value)) return 'must be text, a number, true or false, a list of texts, or null';
  if (value.length > MAX_LIST) return `must have at most ${MAX_LIST} elements`;
  return value.every(isShort) ? undefined : `must be a list of texts of at most ${MAX_TEXT} characters`;
};

/**
 * Reads attributes of a conversation as the contact's side writes them. 400 naming `attributes.<key>`: keys have 1 to 64
 * characters, values are texts of at most 2,000, numbers, true or false, or lists of at most 100 texts.
 */
export const readAttributes = (value: unknown): Record<string, AttributeValue> | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalid({ field: 'attributes', message: 'must be an object' });
  const problems: FieldProblem[] = [];
  const entries = Object.entries(value);
  if (entries.length > MAX_ATTRIBUTES)
    problems.push({ field: 'attributes', message: `must have at most ${MAX_ATTRIBUTES} keys` });
  for (const [key, one] of entries) {
    const characters = [...key].length;
    const message =
      characters < 1 || characters > MAX_KEY || key.includes('\0')
        ? `a key must have 1 to ${MAX_KEY} characters`
        : problemOf(one);
    if (message !== undefined) problems.push({ field: `attributes.${key.slice(0, MAX_KEY)}`, message });
  }
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_ATTRIBUTES));
  return value as Record<string, AttributeValue>;
};
