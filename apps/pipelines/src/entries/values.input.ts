import type { FieldProblem } from '@parley/errors';
import { readDate } from '@parley/persistence';
import type { Board, FieldRow } from '../boards';
import type { FieldValue } from './entry';

/** Longest text of a value, in characters. */
const MAX_TEXT = 4_000;

/** New values by the id of the field; null clears one. */
export type ValuesChange = ReadonlyMap<string, FieldValue | null>;

/** An ISO date or time, a bare date midnight UTC; undefined for any other text. */
export const readTime = (text: string): Date | undefined => {
  try {
    return new Date(readDate('time', text));
  } catch {
    return undefined;
  }
};

const kinds: Readonly<Record<string, { says: string; takes(value: unknown): boolean }>> = {
  text: {
    says: `must be a text of at most ${MAX_TEXT} characters`,
    takes: (value) => typeof value === 'string' && [...value].length <= MAX_TEXT,
  },
  number: { says: 'must be a number', takes: (value) => Number.isFinite(value) },
  currency: { says: 'must be a number', takes: (value) => Number.isFinite(value) },
  boolean: { says: 'must be true or false', takes: (value) => typeof value === 'boolean' },
  date: {
    says: 'must be an ISO date or time',
    takes: (value) => typeof value === 'string' && readTime(value) !== undefined,
  },
};

const findProblem = ({ type, options }: FieldRow, value: unknown): string | undefined => {
  if (type === 'select')
    return options?.some((option) => option.value === value) ? undefined : 'must be the value of an option';
  const kind = kinds[type];
  return kind?.takes(value) ? undefined : (kind?.says ?? 'has no such type');
};

/**
 * Reads values of fields of source ENTRY. Problems go to `problems`, below the name of the member that they were sent in.
 */
export const readValues = (
  { fields }: Pick<Board, 'fields'>,
  sent: Readonly<Record<string, unknown>>,
  member: string,
  problems: FieldProblem[],
): ValuesChange => {
  const change = new Map<string, FieldValue | null>();
  for (const [key, value] of Object.entries(sent)) {
    const field = fields.find(({ fieldId, source }) => fieldId === key && source === 'ENTRY');
    const refuse = (message: string): void => void problems.push({ field: `${member}.${key}`, message });
    if (!field) refuse('is no field whose values are kept on entries');
    else if (field.readOnly) refuse('is read-only');
    else if (value === null) change.set(field.id, null);
    else {
      const problem = findProblem(field, value);
      if (problem === undefined) change.set(field.id, value as FieldValue);
      else refuse(problem);
    }
  }
  return change;
};

/** Reads a due date: null and `""` clear; undefined when it was not sent. Problems go to `problems`. */
export const readDueDate = (
  sent: unknown,
  member: string,
  problems: FieldProblem[],
): Date | null | undefined => {
  if (sent === undefined) return undefined;
  if (sent === null || sent === '') return null;
  const time = typeof sent === 'string' ? readTime(sent) : undefined;
  if (!time) problems.push({ field: member, message: 'must be an ISO date or time, or null' });
  return time ?? null;
};
