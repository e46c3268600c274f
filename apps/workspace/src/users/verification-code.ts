import { randomInt } from 'node:crypto';

const DIGITS = 6;

/** Tries that a code allows; after so many failures it is void. */
export const MAX_TRIES = 5;

/** A new code of 6 digits. */
export const newCode = (): string =>
  randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, '0');
