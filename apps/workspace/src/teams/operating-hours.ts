import { type FieldProblem, invalid } from '@parley/errors';

/** One stretch of opening on one weekday. */
export interface OpeningTime {
  /** English name of a weekday, in any case, or its number from 0 (Sunday) to 6. */
  day: string | number;
  /** HH:MM. */
  openingTime: string;
  /** HH:MM. */
  closingTime: string;
  replyTime?: string | number;
}

/** When a team works. */
export interface OperatingHours {
  enabled?: boolean;
  alwaysOnline?: boolean;
  /** IANA name. */
  timezone?: string;
  replyTime?: string | number;
  openingTimes?: OpeningTime[];
}

const FIELD = 'operatingHours';
const MAX_OPENING_TIMES = 100;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MAX_REPLY_TIME = 64;

/** The number of a weekday, from 0 (Sunday) to 6. */
export const weekdayOf = (day: string | number): number =>
  typeof day === 'number' ? day : WEEKDAYS.indexOf(day.toLowerCase());

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
} satisfies Record<keyof OperatingHours, Rule>;

const openingRules = {
  day: { test: isDay, expected: 'the English name of a weekday, or its number from 0 (Sunday) to 6' },
  openingTime: clock,
  closingTime: clock,
  replyTime,
} satisfies Record<keyof OpeningTime, Rule>;

const REQUIRED: readonly string[] = ['day', 'openingTime', 'closingTime'] satisfies (keyof OpeningTime)[];

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readOpening = (sent: unknown, index: number): Read => {
  const field = `${FIELD}.openingTimes.${index}`;
  if (!isObject(sent)) return { value: {}, problems: [{ field, message: 'must be an object' }] };
  return readObject(field, sent, openingRules);
};

/**
 * Reads operating hours that a caller sent: at most 100 opening times; keys it does not know are left out. 400 naming
 * every value that is wrong.
 */
export const readOperatingHours = (sent: Record<string, unknown>): OperatingHours => {
  const { value, problems } = readObject(FIELD, sent, hoursRules);
  const times = (value['openingTimes'] ?? []) as unknown[];
  if (times.length > MAX_OPENING_TIMES) {
    throw invalid({
      field: `${FIELD}.openingTimes`,
      message: `takes at most ${MAX_OPENING_TIMES} opening times`,
    });
  }
  const read = times.map(readOpening);
  const all = [...problems, ...read.flatMap((opening) => opening.problems)];
  if (all.length > 0) throw invalid(all);
  return {
    ...value,
    ...(value['openingTimes'] !== undefined && { openingTimes: read.map((o) => o.value) }),
  } as OperatingHours;
};
