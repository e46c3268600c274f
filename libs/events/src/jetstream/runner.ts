import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { type Consumer, deliver } from '../deliver';
import { createLanes } from '../lanes';
import { atMost, pause, shareable, untilAborted } from '../pause';
import { matching, type Subscription } from '../topology';
import type { NatsLink, NatsSession } from './link';
import { decodeEvent } from './message';
import { ensureTopology, isMissing, type JetStreamPlace, rewindDurable, streamName } from './streams';

/** Pull requests end after this long without messages, in milliseconds. */
const PULL_MS = 30_000;
/** How often events in hand are reported as being worked on; well below the server's patience. In milliseconds. */
const WORKING_MS = 20_000;

/** The dependencies of the runner of one durable. */
export interface RunnerDeps {
  link: NatsLink;
  place: JetStreamPlace;
  service: string;
  topology: readonly Subscription[];
  subscription: Subscription;
  consumer: Consumer;
  /** Most milliseconds that running handlers get to finish when the process stops. */
  stopDeadlineMs: number;
}

const attempt = (action: () => void): void => {
  try {
    action();
  } catch {
    // The connection is closed; the event comes again and is recognised.
  }
};

const runSession = async (deps: RunnerDeps, session: NatsSession, held: AbortSignal): Promise<void> => {
  const { place, subscription, consumer, topology } = deps;
  const { log, options } = consumer;
  const { durable } = subscription;
  await ensureTopology(session.jsm, place, deps.service, topology);
  await rewindDurable(session.jsm, place, subscription);
  const source = await session.js.consumers.get(streamName(place, subscription.stream), durable);

  const broken = new AbortController();
  const signal = shareable(AbortSignal.any([held, session.lost, broken.signal]));
  const lanes = createLanes();
  const inHand = new Map<number, JsMsg>();
  const heartbeat = setInterval(
    () => inHand.forEach((message) => attempt(() => message.working())),
    WORKING_MS,
  );
  let delivered = 0;

  const take = (message: JsMsg): void => {
    const { streamSequence, deliverySequence } = message.info;
    delivered += 1;
    if (deliverySequence !== delivered) {
      log.warn(
        { durable, expected: delivered, got: deliverySequence },
        'a delivery is missing, starting over',
      );
      broken.abort();
      return;
    }
    if (inHand.has(streamSequence)) return;
    let event: ReturnType<typeof decodeEvent>;
    try {
      event = decodeEvent(place, message);
    } catch (error) {
      log.error({ err: error, durable, streamSequence }, 'a message is no event and was dropped');
      message.term();
      return;
    }
    if (matching([subscription], event.subject).length === 0) {
      message.ack();
      return;
    }
    inHand.set(streamSequence, message);
    lanes.run(`${event.projectId}/${event.aggregateId}`, async () => {
      const outcome = signal.aborted ? 'stopped' : await deliver(consumer, event, signal);
      inHand.delete(streamSequence);
      if (outcome !== 'stopped') attempt(() => message.ack());
    });
  };

  const pull = async (): Promise<void> => {
    const room = options.maxInFlight - lanes.size();
    const messages: ConsumerMessages = await source.fetch({ max_messages: room, expires: PULL_MS });
    const close = (): void => void messages.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      if (signal.aborted) close();
      for await (const message of messages) {
        if (signal.aborted) break;
        take(message);
      }
    } finally {
      signal.removeEventListener('abort', close);
    }
  };

  try {
    while (!signal.aborted) {
      await untilAborted(signal, lanes.below(Math.ceil(options.maxInFlight / 2)));
      if (!signal.aborted) await pull();
    }
  } finally {
    broken.abort();
    // A new session may only start when no handler of this one runs, or one aggregate's events could overtake.
    const idle = lanes.below(1);
    await untilAborted(held, idle);
    if (held.aborted) await atMost(deps.stopDeadlineMs, idle);
    clearInterval(heartbeat);
  }
};

/** Delivers a durable's events to its handler until the lock is lost. Only one process may run it at a time. */
export const runDurable = async (deps: RunnerDeps, held: AbortSignal): Promise<void> => {
  const { log, durable, care } = deps.consumer;
  await care.begin();
  while (!held.aborted) {
    try {
      await runSession(deps, await deps.link.session(held), held);
    } catch (error) {
      if (held.aborted) break;
      log.warn({ err: error, durable, missing: isMissing(error) }, 'event consumer interrupted');
    }
    await pause(500, held);
  }
  await care.end();
};
