import { Temporal } from 'temporal-polyfill';
import { endOfDay, localDay, type LocalDay, localTime, startOfDay } from './zone';

/** A period of time; both bounds belong to it, to the millisecond. */
export interface Period {
  from: Date;
  to: Date;
}

/** A period and the one before, which it is compared with. */
export interface Compared extends Period {
  previous: Period;
}

/** A bound as it was sent: a day, or an instant. */
export type Bound = { day: LocalDay } | { at: Date };

/** Days of a period that names no start. */
const DEFAULT_DAYS = 30;

/** Nothing is older; PostgreSQL knows no time before the year -4712, which a period of thousands of years has ahead of it. */
const EARLIEST = Date.UTC(-4000, 0, 1);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Reads a date or an instant with its offset; undefined for anything else, and for a date that does not exist. */
export const readBound = (sent: string): Bound | undefined => {
  // A plus sign that was not percent-encoded arrives as a space.
  const text = sent.replace(/ (?=\d{2}:?\d{2}$)/, '+');
  try {
    if (DAY.test(text)) return { day: Temporal.PlainDate.from(text, { overflow: 'reject' }) };
    if (!INSTANT.test(text)) return undefined;
    return { at: new Date(Temporal.Instant.from(text).epochMilliseconds) };
  } catch {
    return undefined;
  }
};

const noEarlier = (at: Date): Date => (at.getTime() < EARLIEST ? new Date(EARLIEST) : at);

const makePrevious = (from: Date, to: Date): Period => ({ from: noEarlier(from), to: noEarlier(to) });

const daysBetween = (from: LocalDay, to: LocalDay): number => from.until(to, { largestUnit: 'day' }).days + 1;

/** The same clock time so many days earlier. */
const daysBefore = (at: Date, zone: string, days: number): Date =>
  new Date(localTime(at, zone).subtract({ days }).epochMilliseconds);

/**
 * The period between two bounds. A day counts whole; without an end it ends now, without a start it is the 30 local days
 * that end with the day of the end. The previous period is as many local days earlier when no bound is an instant,
 * else exactly as long.
 */
export const resolvePeriod = (
  start: Bound | undefined,
  end: Bound | undefined,
  zone: string,
  now: Date,
): Compared => {
  const to = !end ? now : 'day' in end ? endOfDay(end.day, zone) : end.at;
  const lastDay = localDay(to, zone);
  const firstDay = lastDay.subtract({ days: DEFAULT_DAYS - 1 });
  const from = !start ? startOfDay(firstDay, zone) : 'day' in start ? startOfDay(start.day, zone) : start.at;
  const byDays = !(start && 'at' in start) && !(end && 'at' in end);
  if (!byDays) {
    const length = to.getTime() - from.getTime() + 1;
    return {
      from,
      to,
      previous: makePrevious(new Date(from.getTime() - length), new Date(to.getTime() - length)),
    };
  }
  const startDay = start && 'day' in start ? start.day : firstDay;
  const days = daysBetween(startDay, lastDay);
  const previousTo =
    end && 'day' in end ? endOfDay(end.day.subtract({ days }), zone) : daysBefore(to, zone, days);
  return { from, to, previous: makePrevious(startOfDay(startDay.subtract({ days }), zone), previousTo) };
};
