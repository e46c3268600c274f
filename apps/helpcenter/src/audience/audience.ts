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

/** What a condition compares with. */
export type ConditionValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** A condition that a session must meet, as it was sent. */
export interface Condition {
  field: string;
  operator: keyof typeof operators;
  value?: ConditionValue;
}

/** Who may see something: `users` have a userId, `guests` have none. */
export type TargetAudience = 'all' | 'users' | 'guests' | 'custom';

/** What says who may see a collection or an article. */
export interface Audience {
  targetAudience: string;
  /** What holds where it lies. */
  baseAudienceFilter: readonly Condition[];
  /** Of its own. */
  extendedAudienceFilter: readonly Condition[];
}

const targets: Readonly<Record<TargetAudience, readonly Condition[]>> = {
  all: [],
  custom: [],
  users: [{ field: 'userId', operator: 'exists', value: true }],
  guests: [{ field: 'userId', operator: 'exists', value: false }],
};

const keyOf = ({ field, operator, value }: Condition): string =>
  JSON.stringify([field, operators[operator], value ?? null]);

/** Everything that must hold for whoever sees it, each condition once: what holds where it lies, then its own. */
export const effectiveFilter = (audience: Audience): Condition[] => {
  const { targetAudience, baseAudienceFilter, extendedAudienceFilter } = audience;
  const own = [...targets[targetAudience as TargetAudience], ...extendedAudienceFilter];
  return [...new Map([...baseAudienceFilter, ...own].map((one) => [keyOf(one), one])).values()];
};
