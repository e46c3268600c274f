import type { Temporal } from 'temporal-polyfill';
import type { Period } from './period';
import { localTime } from './zone';

/** What one point of a chart stands for. */
export type Interval = 'hour' | 'day' | 'month' | 'year';

/** A point of a chart. */
export interface Point {
  /** First instant of the interval. */
  at: Date;
  /** What local calendars and clocks show then. */
  label: string;
}

/** Points of one period. */
export interface Points {
  points: Point[];
  /** First instant after the last interval. */
  end: Date;
}

/** Most points of a series. */
export const MAX_POINTS = 1_500;

/** Where the hour began that clocks show: where they were moved within it, when they were. */
const startOfHour = (at: Temporal.ZonedDateTime): Temporal.ZonedDateTime => {
  const { minute, second, millisecond } = at;
  const start = at.subtract({ minutes: minute, seconds: second, milliseconds: millisecond });
  if (start.offsetNanoseconds === at.offsetNanoseconds) return start;
  return start.getTimeZoneTransition('next') ?? start;
};

const toStart: Record<Interval, (at: Temporal.ZonedDateTime) => Temporal.ZonedDateTime> = {
  hour: startOfHour,
  day: (at) => at.startOfDay(),
  month: (at) => at.toPlainDate().with({ day: 1 }).toZonedDateTime(at.timeZoneId),
  year: (at) => at.toPlainDate().with({ month: 1, day: 1 }).toZonedDateTime(at.timeZoneId),
};

const toNext: Record<Interval, (at: Temporal.ZonedDateTime) => Temporal.ZonedDateTime> = {
  // The rest of the hour by local clocks: where they are moved by half an hour it is less than one.
  hour: (at) => at.add({ minutes: 60 - at.minute }),
  day: (at) => at.toPlainDate().add({ days: 1 }).toZonedDateTime(at.timeZoneId),
  month: (at) => at.toPlainDate().add({ months: 1 }).toZonedDateTime(at.timeZoneId),
  year: (at) => at.toPlainDate().add({ years: 1 }).toZonedDateTime(at.timeZoneId),
};

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

const formatLabel = (local: Date, interval: Interval): string => {
  const year = pad(local.getUTCFullYear(), 4);
  if (interval === 'year') return year;
  const month = `${year}-${pad(local.getUTCMonth() + 1)}`;
  if (interval === 'month') return month;
  const day = `${month}-${pad(local.getUTCDate())}`;
  return interval === 'day' ? day : `${day} ${pad(local.getUTCHours())}:00`;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longest interval in milliseconds; clocks that are moved in between change that by less than a day in all. */
const longest: Record<Interval, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};

/** Whether a period has more than 1,500 intervals, judged by its length alone. */
const isTooLong = ({ from, to }: Period, interval: Interval): boolean =>
  to.getTime() - from.getTime() - DAY_MS > MAX_POINTS * longest[interval];

/** What clocks show at the beginning of the next interval, where they are not moved until then. */
const nextLocal: Record<Interval, (local: Date) => number> = {
  hour: (local) => local.getTime() + (60 - local.getUTCMinutes()) * MINUTE_MS,
  day: (local) => (Math.floor(local.getTime() / DAY_MS) + 1) * DAY_MS,
  month: (local) => firstOfMonth(local, 1),
  year: (local) => firstOfMonth(local, 12 - local.getUTCMonth()),
};

const firstOfMonth = (local: Date, later: number): number => {
  const first = new Date(local);
  first.setUTCHours(0, 0, 0, 0);
  return first.setUTCMonth(local.getUTCMonth() + later, 1);
};

/** How far the clocks of a zone are from UTC, and until when, in milliseconds. */
const clocksAt = (at: Temporal.ZonedDateTime): { offset: number; until: number } => ({
  offset: at.offsetNanoseconds / 1_000_000,
  until: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
});

/**
 * The intervals from the one that holds the start of a period to the one that holds its end; undefined when there are more
 * than 1,500. An hour that clocks show twice is two points, one that they skip is none. Calendars are asked only where clocks
 * are moved: they take a hundred times as long.
 */
export const listPoints = (period: Period, interval: Interval, zone: string): Points | undefined => {
  if (isTooLong(period, interval)) return undefined;
  const points: Point[] = [];
  const end = period.to.getTime();
  const first = toStart[interval](localTime(period.from, zone));
  let at = first.epochMilliseconds;
  let clocks = clocksAt(first);
  while (at <= end) {
    if (points.length === MAX_POINTS) return undefined;
    const local = new Date(at + clocks.offset);
    points.push({ at: new Date(at), label: formatLabel(local, interval) });
    const next = nextLocal[interval](local) - clocks.offset;
    if (next < clocks.until) at = next;
    else {
      const zoned = toNext[interval](localTime(new Date(at), zone));
      at = zoned.epochMilliseconds;
      clocks = clocksAt(zoned);
    }
  }
  return { points, end: new Date(at) };
};
