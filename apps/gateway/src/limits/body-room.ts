import { unavailable } from '@parley/errors';
import type { Metrics } from '@parley/telemetry';

/** Bodies up to this size find the last eighth of the room, so that large ones never shut out logins and messages. */
export const SMALL_BODY_BYTES = 64 * 1024;

const refusalReasons = ['too_large', 'too_slow', 'no_room'] as const;

/** Why a body was not taken. */
export type BodyRefusal = (typeof refusalReasons)[number];

/** Room of one body. */
export interface BodyShare {
  /** Takes room for received bytes. 503 when there is none left. */
  take(bytes: number): void;
  /** Gives all of it back; safe to call twice. */
  release(): void;
}

/** The memory that all request bodies of a process may have at once. */
export interface BodyRoom {
  open(): BodyShare;
  /** Counts a body that was not taken. */
  refused(why: BodyRefusal): void;
}

/** Makes room for `limitBytes`, and reports how much of it is taken. */
export const createBodyRoom = (limitBytes: number, metrics: Pick<Metrics, 'counter' | 'gauge'>): BodyRoom => {
  let taken = 0;
  metrics.gauge({
    name: 'http_request_body_bytes',
    help: 'Bytes of request bodies that are held in memory.',
    read: () => taken,
  });
  metrics.gauge({
    name: 'http_request_body_bytes_limit',
    help: 'Most bytes of request bodies that are held in memory.',
    read: () => limitBytes,
  });
  const refusals = metrics.counter({
    name: 'http_request_bodies_refused_total',
    help: 'Request bodies that were not taken: larger than allowed, slower than 1 KB a second, or without room.',
    labels: ['reason'],
  });
  // A series that is there from the start shows its first refusal as a rise.
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  const refused = (reason: BodyRefusal): void => refusals.inc({ reason });
  return {
    refused,
    open: () => {
      let own = 0;
      return {
        take: (bytes) => {
          const limit = own + bytes > SMALL_BODY_BYTES ? limitBytes - limitBytes / 8 : limitBytes;
          if (taken + bytes > limit) {
            refused('no_room');
            throw unavailable('Too many request bodies are on their way. Send it again in a moment.');
          }
          own += bytes;
          taken += bytes;
        },
        release: () => {
          taken -= own;
          own = 0;
        },
      };
    },
  };
};
