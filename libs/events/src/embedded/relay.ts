import type { Database } from '@parley/persistence';
import { deliver } from '../deliver';
import type { DomainEvent, EventObserver, Log } from '../event';
import { createLanes, type Lanes } from '../lanes';
import { deleteEvents, eventsExcept, type OutboxEvent } from '../outbox.store';
import { atMost, type Bell, pause, pauseUntil, restAfterLook, shareable } from '../pause';
import { matching, type Subscription } from '../topology';
import type { EmbeddedBroker, Taker } from './broker';

/** The dependencies of a service's embedded relay. */
export interface EmbeddedRelayDeps {
  db: Database;
  broker: EmbeddedBroker;
  topology: readonly Subscription[];
  log: Log;
  observer: EventObserver;
  bell: Bell;
  pollMs: number;
  gatherMs: number;
  burstGatherMs: number;
  batchSize: number;
  /** Most events of this outbox in memory. */
  windowSize: number;
  stopDeadlineMs: number;
}

interface Window {
  /** Sequences of the events that are in memory, until their rows are gone. */
  inHand: Set<number>;
  /** Those that every durable is done with. */
  done: number[];
  lanes: Map<string, Lanes>;
  /** Per taker: the end of the relay or of the taker. */
  signals: WeakMap<Taker, AbortSignal>;
}

/** Delivers to the process that has the durable; false when the relay stopped before. */
const deliverToTaker = async (
  deps: EmbeddedRelayDeps,
  window: Window,
  durable: string,
  event: DomainEvent,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    const taker = await deps.broker.awaitTaker(durable, signal);
    if (!taker || signal.aborted) return false;
    const either = window.signals.get(taker) ?? shareable(AbortSignal.any([signal, taker.gone]));
    window.signals.set(taker, either);
    // A service that stopped gives the event back, and its next start takes it.
    if ((await deliver(taker.consumer, event, either)) !== 'stopped') return true;
  }
};

const dispatch = (
  deps: EmbeddedRelayDeps,
  window: Window,
  { seq, ...event }: OutboxEvent,
  signal: AbortSignal,
): void => {
  const durables = matching(deps.topology, event.subject).map(({ durable }) => durable);
  let open = durables.length;
  const finish = (): void => {
    window.done.push(seq);
    deps.bell.ring();
  };
  if (open === 0) return finish();
  for (const durable of durables) {
    const lanes = window.lanes.get(durable) ?? createLanes();
    window.lanes.set(durable, lanes);
    lanes.run(`${event.projectId}/${event.aggregateId}`, async () => {
      if (!(await deliverToTaker(deps, window, durable, event, signal))) return;
      open -= 1;
      if (open === 0) finish();
    });
  }
};

const work = async (deps: EmbeddedRelayDeps, window: Window, signal: AbortSignal): Promise<void> => {
  const { db, log, batchSize, windowSize } = deps;
  while (!signal.aborted) {
    const lookedAt = performance.now();
    if (window.done.length > 0) {
      const done = [...window.done];
      await deleteEvents(db, done);
      window.done.splice(0, done.length);
      done.forEach((seq) => window.inHand.delete(seq));
    }
    const room = Math.min(batchSize, windowSize - window.inHand.size);
    const events = room > 0 ? await eventsExcept(db, [...window.inHand], room) : [];
    for (const event of events) {
      window.inHand.add(event.seq);
      dispatch(deps, window, event, signal);
    }
    if (events.length > 0) deps.observer.published?.(events.length);
    const awaited = deps.broker.awaited();
    if (room <= 0 && awaited.length > 0)
      log.warn({ durables: awaited }, 'events wait for durables without a consumer');
    if (room <= 0 || events.length < room) {
      await deps.bell.wait(deps.pollMs, signal);
      await pauseUntil(lookedAt + restAfterLook(deps, events.length), signal);
    }
  }
};

/**
 * Delivers a service's outbox to the consumers of this process until the lock is lost. Order is kept per aggregate. A row is
 * deleted when every durable has handled it. Rows that remain at a stop or crash are delivered at the next start.
 */
export const runEmbeddedRelay = async (deps: EmbeddedRelayDeps, held: AbortSignal): Promise<void> => {
  const { db, log } = deps;
  shareable(held);
  const window: Window = { inHand: new Set(), done: [], lanes: new Map(), signals: new WeakMap() };
  while (!held.aborted) {
    try {
      await work(deps, window, held);
    } catch (error) {
      if (!held.aborted) log.warn({ err: error }, 'event relay interrupted');
      await pause(300, held);
    }
  }
  const idle = Promise.all([...window.lanes.values()].map((lanes) => lanes.below(1)));
  await atMost(deps.stopDeadlineMs, idle);
  // Rows finished by now need no second delivery; if this fails, they are delivered again and recognised.
  if (window.done.length > 0) await deleteEvents(db, window.done).catch(() => undefined);
};
