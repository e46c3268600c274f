const FIRST_MS = 5_000;
const LONGEST_MS = 600_000;

/** Milliseconds between two connections: 5 s after a failure, doubled by each further one, up to 10 minutes. */
export interface Rests {
  next(): number;
  /** A login succeeded: the next failure is a first one. */
  begin(): void;
}

export const createRests = (): Rests => {
  let rest = FIRST_MS;
  return {
    next: () => {
      const now = rest;
      rest = Math.min(rest * 2, LONGEST_MS);
      return now;
    },
    begin: () => {
      rest = FIRST_MS;
    },
  };
};
