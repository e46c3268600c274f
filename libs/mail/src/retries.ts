/** Milliseconds to wait after the first, second, … failed attempt. */
const RETRY_DELAYS = [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000];

/** Attempts after which a mail is given up. */
export const MAX_MAIL_ATTEMPTS = RETRY_DELAYS.length + 1;

/** Milliseconds until the attempt after so many failed ones; undefined when there is none. */
export const retryDelay = (attempts: number): number | undefined => RETRY_DELAYS[attempts - 1];
