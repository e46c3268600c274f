import { type OperatingHours, WEEKDAYS, toWeekday } from '@parley/opening-hours';
import { listStretches } from '../question';

/** Operating hours from a time on, in milliseconds since 1970. */
export interface HoursVersion {
  from: number;
  hours: OperatingHours;
}

/** How many milliseconds of a span a team was open; without a team all of them. */
export type OpenTime = (teamId: string | undefined, from: number, to: number) => number;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const toMs = (clock: string): number => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * MINUTE_MS;

/** A stretch of opening, in milliseconds from the midnight with which its day begins. */
interface DayStretch {
  opens: number;
  closes: number;
}

/** Stretches by weekday, the earliest first. */
type Week = DayStretch[][];

const toWeek = ({ openingTimes = [] }: OperatingHours): Week =>
  WEEKDAYS.map((_, weekday) =>
    openingTimes
      .filter(({ day }) => toWeekday(day) === weekday)
      .map(({ openingTime, closingTime }) => {
        const [opens, closes] = [toMs(openingTime), toMs(closingTime)];
        return { opens, closes: closes <= opens ? closes + DAY_MS : closes };
      })
      .sort((a, b) => a.opens - b.opens),
  );

/** Days of a calendar since 1970; 1 January 1970 was a Thursday. */
const weekdayIn = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Milliseconds of opening between two readings of the clocks, as if these were UTC. */
const openBetween = (week: Week, holidays: ReadonlySet<number>, from: number, to: number): number => {
  let open = 0;
  let counted = from;
  for (let day = Math.floor(from / DAY_MS) - 1; day * DAY_MS < to; day += 1) {
    const midnight = day * DAY_MS;
    for (const { opens, closes } of week[weekdayIn(day)] ?? []) {
      const begin = holidays.has(day) ? DAY_MS : opens;
      const end = holidays.has(day + 1) ? Math.min(closes, DAY_MS) : closes;
      const start = Math.max(midnight + begin, counted);
      const stop = Math.min(midnight + end, to);
      if (stop <= start) continue;
      open += stop - start;
      counted = stop;
    }
  }
  return open;
};

/** Milliseconds of a span in which operating hours say open. Clocks count: an hour shown twice is open twice. */
export const openMs = (hours: OperatingHours, from: number, to: number): number => {
  if (!hours.enabled || hours.alwaysOnline) return to - from;
  const week = toWeek(hours);
  const holidays = new Set((hours.holidays ?? []).map(({ date }) => Date.parse(date) / DAY_MS));
  return listStretches(hours.timezone ?? 'UTC')
    .filter((stretch) => stretch.from.getTime() < to && stretch.to.getTime() >= from)
    .reduce((sum, stretch) => {
      const shift = stretch.offset * 1_000;
      const start = Math.max(from, stretch.from.getTime()) + shift;
      const end = Math.min(to, stretch.to.getTime() + 1) + shift;
      return sum + openBetween(week, holidays, start, end);
    }, 0);
};

/**
 * Milliseconds of a span in which a team was open, by the hours that it had at each time. Before the first version that is
 * known, that one counts; without any all hours do.
 *
 * @param versions Oldest first.
 */
export const measureOpenMs = (versions: readonly HoursVersion[], from: number, to: number): number => {
  if (versions.length === 0) return to - from;
  return versions.reduce((sum, { hours, from: since }, index) => {
    const start = index === 0 ? from : Math.max(from, since);
    const end = Math.min(to, versions[index + 1]?.from ?? Infinity);
    return end > start ? sum + openMs(hours, start, end) : sum;
  }, 0);
};
