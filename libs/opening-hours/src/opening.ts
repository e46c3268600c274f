import { type OpeningTime, type OperatingHours, toWeekday } from './operating-hours';
import { type WallTime, createWallClock } from './wall-clock';

const MINUTES_A_DAY = 1_440;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;
const DAY_MS = 86_400_000;
/** Days after which opening times repeat, and one more for hours skipped by a change of clocks. */
const HORIZON_DAYS = 8;

/** Whether a team is open, and when it closes or opens next; undefined when it never does. */
export interface Opening {
  isOpen: boolean;
  changesAt: Date | undefined;
}

/** Minutes of a week, from Sunday's midnight; `to` may lie in the next week. */
interface Stretch {
  from: number;
  to: number;
}

const toMinute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** A stretch that ends before it begins, or as it begins, ends on the next day. */
const toStretch = ({ day, openingTime, closingTime }: OpeningTime): Stretch => {
  const [opens, closes] = [toMinute(openingTime), toMinute(closingTime)];
  const midnight = toWeekday(day) * MINUTES_A_DAY;
  return { from: midnight + opens, to: midnight + closes + (closes <= opens ? MINUTES_A_DAY : 0) };
};

/** 1 January 1970 was a Thursday. */
const weekMinute = ({ day, minute }: WallTime): number =>
  ((((day + 4) % 7) + 7) % 7) * MINUTES_A_DAY + minute;

const contains = (stretches: readonly Stretch[], minute: number): boolean =>
  stretches.some(
    ({ from, to }) =>
      (minute >= from && minute < to) || (minute + MINUTES_A_WEEK >= from && minute + MINUTES_A_WEEK < to),
  );

/**
 * Whether a team is open at a time: whether the clocks of its time zone (UTC without one) show a time within a stretch, on
 * a date that is no holiday. So an hour that is shown twice is open twice, and one that clocks pass over opens nothing.
 * Hours that are not enabled, and `alwaysOnline`, mean open.
 */
export const openingAt = (hours: OperatingHours | undefined, at: Date): Opening => {
  if (!hours?.enabled || hours.alwaysOnline) return { isOpen: true, changesAt: undefined };
  const clock = createWallClock(hours.timezone ?? 'UTC');
  const stretches = (hours.openingTimes ?? []).map(toStretch);
  const closedDays = new Set((hours.holidays ?? []).map(({ date }) => Date.parse(date) / DAY_MS));
  const isOpenAt = (time: Date): boolean => {
    const wall = clock.read(time);
    return !closedDays.has(wall.day) && contains(stretches, weekMinute(wall));
  };
  const isOpen = isOpenAt(at);

  const edges = stretches.flatMap(({ from, to }) => [from % MINUTES_A_WEEK, to % MINUTES_A_WEEK]);
  /** When it may open or close on a day; a holiday begins and ends at midnight, and nothing happens on it. */
  const listMinutes = (day: number): number[] => {
    if (closedDays.has(day)) return [0];
    const midnight = weekMinute({ day, minute: 0 });
    const here = edges.map((edge) => edge - midnight).filter((m) => m >= 0 && m < MINUTES_A_DAY);
    return [...new Set(closedDays.size > 0 ? [0, ...here] : here)];
  };
  const today = clock.read(at).day;
  // So many holidays in a row can stand before the next opening.
  for (let day = today; day <= today + HORIZON_DAYS + closedDays.size; day += 1) {
    const times = listMinutes(day).flatMap((minute) => clock.times({ day, minute }));
    const put = clock.changeAbout(day);
    // One of the next day may come after what happens there.
    const isHere = put !== undefined && clock.read(put).day <= day;
    const changes = [...times, ...(isHere ? [put] : [])].filter(
      (time) => time > at && isOpenAt(time) !== isOpen,
    );
    if (changes.length > 0)
      return { isOpen, changesAt: new Date(Math.min(...changes.map((time) => time.getTime()))) };
  }
  return { isOpen, changesAt: undefined };
};
