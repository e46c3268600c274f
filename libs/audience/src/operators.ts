/** Operators of a condition, each with the signs that mean the same. */
export const operators = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  contains: 'contains',
  exists: 'exists',
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
} as const;

/** An operator as it may be written. */
export type OperatorName = keyof typeof operators;

/** The operator without its spelling. */
export type Operator = (typeof operators)[OperatorName];

/** One value to compare with. */
export type Scalar = string | number | boolean;

/** The value that a condition compares with. */
export type ConditionValue = Scalar | null | readonly Scalar[];

/** A condition that a session must meet, as it was sent. */
export interface Condition {
  /** Field of the session; dots look inside `customData` and `location`. */
  field: string;
  operator: OperatorName;
  value?: ConditionValue;
}

/** Whether a text names an operator. */
export const isOperator = (name: unknown): name is OperatorName =>
  typeof name === 'string' && Object.hasOwn(operators, name);

/** Who something is for: `users` have a userId, `guests` have none, `all` and `custom` say nothing. */
export type TargetAudience = 'all' | 'users' | 'guests' | 'custom';

const targets: Readonly<Record<TargetAudience, readonly Condition[]>> = {
  all: [],
  custom: [],
  users: [{ field: 'userId', operator: 'exists', value: true }],
  guests: [{ field: 'userId', operator: 'exists', value: false }],
};

/** A target audience as conditions. */
export const targetConditions = (target: TargetAudience): readonly Condition[] => targets[target];

/** The same text for conditions that mean the same, however their operators are written. */
export const conditionKey = ({ field, operator, value }: Condition): string =>
  JSON.stringify([field, operators[operator], value ?? null]);
