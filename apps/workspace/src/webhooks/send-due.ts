import { type Doer, type Outcome, type Task } from '@parley/jobs';
import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { deliver, type DeliverDeps } from './deliver';
import { disableWebhook } from './disable-webhook';
import {
  type DueDelivery,
  findDue,
  findNextDue,
  findTarget,
  type Target,
  type WebhookPlace,
} from './due-delivery.store';
import { MAX_SENDING } from './webhook-jobs';

/** Most requests to one webhook at a time; one that fails gets one. */
const MAX_PER_WEBHOOK = 8;

/** Deliveries that are looked up at once. */
const BATCH = 32;

/** Milliseconds after which a webhook with a backlog lets others have their turn. */
const TURN_MS = 5_000;

/** Milliseconds that requests under way get to end when the process stops. */
const GRACE_MS = 2_000;

/** Sends what is due of a webhook. One with which processes died is disabled, so that what they died of is not sent again. */
export const createSender = (deps: DeliverDeps): Doer<object> => {
  const requests = new PQueue({ concurrency: MAX_SENDING });
  return {
    handle: (_payload, task) => takeTurn(deps, requests, task),
    giveUp: async (_payload, _error, { projectId, key: webhookId }) => {
      await deps.db.transaction((tx) => disableWebhook(deps, tx, { projectId, webhookId }, 'crashing'));
      deps.events.wake();
    },
  };
};

const takeTurn = async (
  deps: DeliverDeps,
  requests: PQueue,
  { projectId, key: webhookId, attempt, signal }: Task,
): Promise<Outcome> => {
  const place = { projectId, webhookId };
  const end = performance.now() + TURN_MS;
  // After a death those that were under way go one by one, so that what the process died of is found and nothing else comes twice.
  const isCareful = attempt > 1;
  let left = isCareful ? MAX_PER_WEBHOOK : Infinity;
  const isOver = (): boolean => signal.aborted || left === 0 || performance.now() > end;

  const sending = new Map<string, Promise<void>>();
  const grace = graceAfter(signal);
  let waiting: DueDelivery[] = [];
  let seen: Look | undefined;
  // Counts reports after which a webhook may fail, be paused, or be well again.
  let changes = 0;
  const start = (delivery: DueDelivery, target: Target): void => {
    left -= 1;
    const work = requests.add(async () => {
      const wentWell = await deliver(deps, delivery, target, grace.signal);
      if (wentWell && !target.isFailing) return;
      changes += 1;
      waiting = [];
    });
    sending.set(
      delivery.id,
      work.finally(() => sending.delete(delivery.id)),
    );
  };
  try {
    for (;;) {
      if (isOver()) waiting = [];
      else if (waiting.length === 0) {
        const known = changes;
        seen = await look(deps, place, [...sending.keys()]);
        if (known !== changes) continue;
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
  return isOver() || !seen ? { goOnIn: 0 } : nextTurn(deps, place, seen);
};

/** What is known of a webhook. */
interface Look {
  at: Date;
  target: Target | undefined;
  due: DueDelivery[];
}

const isPaused = ({ pausedUntil }: Target, at: Date): boolean => pausedUntil !== null && pausedUntil > at;

const look = async (
  { store: { sql }, clock }: DeliverDeps,
  place: WebhookPlace,
  without: readonly string[],
): Promise<Look> => {
  const at = clock();
  const target = await findTarget(sql, place);
  if (!target || isPaused(target, at)) return { at, target, due: [] };
  return { at, target, due: await findDue(sql, place, { now: at, without, limit: BATCH }) };
};

const nextTurn = async (
  { store: { sql } }: DeliverDeps,
  place: WebhookPlace,
  { at, target }: Look,
): Promise<Outcome> => {
  if (!target) return undefined;
  const next = isPaused(target, at) ? target.pausedUntil : await findNextDue(sql, place, at);
  return next ? { goOnAt: next } : undefined;
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
