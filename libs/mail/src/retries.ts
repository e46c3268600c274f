const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait after the first, second, … failed attempt: 48 hours in all. */
const RETRY_DELAYS = [
  ...[5_000, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[1.4 * HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR, 8 * HOUR, 8 * HOUR, 8 * HOUR],
];

/** Attempts after which a mail is given up. */
export const MAX_MAIL_ATTEMPTS = RETRY_DELAYS.length + 1;

/** Milliseconds until the attempt after so many failed ones; undefined when there is none. */
export const retryDelay = (attempts: number): number | undefined => RETRY_DELAYS[attempts - 1];
