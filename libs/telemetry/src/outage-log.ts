import type { Logger } from './logger';

/** Least milliseconds between two lines: requests and rounds of workers fail by the hundred while an engine is away. */
const PAUSE_MS = 10_000;

/** Logs failures caused by something that is away. */
export type OutageLog = (error: unknown, facts: object) => void;

/** Settings of an outage log. */
export interface OutageLogOptions {
  /** What fails, as the line begins; default `Requests`. */
  what?: string;
  /** Milliseconds since any moment. */
  now?: () => number;
}

/** Logs the first failure of an outage and then one in 10 s, with the number of those it kept quiet about. */
export const createOutageLog = (
  log: Pick<Logger, 'warn'>,
  { what = 'Requests', now = () => performance.now() }: OutageLogOptions = {},
): OutageLog => {
  let quietUntil = -Infinity;
  let unsaid = 0;
  return (error, facts) => {
    if (now() < quietUntil) {
      unsaid += 1;
      return;
    }
    log.warn({ err: error, ...facts, unsaid }, `${what} fail because something is away`);
    quietUntil = now() + PAUSE_MS;
    unsaid = 0;
  };
};
