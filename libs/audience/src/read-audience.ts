import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import type { AudienceCondition, EventCondition, FieldCondition } from './audience';
import { parseTime } from './compare';
import { type FieldKind, fieldKind } from './contact-fields';
import { isOperator, type Operator, operators, type OperatorName } from './operators';
import { MAX_CONDITIONS, MAX_VALUE, MAX_VALUES } from './read';

/** Longest name of an event, in characters. */
export const MAX_EVENT = 256;
/** Most days that an event condition looks back. */
export const MAX_WITHIN_DAYS = 365;
/** Most days that `daysAgo` names: a hundred years. */
export const MAX_DAYS_AGO = 36_525;

const ranges: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** The operators that a field of a kind takes. */
const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['eq', 'ne', ...ranges, 'contains', 'exists'],
  number: ['eq', 'ne', ...ranges, 'exists'],
  time: ['eq', 'ne', ...ranges, 'exists'],
  boolean: ['eq', 'ne', 'exists'],
  list: ['eq', 'ne', 'contains', 'exists'],
  free: ['eq', 'ne', ...ranges, 'contains', 'exists'],
};

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_VALUE && !value.includes('\0');

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const isDaysAgo = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === 1 &&
  isNumber(value['daysAgo']) &&
  Number(value['daysAgo']) >= 0 &&
  Number(value['daysAgo']) <= MAX_DAYS_AGO;

const isTime = (value: unknown): boolean =>
  isDaysAgo(value) || (isText(value) && parseTime(value) !== undefined);

const TEXT = `a text of at most ${MAX_VALUE} characters`;
const TIME = `an ISO 8601 time or { "daysAgo": n } with n from 0 to ${MAX_DAYS_AGO}`;

interface Wanted {
  fits(value: unknown): boolean;
  message: string;
}

/** One value that a field of a kind is compared with. */
const wanted: Readonly<Record<FieldKind, Wanted>> = {
  text: { fits: isText, message: TEXT },
  number: { fits: isNumber, message: 'a number' },
  time: { fits: isTime, message: TIME },
  boolean: { fits: (value) => typeof value === 'boolean', message: 'true or false' },
  list: { fits: isText, message: TEXT },
  free: {
    fits: (value) => isText(value) || isNumber(value) || typeof value === 'boolean',
    message: `${TEXT}, a number or a truth value`,
  },
};

/** The values that free JSON can be compared with in a range. */
const freeRange: Wanted = {
  fits: (value) => isText(value) || isNumber(value) || isDaysAgo(value),
  message: `a number, ${TEXT} or ${TIME}`,
};

/** The error of a condition's value for a field; undefined when it is valid. */
const valueProblem = (kind: FieldKind, operator: Operator, value: unknown): string | undefined => {
  if (operator === 'exists')
    return value === undefined || typeof value === 'boolean' ? undefined : 'must be true or false';
  const one = kind === 'free' && ranges.includes(operator) ? freeRange : wanted[kind];
  if (operator !== 'eq' && operator !== 'ne') return one.fits(value) ? undefined : `must be ${one.message}`;
  if (!Array.isArray(value))
    return value === null || one.fits(value) ? undefined : `must be ${one.message}, null or a list of these`;
  if (value.length === 0 || value.length > MAX_VALUES) return `must have 1 to ${MAX_VALUES} values`;
  return value.every(one.fits) ? undefined : `must be a list of values that each are ${one.message}`;
};

const known = (names: readonly string[]): string => `must be one of ${names.join(', ')}`;

const readOperator = (
  sent: unknown,
  allowed: readonly Operator[],
  path: string,
  problems: FieldProblem[],
): OperatorName | undefined => {
  if (isOperator(sent) && allowed.includes(operators[sent])) return sent;
  const names = Object.entries(operators).filter(([, meaning]) => allowed.includes(meaning));
  problems.push({ field: `${path}.operator`, message: known(names.map(([name]) => name)) });
  return undefined;
};

const readFieldCondition = (
  { field, operator: sent, value }: Record<string, unknown>,
  path: string,
  problems: FieldProblem[],
): FieldCondition[] => {
  const kind = typeof field === 'string' ? fieldKind(field) : undefined;
  if (kind === undefined)
    problems.push({
      field: `${path}.field`,
      message: 'must be a field of a contact, or name one inside customData or location with a dot',
    });
  const operator = readOperator(sent, operatorsByKind[kind ?? 'free'], path, problems);
  if (kind === undefined || operator === undefined) return [];
  const problem = valueProblem(kind, operators[operator], value);
  if (problem !== undefined) problems.push({ field: `${path}.value`, message: problem });
  const stored = value as FieldCondition['value'];
  return [{ field: field as string, operator, ...(stored !== undefined && { value: stored }) }];
};

const counting: readonly Operator[] = ['eq', 'ne', ...ranges, 'exists'];

const countProblem = (operator: Operator, value: unknown): string | undefined => {
  if (operator === 'exists')
    return value === undefined || typeof value === 'boolean' ? undefined : 'must be true or false';
  return Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number from 0';
};

const readEventCondition = (
  { event, operator: sent, value, withinDays }: Record<string, unknown>,
  path: string,
  problems: FieldProblem[],
): EventCondition[] => {
  if (typeof event !== 'string' || event === '' || event.length > MAX_EVENT || event.includes('\0'))
    problems.push({
      field: `${path}.event`,
      message: `must be the name of an event, 1 to ${MAX_EVENT} characters`,
    });
  const operator = readOperator(sent, counting, path, problems);
  const days = withinDays ?? undefined;
  if (days !== undefined && !(Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MAX_WITHIN_DAYS))
    problems.push({
      field: `${path}.withinDays`,
      message: `must be a whole number from 1 to ${MAX_WITHIN_DAYS}`,
    });
  if (operator === undefined) return [];
  const problem = countProblem(operators[operator], value);
  if (problem !== undefined) problems.push({ field: `${path}.value`, message: problem });
  return [
    {
      event: event as string,
      operator,
      ...(value !== undefined && { value: value as number | boolean }),
      ...(days !== undefined && { withinDays: days as number }),
    },
  ];
};

const readCondition = (sent: unknown, path: string, problems: FieldProblem[]): AudienceCondition[] => {
  if (!isObject(sent)) {
    problems.push({ field: path, message: 'must be an object with a field or an event' });
    return [];
  }
  const [hasField, hasEvent] = [sent['field'], sent['event']].map((one) => one !== undefined && one !== null);
  if (hasField === hasEvent) {
    problems.push({ field: path, message: 'must have either a field or an event' });
    return [];
  }
  return hasField ? readFieldCondition(sent, path, problems) : readEventCondition(sent, path, problems);
};

/**
 * Reads the conditions of an audience: at most 50 on fields of a contact or on how often it did something; other keys of a
 * condition are left out. What cannot be applied is refused, so that nothing reaches more people than was meant.
 *
 * @returns the conditions to store; of use only when no problem was added.
 */
export const readConditions = (
  field: string,
  sent: readonly unknown[],
  problems: FieldProblem[],
): AudienceCondition[] => {
  if (sent.length > MAX_CONDITIONS) {
    problems.push({ field, message: `takes at most ${MAX_CONDITIONS} conditions` });
    return [];
  }
  return sent.flatMap((condition, index) => readCondition(condition, `${field}.${index}`, problems));
};
