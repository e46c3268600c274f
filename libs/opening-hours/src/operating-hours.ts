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

/** A day on which a team is closed. */
export interface Holiday {
  /** Date of the team's time zone, YYYY-MM-DD. */
  date: string;
  name?: string;
}

/** When a team works. */
export interface OperatingHours {
  enabled?: boolean;
  alwaysOnline?: boolean;
  /** IANA name. */
  timezone?: string;
  replyTime?: string | number;
  openingTimes?: OpeningTime[];
  holidays?: Holiday[];
}

/** English names of the weekdays in lower case, from Sunday. */
export const WEEKDAYS: readonly string[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/** The number of a weekday, from 0 (Sunday) to 6. */
export const toWeekday = (day: string | number): number =>
  typeof day === 'number' ? day : WEEKDAYS.indexOf(day.toLowerCase());
