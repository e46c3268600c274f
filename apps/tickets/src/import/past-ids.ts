import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 6;
/** Identifiers that one source gives. */
const MAX_IDS = 100_000;

/**
 * Makes identifiers of the past: the first 12 of their 24 hex digits are the time, as in those made today. Identifiers of one
 * source at the same time are in the order of their creation; 48 random bits separate sources.
 */
export const pastIds = (): ((at: Date) => string) => {
  let next = Math.min(randomBytes(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES), 2 ** 48 - MAX_IDS);
  return (at) => {
    next += 1;
    return at.getTime().toString(16).padStart(12, '0') + next.toString(16).padStart(12, '0');
  };
};
