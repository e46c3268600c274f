import type { ConditionValue, Operator, Scalar } from './operators';

/** How the texts of a field are compared: as they are, in any case, or as points in time. */
export type TextKind = 'exact' | 'anyCase' | 'time';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

/** Days that every month has. */
const EVERY_MONTH = 28;

/** Whether the month has the day: 30 February would be taken for 2 March. */
const isDay = (text: string): boolean => {
  if (Number(text.slice(8, 10)) <= EVERY_MONTH) return true;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** Milliseconds of an ISO 8601 time, which is in UTC unless it says otherwise; undefined for another text. */
export const parseTime = (text: string): number | undefined => {
  if (!ISO_TIME.test(text) || !isDay(text)) return undefined;
  const time = Date.parse(!text.includes('T') || HAS_ZONE.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : time;
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Absent, null or empty: what `exists` false asks for. */
const isEmpty = (value: unknown): boolean =>
  isAbsent(value) ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);

const isSame = (actual: unknown, wanted: Scalar, kind: TextKind): boolean => {
  if (actual === wanted) return true;
  if (typeof actual !== 'string' || typeof wanted !== 'string') return false;
  if (kind === 'anyCase') return actual.toLowerCase() === wanted.toLowerCase();
  const time = kind === 'time' ? parseTime(wanted) : undefined;
  return time !== undefined && parseTime(actual) === time;
};

const equals = (actual: unknown, wanted: ConditionValue, kind: TextKind): boolean => {
  if (isAbsent(actual) || wanted === null) return isAbsent(actual) && wanted === null;
  const elements: readonly unknown[] = Array.isArray(actual) ? actual : [actual];
  return [wanted].flat().some((one) => elements.some((element) => isSame(element, one as Scalar, kind)));
};

const byCodePoint = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

/**
 * Below, at or above zero as the first is smaller, the same or greater; undefined for values of different types. A wanted
 * text that is an ISO time is compared with ISO times only.
 */
const order = (actual: unknown, wanted: unknown): number | undefined => {
  if (typeof actual === 'number' && typeof wanted === 'number') return actual - wanted;
  if (typeof actual !== 'string' || typeof wanted !== 'string') return undefined;
  const time = parseTime(wanted);
  if (time === undefined) return byCodePoint(actual, wanted);
  const actualTime = parseTime(actual);
  return actualTime === undefined ? undefined : actualTime - time;
};

const contains = (actual: unknown, wanted: Scalar, kind: TextKind): boolean => {
  if (Array.isArray(actual)) return actual.some((element) => isSame(element, wanted, kind));
  if (typeof actual !== 'string' || typeof wanted !== 'string') return false;
  return actual.toLowerCase().includes(wanted.toLowerCase());
};

const ranges = {
  gt: (difference: number) => difference > 0,
  gte: (difference: number) => difference >= 0,
  lt: (difference: number) => difference < 0,
  lte: (difference: number) => difference <= 0,
} as const;

/** Whether an operator holds between a session's value and a condition's value. */
export const holds = (
  operator: Operator,
  actual: unknown,
  wanted: ConditionValue | undefined,
  kind: TextKind,
): boolean => {
  switch (operator) {
    case 'eq':
      return equals(actual, wanted ?? null, kind);
    case 'ne':
      return !equals(actual, wanted ?? null, kind);
    case 'exists':
      return isEmpty(actual) === (wanted === false);
    case 'contains':
      return contains(actual, wanted as Scalar, kind);
    default: {
      const difference = order(actual, wanted);
      return difference !== undefined && ranges[operator](difference);
    }
  }
};
