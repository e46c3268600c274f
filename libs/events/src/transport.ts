import { unavailable } from '@parley/errors';
import type { Database } from '@parley/persistence';
import type { Consumer } from './deliver';
import type { EmbeddedBroker } from './embedded/broker';
import { runEmbeddedRelay } from './embedded/relay';
import type { EventObserver, Log } from './event';
import { openLink } from './jetstream/link';
import { openNudges } from './jetstream/nudge';
import { runRelay } from './jetstream/relay';
import { runDurable } from './jetstream/runner';
import { durableInfo, ensureTopology, streamName } from './jetstream/streams';
import type { Locks } from './locks';
import { atMost, type Bell } from './pause';
import { inUse, type Subscription } from './topology';

/** Delivery through NATS JetStream. */
export interface JetStreamOptions {
  /** One URL, or several separated by commas. */
  natsUrl: string;
  /** Keeps several installations apart in one NATS account; default none. */
  prefix?: string;
  /** Copies of each stream in a NATS cluster; default 1. */
  replicas?: number;
}

/** How events travel: within this process, or through NATS. */
export type Transport = EmbeddedBroker | JetStreamOptions;

/** Whether events stay in this process. */
export const isEmbedded = (transport: Transport): transport is EmbeddedBroker => !('natsUrl' in transport);

/** Times and sizes that rarely need another value than the default. */
export interface EventSettings {
  /**
   * Milliseconds between two polls of the outbox without a wake-up; default 1,000. Longer where a lookout checks `due` and wakes
   * the relay.
   */
  pollMs: number;
  /** Least milliseconds between two polls, so that changes in between share one; default 10. */
  gatherMs: number;
  /**
   * The same after a look that found several events: each consumer handles those of one look in one transaction, which costs little
   * more for many than for one, and a person notices no twentieth of a second; default 40.
   */
  burstGatherMs: number;
  /** Most events read at once; default 200. */
  batchSize: number;
  /** Least milliseconds between two checks of JetStream's acknowledgements; default 1,000. */
  confirmMs: number;
  /** Milliseconds between two tries to become leader; default 1,000. */
  leaderRetryMs: number;
  /** Most milliseconds that running handlers get at a stop; default 10,000. */
  stopDeadlineMs: number;
}

export const defaultSettings: EventSettings = {
  pollMs: 1_000,
  gatherMs: 10,
  burstGatherMs: 40,
  batchSize: 200,
  confirmMs: 1_000,
  leaderRetryMs: 1_000,
  stopDeadlineMs: 10_000,
};

/** Most events of one outbox that the embedded transport holds in memory. */
const WINDOW = 1_000;

/** How long the question for a lag waits for the broker, in milliseconds. */
const LAG_LIMIT_MS = 2_000;

export interface TransportDeps extends EventSettings {
  service: string;
  db: Database;
  topology: readonly Subscription[];
  locks: Locks;
  log: Log;
  observer: EventObserver;
  bell: Bell;
  consumers: readonly Consumer[];
  /** Called when another process of the service wrote something. */
  nudged(): void;
}

/** How far a consumer of this process is behind. */
export interface ConsumerLag {
  durable: string;
  /** Events that it has to handle or is handling; some of them may not concern it. */
  pending: number;
}

/** A transport at work. */
export interface RunningTransport {
  health(): Promise<void>;
  consumerLag(): Promise<ConsumerLag[]>;
  /** Notifies the other processes of the service that this one wrote a change. */
  nudge(): void;
  /** Called before the locks are given back: ends deliveries that other services of the process started. */
  detach(): Promise<void>;
  /** Called after. */
  close(): Promise<void>;
}

const startEmbedded = async (deps: TransportDeps, broker: EmbeddedBroker): Promise<RunningTransport> => {
  await Promise.all(deps.consumers.map(({ care }) => care.begin()));
  const detachers = deps.consumers.map((consumer) => broker.attach(consumer));
  deps.locks.lead('relay', (held) => runEmbeddedRelay({ ...deps, broker, windowSize: WINDOW }, held));
  return {
    health: () => Promise.resolve(),
    consumerLag: () =>
      Promise.resolve(
        deps.consumers.map(({ durable, gate }) => ({ durable, pending: gate.size + gate.pending })),
      ),
    // There is no other process.
    nudge: () => undefined,
    detach: async () => {
      detachers.forEach((detach) => detach());
      const idle = Promise.all(deps.consumers.map(({ gate }) => gate.onIdle()));
      await atMost(deps.stopDeadlineMs, idle);
      await Promise.all(deps.consumers.map(({ care }) => care.end()));
    },
    close: () => Promise.resolve(),
  };
};

const startJetStream = async (deps: TransportDeps, options: JetStreamOptions): Promise<RunningTransport> => {
  const { log, service, topology, locks } = deps;
  const link = await openLink({ log, url: options.natsUrl, name: `parley ${service}` });
  const place = { prefix: options.prefix ?? '', replicas: options.replicas ?? 1 };
  try {
    const { jsm } = await link.session(AbortSignal.timeout(10_000));
    await ensureTopology(jsm, place, service, topology);
  } catch (error) {
    await link.close();
    throw unavailable(`NATS did not set up the streams: ${(error as Error).message}`, error);
  }
  const consumed = deps.consumers.flatMap((consumer) =>
    inUse(topology)
      .filter(({ durable }) => durable === consumer.durable)
      .map((subscription) => ({ consumer, subscription })),
  );
  locks.lead('relay', (held) => runRelay({ ...deps, link, place }, held));
  for (const { consumer, subscription } of consumed) {
    locks.lead(`durable:${consumer.durable}`, (held) =>
      runDurable({ ...deps, link, place, subscription, consumer }, held),
    );
  }
  const measureLag = async ({ durable, stream }: Subscription): Promise<ConsumerLag> => {
    const { jsm } = await link.session(AbortSignal.timeout(LAG_LIMIT_MS));
    const info = await durableInfo(jsm, streamName(place, stream), durable);
    return { durable, pending: info ? info.num_pending + info.num_ack_pending : 0 };
  };
  const nudges = openNudges({ link, place, service, heard: deps.nudged });
  return {
    health: () => link.health(),
    consumerLag: () => Promise.all(consumed.map(({ subscription }) => measureLag(subscription))),
    nudge: nudges.tell,
    detach: () => Promise.resolve(),
    close: () => {
      nudges.close();
      return link.close();
    },
  };
};

export const startTransport = async (deps: TransportDeps, transport: Transport): Promise<RunningTransport> =>
  isEmbedded(transport) ? startEmbedded(deps, transport) : startJetStream(deps, transport);
