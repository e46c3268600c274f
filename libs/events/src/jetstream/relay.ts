import type { PubAck } from '@nats-io/jetstream';
import type { Database } from '@parley/persistence';
import type { EventObserver, Log } from '../event';
import { type OutboxEvent, type Placement, recordPublished, unpublishedEvents } from '../outbox.store';
import { type Bell, pause, pauseUntil, restAfterLook, unlessAborted } from '../pause';
import type { Subscription } from '../topology';
import { confirmDelivered } from './confirm';
import { inspectStream, repairDurables } from './inspect';
import type { NatsLink, NatsSession } from './link';
import { encodeEvent } from './message';
import { ensureTopology, type JetStreamPlace, streamName, wireSubject } from './streams';

/** The dependencies of a service's relay. */
export interface RelayDeps {
  db: Database;
  link: NatsLink;
  place: JetStreamPlace;
  service: string;
  topology: readonly Subscription[];
  log: Log;
  observer: EventObserver;
  bell: Bell;
  /** Milliseconds between two polls of the outbox without a ring. */
  pollMs: number;
  /** Least milliseconds between two polls of the outbox. */
  gatherMs: number;
  burstGatherMs: number;
  /** Most events published at once. */
  batchSize: number;
  /** Least milliseconds between two checks of the delivered events. */
  confirmMs: number;
}

/** The relay's view of its stream. */
export interface StreamView {
  /** When the stream was created; another value means another stream. */
  epoch: string;
  /** The stream's last sequence, which the server checks at every publish. */
  lastSeq: number;
  firstSeq: number;
  messages: number;
}

interface RelayState {
  view: StreamView;
  /** The next events may be in the stream without the outbox knowing: one at a time, until one is new to the stream. */
  careful: boolean;
  /** Set after a loss: part of the message ids, so that the server does not take the resent events for known ones. */
  resend: string;
}

type Published = Placement & { duplicate: boolean };

const messageId = (state: RelayState, event: OutboxEvent): string =>
  state.resend ? `${event.id}-${state.resend}` : event.id;

/** Publishes one event, which must become the next after `lastSequence` and, when given, after the event `behind`. */
const publishOne = async (
  deps: RelayDeps,
  session: NatsSession,
  state: RelayState,
  event: OutboxEvent,
  lastSequence: number,
  behind?: OutboxEvent,
): Promise<Published> => {
  const send = (traceparent?: string): Promise<PubAck> => {
    const { headers, body } = encodeEvent(
      traceparent === undefined ? event : { ...event, headers: { ...event.headers, traceparent } },
    );
    return session.js.publish(wireSubject(deps.place, event.subject), body, {
      msgID: messageId(state, event),
      headers,
      expect,
    });
  };
  // The server checks these, which keeps the order. No event is added behind one that failed, to a stream that lost its end, or by
  // a relay that does not know yet that it lost its lock.
  const expect = {
    lastSequence,
    streamName: streamName(deps.place, deps.service),
    ...(behind ? { lastMsgID: messageId(state, behind) } : {}),
  };
  const ack = await (deps.observer.publishing?.(event, send) ?? send());
  return { seq: event.seq, streamSeq: ack.seq, duplicate: ack.duplicate };
};

const publishAll = (
  deps: RelayDeps,
  session: NatsSession,
  state: RelayState,
  events: readonly OutboxEvent[],
): Promise<PromiseSettledResult<Published>[]> => {
  const { lastSeq } = state.view;
  const sent = events.map((event, index) =>
    publishOne(deps, session, state, event, lastSeq + index, events[index - 1]),
  );
  return unlessAborted(session.lost, Promise.allSettled(sent));
};

/** Publishes the next events and records where they are; answers how many it found. */
const publishBatch = async (deps: RelayDeps, session: NatsSession, state: RelayState): Promise<number> => {
  const events = await unpublishedEvents(deps.db, deps.batchSize);
  const placed: Placement[] = [];
  const place = ({ seq, streamSeq, duplicate }: Published): void => {
    if (!duplicate && streamSeq !== state.view.lastSeq + 1) {
      throw new Error(`The stream put event ${seq} at ${streamSeq}, out of turn`);
    }
    if (!duplicate) state.view.lastSeq = streamSeq;
    placed.push({ seq, streamSeq });
  };
  try {
    const rest = [...events];
    while (state.careful && rest.length > 0) {
      const [event] = rest.splice(0, 1) as [OutboxEvent];
      const sent = publishOne(deps, session, state, event, state.view.lastSeq);
      const published = await unlessAborted(session.lost, sent);
      place(published);
      // Events go out in order: what comes behind one that the stream did not know is new to it, too.
      state.careful = published.duplicate;
    }
    for (const result of await publishAll(deps, session, state, rest)) {
      if (result.status === 'rejected') throw result.reason;
      place(result.value);
    }
  } finally {
    if (placed.length > 0) {
      await recordPublished(deps.db, state.view.epoch, placed);
      deps.observer.published?.(placed.length);
    }
  }
  return events.length;
};

const runSession = async (
  deps: RelayDeps,
  session: NatsSession,
  state: Pick<RelayState, 'resend'>,
  signal: AbortSignal,
): Promise<void> => {
  await ensureTopology(session.jsm, deps.place, deps.service, deps.topology);
  const inspected = await inspectStream(deps, session);
  await repairDurables(deps, session, inspected.view);
  const current: RelayState = {
    resend: inspected.resend ?? state.resend,
    careful: true,
    view: inspected.view,
  };
  state.resend = current.resend;
  let undelivered = true;
  let nextConfirm = 0;
  while (!signal.aborted) {
    const lookedAt = performance.now();
    const found = await publishBatch(deps, session, current);
    undelivered ||= found > 0;
    if (undelivered && performance.now() >= nextConfirm) {
      const start = performance.now();
      const result = await confirmDelivered(deps, session);
      if (result.resend) {
        state.resend = result.resend;
        return;
      }
      undelivered = result.undelivered;
      // A long outbox makes the look expensive; it must not become the relay's main work.
      nextConfirm = performance.now() + Math.max(deps.confirmMs, 10 * (performance.now() - start));
    }
    if (found < deps.batchSize) {
      const untilConfirm = undelivered ? Math.max(0, nextConfirm - performance.now()) : deps.pollMs;
      await deps.bell.wait(Math.min(deps.pollMs, untilConfirm), signal);
      await pauseUntil(lookedAt + restAfterLook(deps, found), signal);
    }
  }
};

/** Moves a service's outbox to its stream until the lock is lost. Only one process may run it at a time. */
export const runRelay = async (deps: RelayDeps, held: AbortSignal): Promise<void> => {
  const state = { resend: '' };
  while (!held.aborted) {
    try {
      const session = await deps.link.session(held);
      await runSession(deps, session, state, AbortSignal.any([held, session.lost]));
    } catch (error) {
      if (held.aborted) break;
      deps.log.warn({ err: error, service: deps.service }, 'event relay interrupted');
    }
    await pause(300, held);
  }
};
