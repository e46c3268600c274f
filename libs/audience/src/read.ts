import type { FieldProblem } from '@parley/errors';
import { isObject } from '@parley/json';
import { type Condition, type ConditionValue, isOperator, type Operator, operators } from './operators';

/** Most conditions of one filter. */
export const MAX_CONDITIONS = 50;
/** Most values of one condition. */
export const MAX_VALUES = 100;
/** Longest text of a value, in characters. */
export const MAX_VALUE = 1_024;

/** Which conditions a service takes. */
export interface AudienceRules {
  /** Whether conditions may use a field. */
  takesField(field: string): boolean;
  /** The error for any other field: `must …`. */
  fieldMessage: string;
}

const NONE = `must be a text of at most ${MAX_VALUE} characters, a number or a truth value`;

const isScalar = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value.length <= MAX_VALUE) ||
  typeof value === 'number' ||
  typeof value === 'boolean';

/** The error of a condition's value; undefined when it is valid. */
const findProblem = (operator: Operator, value: unknown): string | undefined => {
  switch (operator) {
    case 'exists':
      return value === undefined || typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isScalar(value) && typeof value !== 'boolean'
        ? undefined
        : `must be a number, a time or another text of at most ${MAX_VALUE} characters`;
    case 'contains':
      return isScalar(value) ? undefined : NONE;
    case 'eq':
    case 'ne':
      if (!Array.isArray(value))
        return value === null || isScalar(value) ? undefined : `${NONE}, null or a list of these`;
      if (value.length === 0 || value.length > MAX_VALUES) return `must have 1 to ${MAX_VALUES} values`;
      return value.every(isScalar) ? undefined : `must be a list of values that each ${NONE.slice(5)}`;
  }
};

const readCondition = (
  rules: AudienceRules,
  sent: unknown,
  path: string,
  problems: FieldProblem[],
): Condition[] => {
  if (!isObject(sent)) {
    problems.push({ field: path, message: 'must be an object { field, operator, value }' });
    return [];
  }
  const { field, operator, value } = sent;
  if (typeof field !== 'string' || !rules.takesField(field))
    problems.push({ field: `${path}.field`, message: rules.fieldMessage });
  if (!isOperator(operator)) {
    const known = Object.keys(operators).join(', ');
    problems.push({ field: `${path}.operator`, message: `must be one of ${known}` });
    return [];
  }
  const problem = findProblem(operators[operator], value);
  if (problem !== undefined) problems.push({ field: `${path}.value`, message: problem });
  return [{ field: String(field), operator, ...(value !== undefined && { value: value as ConditionValue }) }];
};

/**
 * Reads a filter: at most 50 conditions that must all hold; other keys of a condition are left out. One that could not be
 * applied is refused, so that nothing is shown to more people than was meant.
 */
export const readFilter = (
  rules: AudienceRules,
  field: string,
  sent: readonly unknown[],
  problems: FieldProblem[],
): Condition[] => {
  if (sent.length > MAX_CONDITIONS) {
    problems.push({ field, message: `takes at most ${MAX_CONDITIONS} conditions` });
    return [];
  }
  return sent.flatMap((condition, index) => readCondition(rules, condition, `${field}.${index}`, problems));
};
