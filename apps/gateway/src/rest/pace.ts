import type { IncomingMessage } from 'node:http';
import { HttpError } from './problem';

/** Slowest pace of a body, in bytes a second, judged over each stretch of `STRETCH_MS`. */
export const LEAST_BYTES_PER_SECOND = 1024;
const STRETCH_MS = 10_000;

/** 408 for a body that does not arrive in time. */
export const tooSlow = (): HttpError =>
  new HttpError(
    408,
    'Request Timeout',
    'REQUEST_TIMEOUT',
    'The body did not arrive in time: send at least 1 KB a second.',
    { Connection: 'close' },
  );

/** Watches how fast a body arrives. */
export interface Pace {
  /** Counts what arrived. */
  arrived(bytes: number): void;
  end(): void;
}

/**
 * Calls `onSlow` once a stretch of 10 s brought less than 10 KB, or the body is not whole after `longestMs`. Time in which
 * it is we who do not read (`isHeld`) does not count against the sender.
 */
export const watchPace = (
  request: IncomingMessage,
  onSlow: () => void,
  { longestMs, isHeld = () => false }: { longestMs?: number; isHeld?: () => boolean } = {},
): Pace => {
  let bytes = 0;
  let passed = 0;
  const judge = (): void => {
    passed += STRETCH_MS;
    const enough = bytes >= (LEAST_BYTES_PER_SECOND * STRETCH_MS) / 1000 || isHeld();
    if (request.complete || (enough && (longestMs === undefined || passed < longestMs))) {
      bytes = 0;
      return;
    }
    end();
    onSlow();
  };
  const timer = setInterval(judge, STRETCH_MS);
  const end = (): void => clearInterval(timer);
  return {
    arrived: (more) => {
      bytes += more;
    },
    end,
  };
};
