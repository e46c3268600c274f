import { locale } from '../core';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(locale.value, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);

const pair = (
  seconds: number,
  large: readonly [number, 'hour' | 'day'],
  small: readonly [number, 'minute' | 'hour'],
): string => {
  const whole = Math.round(seconds / small[0]) * small[0];
  const rest = Math.round((whole % large[0]) / small[0]);
  const first = unit(Math.floor(whole / large[0]), large[1]);
  return rest === 0 ? first : `${first} ${unit(rest, small[1])}`;
};

/** A duration as people say it: seconds, minutes, hours and minutes, or days and hours. */
export const duration = (seconds: number): string => {
  if (seconds < MINUTE) return unit(Math.round(seconds), 'second');
  if (seconds < HOUR - MINUTE / 2) return unit(Math.round(seconds / MINUTE), 'minute');
  if (seconds < 2 * DAY) return pair(seconds, [HOUR, 'hour'], [MINUTE, 'minute']);
  return pair(seconds, [DAY, 'day'], [HOUR, 'hour']);
};

/** A number with at most one decimal. */
export const number = (value: number): string =>
  new Intl.NumberFormat(locale.value, { maximumFractionDigits: 1 }).format(value);

/** A day, short. */
export const day = (iso: string): string =>
  new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short' }).format(new Date(iso));
