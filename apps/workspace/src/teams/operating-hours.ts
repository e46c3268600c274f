import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import { type Holiday, type OpeningTime, type OperatingHours, WEEKDAYS } from '@parley/opening-hours';

const FIELD = 'operatingHours';
const MAX_OPENING_TIMES = 100;
const MAX_HOLIDAYS = 366;
const MAX_HOLIDAY_NAME = 120;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const MAX_REPLY_TIME = 64;

/** A value's rule, and what completes "must be …". */
interface Rule {
  test(value: unknown): boolean;
  expected: string;
}

/** Intl takes offsets such as +01:00 too, which know no daylight saving. */
const isTimeZone = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
};

const isDay = (value: unknown): boolean =>
  typeof value === 'string'
    ? WEEKDAYS.includes(value.toLowerCase())
    : Number.isInteger(value) && Number(value) >= 0 && Number(value) < WEEKDAYS.length;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a date that there is. */
const isDate = (value: unknown): boolean => {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
};

const isReplyTime = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_REPLY_TIME
    : typeof value === 'number' && Number.isFinite(value) && value >= 0;

const flag: Rule = { test: (value) => typeof value === 'boolean', expected: 'true or false' };
const replyTime: Rule = {
  test: isReplyTime,
  expected: `a text of at most ${MAX_REPLY_TIME} characters or a number that is not negative`,
};
const clock: Rule = {
  test: (value) => typeof value === 'string' && CLOCK.test(value),
  expected: 'a time of day as HH:MM',
};

const hoursRules = {
  enabled: flag,
  alwaysOnline: flag,
  timezone: { test: isTimeZone, expected: 'an IANA time zone such as Europe/Berlin' },
  replyTime,
  openingTimes: { test: Array.isArray, expected: 'a list' },
  holidays: { test: Array.isArray, expected: 'a list' },
} satisfies Record<keyof OperatingHours, Rule>;

const openingRules = {
  day: { test: isDay, expected: 'the English name of a weekday, or its number from 0 (Sunday) to 6' },
  openingTime: clock,
  closingTime: clock,
  replyTime,
} satisfies Record<keyof OpeningTime, Rule>;

const holidayRules = {
  date: { test: isDate, expected: 'a date as YYYY-MM-DD' },
  name: {
    test: (value) => typeof value === 'string' && value.length <= MAX_HOLIDAY_NAME,
    expected: `a text of at most ${MAX_HOLIDAY_NAME} characters`,
  },
} satisfies Record<keyof Holiday, Rule>;

const REQUIRED: readonly string[] = ['day', 'openingTime', 'closingTime', 'date'] satisfies (
  keyof OpeningTime | keyof Holiday
)[];

type Read = { value: Record<string, unknown>; problems: FieldProblem[] };

/** Takes the known keys of an object; null counts as left out. */
const readObject = (path: string, sent: Record<string, unknown>, rules: Record<string, Rule>): Read => {
  const value: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, { test, expected }] of Object.entries(rules)) {
    const item = sent[name] ?? undefined;
    const field = `${path}.${name}`;
    if (item === undefined) {
      if (REQUIRED.includes(name)) problems.push({ field, message: 'is required' });
    } else if (test(item)) value[name] = item;
    else problems.push({ field, message: `must be ${expected}` });
  }
  return { value, problems };
};

/** Reads a list of objects by their rules. */
const readList = (name: string, sent: readonly unknown[], rules: Record<string, Rule>): Read[] =>
  sent.map((item, index) => {
    const field = `${FIELD}.${name}.${index}`;
    return isObject(item)
      ? readObject(field, item, rules)
      : { value: {}, problems: [{ field, message: 'must be an object' }] };
  });

/** The lists in operating hours, how many each takes and of what. */
const lists = [
  { name: 'openingTimes', most: MAX_OPENING_TIMES, what: 'opening times', rules: openingRules },
  { name: 'holidays', most: MAX_HOLIDAYS, what: 'holidays', rules: holidayRules },
] as const;

/**
 * Reads operating hours that a caller sent: at most 100 opening times and 366 holidays; keys it does not know are left out.
 * 400 naming every value that is wrong.
 */
export const readOperatingHours = (sent: Record<string, unknown>): OperatingHours => {
  const { value, problems } = readObject(FIELD, sent, hoursRules);
  const all = [...problems];
  for (const { name, most, what, rules } of lists) {
    const items = value[name] as unknown[] | undefined;
    if (!items) continue;
    if (items.length > most)
      throw invalid({ field: `${FIELD}.${name}`, message: `takes at most ${most} ${what}` });
    const read = readList(name, items, rules);
    all.push(...read.flatMap((one) => one.problems));
    value[name] = read.map((one) => one.value);
  }
  if (all.length > 0) throw invalid(all);
  return value as OperatingHours;
};
