import { isEngineAway } from '@parley/errors';
import { newId } from '@parley/persistence';
import { type Lookout, WATCHED_REST_MS } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver, type DeliverDeps } from './deliver';
import { claimDeliveries, DELIVERIES_DUE } from './delivery-claim.store';
import { TIMEOUT_MS } from './send-delivery';

/** Most requests of one process at a time. */
const MAX_SENDING = 100;

/** Milliseconds that a claim lasts: a request and its report. */
const LEASE_MS = TIMEOUT_MS + 15_000;

/** Milliseconds between two looks at the queue: few after an event, more the longer nothing comes. */
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = WATCHED_REST_MS;

/** Milliseconds between two looks for what a time makes due. */
const DUE_EVERY_MS = 2_500;

/** Milliseconds that requests under way get to end when the process stops. */
const GRACE_MS = 2_000;

/** Sends what is due. Any number of processes may run one. */
export interface DeliveryWorker {
  start(): void;
  /** Takes no more; requests that do not end in time are given up and come again. */
  stop(): Promise<void>;
  /** Something becomes due about now: looks more often for a while, because it may not be committed yet. */
  expect(): void;
  /** Something is due: looks now. */
  wake(): void;
}

/** Has a lookout look for deliveries whose time has come. */
export const watchDeliveries = (
  lookout: Pick<Lookout, 'watch'>,
  { wake }: Pick<DeliveryWorker, 'wake'>,
): void => lookout.watch({ name: 'webhook deliveries', due: DELIVERIES_DUE, every: DUE_EVERY_MS, wake });

/** Makes a worker; it does nothing until `start`. */
export const createDeliveryWorker = (deps: DeliverDeps): DeliveryWorker => {
  const { db, clock, log } = deps;
  const tellOutage = createOutageLog(log, { what: 'Looks at the webhook deliveries that are due' });
  const sending = new Set<Promise<void>>();
  let stopping = new AbortController();
  let givingUp = new AbortController();
  let running: Promise<void> | undefined;
  let wait = SHORTEST_WAIT_MS;
  let bell = new AbortController();

  const ring = (): void => bell.abort();

  const look = async (): Promise<number> => {
    const limit = MAX_SENDING - sending.size;
    if (limit <= 0) return 0;
    const now = clock();
    const until = new Date(now.getTime() + LEASE_MS);
    const claimed = await db.transaction((tx) => claimDeliveries(tx, { now, until, limit, lease: newId() }));
    for (const delivery of claimed) {
      const work = deliver(deps, delivery, givingUp.signal)
        // The claim runs out and it comes again, under the same id.
        .catch((error: unknown) =>
          log.error({ err: error, delivery: delivery.id }, 'A webhook delivery could not be reported'),
        )
        .finally(() => {
          sending.delete(work);
          ring();
        });
      sending.add(work);
    }
    return claimed.length;
  };

  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      bell = new AbortController();
      const began = performance.now();
      const claimed = await look().catch((error: unknown) => {
        if (isEngineAway(error)) tellOutage(error, {});
        else log.error({ err: error }, 'The webhook deliveries that are due could not be read');
        return 0;
      });
      // Looking takes half of the time at most; what becomes free meanwhile is filled at once.
      await sleep(performance.now() - began);
      wait = claimed > 0 ? SHORTEST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      if (!signal.aborted) await sleep(wait, undefined, { signal: bell.signal }).catch(() => undefined);
    }
  };

  return {
    start: () => {
      if (running) return;
      stopping = new AbortController();
      givingUp = new AbortController();
      setMaxListeners(MAX_SENDING, givingUp.signal);
      running = run(stopping);
    },
    stop: async () => {
      stopping.abort();
      ring();
      await running;
      running = undefined;
      const ended = Promise.all(sending);
      await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
      givingUp.abort();
      await ended;
    },
    expect: () => {
      wait = SHORTEST_WAIT_MS;
      ring();
    },
    wake: ring,
  };
};
