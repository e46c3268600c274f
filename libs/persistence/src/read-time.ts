import { types } from 'pg';

const readAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

const ZERO = 48;

/** The number of two digits. */
const two = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * ZERO;

/** Milliseconds of the digits after the point of a second, from the 20th character on. */
const fraction = (text: string, end: number): number => {
  let milliseconds = 0;
  for (let at = 20, worth = 100; at < end && worth >= 1; at += 1, worth /= 10)
    milliseconds += (text.charCodeAt(at) - ZERO) * worth;
  return milliseconds;
};

const UTC = '+00';
const SECONDS_END = 19;
const MICROSECONDS_END = 26;

/**
 * Reads a time as PostgreSQL writes it. In UTC and of this era, as nearly all are, it takes a quarter of the time that the
 * driver's own reader takes, which is noticeable in lists.
 */
export const readTime = (text: string): unknown => {
  const end = text.length - UTC.length;
  if (end < SECONDS_END || end > MICROSECONDS_END || text.charAt(4) !== '-' || !text.endsWith(UTC))
    return readAny(text);
  const year = two(text, 0) * 100 + two(text, 2);
  // Date.UTC takes these for years of the last century.
  if (year < 100) return readAny(text);
  const month = two(text, 5) - 1;
  return new Date(
    Date.UTC(year, month, two(text, 8), two(text, 11), two(text, 14), two(text, 17), fraction(text, end)),
  );
};
