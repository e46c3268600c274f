import { type Temporal } from 'temporal-polyfill';
import { type Period } from './period';
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

const firstOf: Record<Interval, (at: Temporal.ZonedDateTime) => Temporal.ZonedDateTime> = {
  hour: startOfHour,
  day: (at) => at.startOfDay(),
  month: (at) => at.toPlainDate().with({ day: 1 }).toZonedDateTime(at.timeZoneId),
  year: (at) => at.toPlainDate().with({ month: 1, day: 1 }).toZonedDateTime(at.timeZoneId),
};

const nextOf: Record<Interval, (at: Temporal.ZonedDateTime) => Temporal.ZonedDateTime> = {
  // What is left of the hour that clocks show: where they are moved by half an hour it is less than one.
  hour: (at) => at.add({ minutes: 60 - at.minute }),
  day: (at) => at.toPlainDate().add({ days: 1 }).toZonedDateTime(at.timeZoneId),
  month: (at) => at.toPlainDate().add({ months: 1 }).toZonedDateTime(at.timeZoneId),
  year: (at) => at.toPlainDate().add({ years: 1 }).toZonedDateTime(at.timeZoneId),
};

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

const labelOf = (at: Temporal.ZonedDateTime, interval: Interval): string => {
  const year = pad(at.year, 4);
  if (interval === 'year') return year;
  const month = `${year}-${pad(at.month)}`;
  if (interval === 'month') return month;
  const day = `${month}-${pad(at.day)}`;
  return interval === 'day' ? day : `${day} ${pad(at.hour)}:00`;
};

/**
 * The intervals from the one that holds the start of a period to the one that holds its end; undefined when there are more
 * than 1,500. An hour that clocks show twice is two points, one that they skip is none.
 */
export const pointsOf = ({ from, to }: Period, interval: Interval, zone: string): Points | undefined => {
  const points: Point[] = [];
  let at = firstOf[interval](localTime(from, zone));
  while (at.epochMilliseconds <= to.getTime()) {
    if (points.length === MAX_POINTS) return undefined;
    points.push({ at: new Date(at.epochMilliseconds), label: labelOf(at, interval) });
    at = nextOf[interval](at);
  }
  return { points, end: new Date(at.epochMilliseconds) };
};
