// Evaluates the statuses of the answers to generated requests.

/** Share of the answers that may be refusals for their number; a request that is refused so tries nothing else. */
const MOST_LIMITED = 0.02;

/** Fewest answers of a run that says something. */
const FEWEST = 100;

/**
 * Sums up how often each status was answered, e.g. `{ "200": 512, "404": 80 }`.
 *
 * @throws Error when the run tried too little: it was too short, or the platform refused too much by 429.
 */
export const judgeAnswers = (counts) => {
  const entries = Object.entries(counts).map(([status, count]) => [Number(status), count]);
  const sum = (test) => entries.reduce((total, [status, count]) => (test(status) ? total + count : total), 0);
  const all = sum(() => true);
  const limited = sum((status) => status === 429);
  const good = sum((status) => status < 300);
  if (all < FEWEST) throw new Error(`${all} answers are too few: the run was cut off, or nothing was asked`);
  if (limited > all * MOST_LIMITED) {
    throw new Error(
      `${limited} of ${all} answers were 429: a limit of the platform hid the rest. Raise it in platform.mjs`,
    );
  }
  return `${all} answers, ${good} of them 2xx and ${limited} of them 429`;
};
