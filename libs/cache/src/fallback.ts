import { withDeadline } from './deadline';
import type { Log } from './log';

/** How long a request waits for Redis, which answers in well under a millisecond when it is well. */
const ANSWER_LIMIT_MS = 250;
/** After a failure Redis is left alone for so long, so that not each request waits for the limit. */
const PAUSE_MS = 1_000;

/** Runs work on Redis, or something else while Redis is away. */
export type WithFallback = <T>(work: () => Promise<T>, instead: () => Promise<T>) => Promise<T>;

/** Goes on without Redis: one line in the log when an outage begins, one when it is over. */
export const createFallback = (log: Log, consequence: string): WithFallback => {
  let away = false;
  let retryAt = 0;
  return async (work, instead) => {
    if (away && Date.now() < retryAt) return instead();
    try {
      const result = await withDeadline(work(), ANSWER_LIMIT_MS, 'Redis');
      if (away) log.info('Redis answers again');
      away = false;
      return result;
    } catch (error) {
      retryAt = Date.now() + PAUSE_MS;
      if (!away) log.warn({ err: error }, `Redis does not answer: ${consequence}`);
      away = true;
      return instead();
    }
  };
};
