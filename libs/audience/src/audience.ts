import { matches, type SessionDocument } from './evaluate';
import {
  type ConditionValue,
  type OperatorName,
  operators,
  type TargetAudience,
  targetConditions,
} from './operators';

/** A time that moves with the look: `n` times 24 hours before it. */
export interface DaysAgo {
  daysAgo: number;
}

/** A condition on a field of a contact. */
export interface FieldCondition {
  field: string;
  operator: OperatorName;
  value?: ConditionValue | DaysAgo | readonly (string | DaysAgo)[];
}

/** A condition on how often a contact did something. */
export interface EventCondition {
  /** Exact name of the contact's events. */
  event: string;
  operator: OperatorName;
  /** A whole number; of `exists` whether there is one. */
  value?: number | boolean;
  /** Counts those of the last so many times 24 hours only. */
  withinDays?: number;
}

/** A condition as it was sent and is stored. */
export type AudienceCondition = FieldCondition | EventCondition;

/** Who something is for: the target and every condition must hold. */
export interface Audience {
  targetAudience: TargetAudience;
  conditions: readonly AudienceCondition[];
}

/** Events to count: those of a name, of all times or of the last days. */
export type EventQuery = Pick<EventCondition, 'event' | 'withinDays'>;

/** A contact at one point in time. */
export interface Look {
  /** The time that `daysAgo` counts from. */
  at: Date;
  /** How many events of a query the contact has. */
  countEvents(query: EventQuery): number;
}

/** Milliseconds of a day as conditions count it. */
export const DAY_MS = 86_400_000;

export const isEventCondition = (condition: AudienceCondition): condition is EventCondition =>
  'event' in condition;

const isDaysAgo = (value: unknown): value is DaysAgo =>
  typeof value === 'object' && value !== null && 'daysAgo' in value;

/** Times before a look, as ISO texts: conditions of one look mostly ask for the same. */
const moments = new WeakMap<Date, Map<number, string>>();

const daysBefore = (at: Date, days: number): string => {
  const known = moments.get(at) ?? new Map<number, string>();
  moments.set(at, known);
  const moment = known.get(days) ?? new Date(at.getTime() - days * DAY_MS).toISOString();
  known.set(days, moment);
  return moment;
};

const resolveTime = (value: unknown, at: Date): unknown =>
  isDaysAgo(value) ? daysBefore(at, value.daysAgo) : value;

/** The value that a condition compares with at a time; relative times become ISO texts. */
export const valueAt = ({ value }: FieldCondition, at: Date): ConditionValue | undefined =>
  (Array.isArray(value) ? value.map((one) => resolveTime(one, at)) : resolveTime(value, at)) as
    ConditionValue | undefined;

const compare: Readonly<Record<string, (count: number, wanted: number) => boolean>> = {
  eq: (count, wanted) => count === wanted,
  ne: (count, wanted) => count !== wanted,
  gt: (count, wanted) => count > wanted,
  gte: (count, wanted) => count >= wanted,
  lt: (count, wanted) => count < wanted,
  lte: (count, wanted) => count <= wanted,
};

const eventHolds = (condition: EventCondition, look: Look): boolean => {
  const { operator, value } = condition;
  const count = look.countEvents(condition);
  const meaning = operators[operator];
  if (meaning === 'exists') return count > 0 === (value !== false);
  return compare[meaning]?.(count, Number(value)) ?? false;
};

const fieldHolds = (contact: SessionDocument, condition: FieldCondition, look: Look): boolean => {
  const value = valueAt(condition, look.at);
  const { field, operator } = condition;
  return matches(contact, [{ field, operator, ...(value !== undefined && { value }) }]);
};

/** Whether a contact, as its public document has it, belongs to an audience at one look. */
export const belongsTo = (contact: SessionDocument, audience: Audience, look: Look): boolean =>
  matches(contact, targetConditions(audience.targetAudience)) &&
  audience.conditions.every((condition) =>
    isEventCondition(condition) ? eventHolds(condition, look) : fieldHolds(contact, condition, look),
  );

/** The same text for queries that count the same. */
export const eventKey = ({ event, withinDays }: EventQuery): string => `${withinDays ?? 0} ${event}`;

/** What must be counted to judge some conditions, each query once. */
export const eventQueries = (conditions: readonly AudienceCondition[]): EventQuery[] => {
  const queries = conditions
    .filter(isEventCondition)
    .map(({ event, withinDays }) => ({ event, ...(withinDays !== undefined && { withinDays }) }));
  return [...new Map(queries.map((query) => [eventKey(query), query])).values()];
};

/** A `countEvents` over counts that were asked for in the order of `queries`. */
export const createCounter = (
  queries: readonly EventQuery[],
  counts: readonly number[],
): ((query: EventQuery) => number) => {
  const known = new Map(queries.map((query, index) => [eventKey(query), counts[index] ?? 0]));
  return (query) => {
    const count = known.get(eventKey(query));
    if (count === undefined) throw new Error(`Events were not counted: ${eventKey(query)}`);
    return count;
  };
};
