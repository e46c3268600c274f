import type { Doer, Outcome, Task } from '@parley/jobs';
import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { deliver, type DeliverDeps } from './deliver';
import { disableWebhook } from './disable-webhook';
import { gather } from '@parley/persistence';
import { type DueDelivery, findBodies, type Look, lookAtWebhook, type Target } from './due-delivery.store';
import { MAX_SENDING } from './webhook-jobs';

/** Most requests to one webhook at a time; one that fails gets one. */
const MAX_PER_WEBHOOK = 8;

/** Deliveries that are looked up at once. */
const BATCH = 32;

/** Most bodies of one trip to the database. */
const MAX_BODIES = 16;

/** Milliseconds after which a webhook with a backlog lets others have their turn. */
const TURN_MS = 5_000;

/** Milliseconds that requests under way get to end when the process stops. */
const GRACE_MS = 2_000;

/**
 * Sends the due deliveries of a webhook. A webhook that ended processes is disabled, so that the guilty delivery is not sent again.
 */
export const createSender = (deps: DeliverDeps): Doer<object> => {
  const requests = new PQueue({ concurrency: MAX_SENDING });
  // Read right before it is sent, so that no delivery leaves that was deleted, e.g. with its contact.
  const findBody = gather((some: readonly DueDelivery[]) => findBodies(deps.store.sql, some), {
    maxBatch: MAX_BODIES,
    atATime: 2,
  });
  const send: Send = (delivery, target, signal) =>
    requests.add(() => deliver({ ...deps, findBody }, delivery, target, signal));
  return {
    handle: (_payload, task) => takeTurn(deps, send, task),
    giveUp: async (_payload, _error, { projectId, key: webhookId }) => {
      await deps.db.transaction((tx) => disableWebhook(deps, tx, { projectId, webhookId }, 'crashing'));
      deps.events.wake();
    },
  };
};

/** Sends one when there is a place for its request; answers whether it was acknowledged. */
type Send = (delivery: DueDelivery, target: Target, signal: AbortSignal) => Promise<boolean>;

const takeTurn = async (
  { store: { sql }, clock }: DeliverDeps,
  send: Send,
  { projectId, key: webhookId, deaths, signal }: Task,
): Promise<Outcome> => {
  const end = performance.now() + TURN_MS;
  // After a death, the deliveries in progress at that time are sent one at a time. Thus the guilty one is found, and no other one
  // arrives twice.
  const isCareful = deaths > 0;
  let left = isCareful ? MAX_PER_WEBHOOK : Infinity;
  const isOver = (): boolean => signal.aborted || left === 0 || performance.now() > end;

  const sending = new Map<string, Promise<void>>();
  const grace = graceAfter(signal);
  let seen: Look | undefined;
  let waiting: DueDelivery[] = [];
  // Whether `seen` is out of date: a delivery ended that blocked others, or the webhook may have changed its state.
  let isOld = true;
  const start = (delivery: DueDelivery, target: Target): void => {
    left -= 1;
    const work = send(delivery, target, grace.signal).then((wentWell) => {
      isOld ||= !wentWell || target.isFailing || (seen?.hasMore ?? true);
      if (!wentWell || target.isFailing) waiting = [];
    });
    sending.set(
      delivery.id,
      work.finally(() => sending.delete(delivery.id)),
    );
  };
  try {
    for (;;) {
      if (isOver()) waiting = [];
      else if (waiting.length === 0 && (isOld || (seen?.next && seen.next <= clock()))) {
        isOld = false;
        const look = { at: clock(), without: [...sending.keys()], limit: BATCH };
        seen = await lookAtWebhook(sql, { projectId, webhookId }, look);
        if (isOld) continue;
        waiting = seen.due;
      }
      const target = seen?.target;
      const most = isCareful || target?.isFailing ? 1 : MAX_PER_WEBHOOK;
      while (target && sending.size < most && left > 0) {
        const next = waiting.shift();
        if (!next) break;
        start(next, target);
      }
      if (sending.size === 0) break;
      await Promise.race(sending.values());
    }
  } finally {
    await Promise.allSettled(sending.values());
    grace.end();
  }
  return isOver() || !seen ? { goOnIn: 0 } : nextTurn(seen);
};

const nextTurn = ({ at, target, next }: Look): Outcome => {
  if (!target) return undefined;
  const { pausedUntil } = target;
  const time = pausedUntil && pausedUntil > at ? pausedUntil : next;
  return time && { goOnAt: time };
};

/** A signal that is aborted some time after another one; `end` when it is not needed any more. */
const graceAfter = (signal: AbortSignal): { signal: AbortSignal; end(): void } => {
  const givingUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => givingUp.abort(), GRACE_MS);
  };
  setMaxListeners(0, signal);
  signal.addEventListener('abort', begin);
  return {
    signal: givingUp.signal,
    end: () => {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
};
