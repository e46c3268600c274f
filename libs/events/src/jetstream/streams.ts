import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { inUse, type Subscription } from '../topology';

/** Where the events are: one NATS account can hold several installations under different prefixes. */
export interface JetStreamPlace {
  prefix: string;
  /** Copies of each stream in a NATS cluster. */
  replicas: number;
}

/** How long the server refuses a second message with the same id, in milliseconds. */
const DUPLICATE_WINDOW_MS = 120_000;
/** After this long without an acknowledgement or a sign of work the server delivers again, in milliseconds. */
const ACK_WAIT_MS = 60_000;

export const streamName = ({ prefix }: JetStreamPlace, service: string): string =>
  ['PARLEY', prefix, service]
    .filter(Boolean)
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_-]/g, '_');

/** The subject on the wire. */
export const wireSubject = ({ prefix }: JetStreamPlace, subject: string): string =>
  prefix ? `${prefix}.${subject}` : subject;

/** Whether a stream or durable is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound);

const orMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** The state of a durable, or undefined when the stream or the durable is missing. */
export const durableInfo = (
  jsm: JetStreamManager,
  stream: string,
  durable: string,
): Promise<ConsumerInfo | undefined> => orMissing(jsm.consumers.info(stream, durable));

/**
 * Up to which place of the stream a durable has acknowledged everything it wants. The server answers 0 until the first
 * acknowledgement, also for a durable that starts further on.
 */
export const readAckFloor = ({ ack_floor: floor, config }: ConsumerInfo): number =>
  Math.max(floor.stream_seq, (config.opt_start_seq ?? 1) - 1);

const ensureStream = async (jsm: JetStreamManager, place: JetStreamPlace, service: string): Promise<void> => {
  const name = streamName(place, service);
  if (await orMissing(jsm.streams.info(name))) return;
  await jsm.streams.add({
    name,
    subjects: [wireSubject(place, `${service}.>`)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: place.replicas,
  });
};

/**
 * Creates a durable that delivers from a place of the stream on; without `from`, all that the stream has. A server of
 * version 2.9 filters by one subject only, so a durable of several gets the whole stream and skips the rest.
 */
export const addDurable = async (
  jsm: JetStreamManager,
  place: JetStreamPlace,
  subscription: Subscription,
  from?: number,
): Promise<ConsumerInfo> => {
  const { durable, stream, subjects } = subscription;
  const [only, ...others] = subjects;
  const filter =
    only !== undefined && others.length === 0 ? { filter_subject: wireSubject(place, only) } : {};
  const start =
    from === undefined
      ? { deliver_policy: DeliverPolicy.All }
      : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from };
  return jsm.consumers.add(streamName(place, stream), {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: -1,
    max_deliver: -1,
    ...start,
    ...filter,
  });
};

const ensureDurable = async (
  jsm: JetStreamManager,
  place: JetStreamPlace,
  subscription: Subscription,
): Promise<void> => {
  const stream = streamName(place, subscription.stream);
  if (await durableInfo(jsm, stream, subscription.durable)) return;
  try {
    await addDurable(jsm, place, subscription);
  } catch (error) {
    // Its runner may have created it in the meantime, with another start.
    if (!(await durableInfo(jsm, stream, subscription.durable))) throw error;
  }
};

/** Creates missing streams and durables, and removes retired durables. */
export const ensureTopology = async (
  jsm: JetStreamManager,
  place: JetStreamPlace,
  service: string,
  topology: readonly Subscription[],
): Promise<void> => {
  const services = new Set([service, ...topology.map(({ stream }) => stream)]);
  await Promise.all([...services].map((name) => ensureStream(jsm, place, name)));
  await Promise.all(inUse(topology).map((subscription) => ensureDurable(jsm, place, subscription)));
  const retired = topology.filter((subscription) => subscription.retired);
  await Promise.all(
    retired.map(({ stream, durable }) => orMissing(jsm.consumers.delete(streamName(place, stream), durable))),
  );
};

/**
 * Restarts a durable right after its last acknowledged event, so that everything unacknowledged comes once more and in order.
 * Redelivery by the server would put it behind newer events.
 */
export const rewindDurable = async (
  jsm: JetStreamManager,
  place: JetStreamPlace,
  subscription: Subscription,
): Promise<void> => {
  const stream = streamName(place, subscription.stream);
  const info = await durableInfo(jsm, stream, subscription.durable);
  if (!info) return ensureDurable(jsm, place, subscription);
  const start = (from?: number): Promise<ConsumerInfo | undefined> =>
    // Where a producer repaired it in between, it delivers all there is, which contains what this one would.
    addDurable(jsm, place, subscription, from).catch(async (error: unknown) => {
      if (await durableInfo(jsm, stream, subscription.durable)) return undefined;
      throw error;
    });
  const floor = readAckFloor(info);
  await orMissing(jsm.consumers.delete(stream, subscription.durable));
  const added = await start(floor + 1);
  // A stream that ends before that place lost its end in a crash: the floor then does not describe the new events.
  if (!added || added.delivered.stream_seq >= floor) return;
  await orMissing(jsm.consumers.delete(stream, subscription.durable));
  await start();
};
