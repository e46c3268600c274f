import { type Database, forgetInHand, type Sql } from '@parley/persistence';
import { appendEvents } from './append';
import {
  countDeadLetters,
  type DeadLetterFilter,
  listDeadLetters,
  pruneDeadLetters,
  type WaitingDeadLetter,
} from './dead-letter.store';
import {
  type Consumer,
  createConsumer,
  type EventHandler,
  type EventsHandler,
  oneByOne,
  type SubscribeOptions,
} from './deliver';
import type { EventObserver, Log, NewEvent } from './event';
import { GONE_MS, pruneGone } from './gone';
import { inboxRetentionMs, pruneInbox } from './inbox.store';
import { createLocks, type Locks } from './locks';
import { IN_OUTBOX, outboxLag, resetPublished, UNPUBLISHED } from './outbox.store';
import { createBell, pause } from './pause';
import { replayDeadLetters, type ReplayResult } from './replay';
import { readServiceName } from './subjects';
import { checkTopology, inUse, type Subscription } from './topology';
import {
  type ConsumerLag,
  defaultSettings,
  type EventSettings,
  isEmbedded,
  type RunningTransport,
  startTransport,
  type Transport,
} from './transport';

const PRUNE_EVERY_MS = 3_600_000;

/** What `createEvents` needs. */
export interface EventsOptions {
  /** This service: the first token of the subjects it appends. */
  service: string;
  /** The service's database, which has the tables of `eventTablesSql`. One of its connections holds the locks. */
  db: Database;
  transport: Transport;
  topology: readonly Subscription[];
  log: Log;
  observer?: EventObserver;
  /** For tests; default the system's clock. */
  clock?: { now(): Date };
  settings?: Partial<EventSettings>;
}

/** How far behind the events are. */
export interface EventLag {
  /** Age of the oldest event that is not delivered everywhere, in seconds. */
  outboxAgeSeconds: number;
  /** Events that are not delivered everywhere. */
  pending: number;
  /** Events that this service failed on and that wait for a replay. */
  deadLetters: number;
}

/** The events of one service: those it appends and those it handles. */
export interface Events {
  /** Appends events of this service in the transaction `sql`; call `wake` after its commit. Answers the ids. */
  append(sql: Sql, events: readonly NewEvent[]): Promise<string[]>;
  /** An SQL expression that is true while an event waits to leave the outbox. */
  readonly due: string;
  /** Makes the relay poll the outbox now and not at its next round, in whichever process of the service it runs. */
  wake(): void;
  /** Has `listener` called when another process of the service called `wake`, at most four times a second for each. */
  onNudge(listener: () => void): void;
  /** Sets the handler of a durable that the topology gives to this service. Before `start`. */
  subscribe<Payload>(durable: string, handler: EventHandler<Payload>, options?: SubscribeOptions): void;
  /** Like `subscribe`, with a handler that gets all events that share a transaction, so that one statement can serve many. */
  subscribeTogether<Payload>(
    durable: string,
    handler: EventsHandler<Payload>,
    options: SubscribeOptions & Required<Pick<SubscribeOptions, 'together'>>,
  ): void;
  /** Starts to publish and to consume. Throws when the transport cannot be reached. */
  start(): Promise<void>;
  /** Stops to pull, lets running handlers finish up to the deadline, gives the locks back. */
  stop(): Promise<void>;
  /** Throws an `unavailable` error while events cannot travel. */
  health(): Promise<void>;
  lag(): Promise<EventLag>;
  /** How far each consumer of this service is behind; none before `start`. */
  consumerLag(): Promise<ConsumerLag[]>;
  /** Dead letters of this service that wait for a replay, oldest first. */
  deadLetters(): AsyncGenerator<WaitingDeadLetter>;
  /** Handles this service's dead letters once more; see `replayDeadLetters`. */
  replayDeadLetters(filter?: DeadLetterFilter): Promise<ReplayResult>;
  /**
   * Has every event that is not delivered everywhere handed to the broker once more, by whichever process runs the relay;
   * answers how many. Consumers recognise what they have handled.
   */
  resend(): Promise<number>;
}

interface Running {
  transport: RunningTransport;
  locks: Locks;
}

/** Sets up a service's events. Nothing runs before `start`. */
// eslint-disable-next-line max-lines-per-function -- one life cycle: its parts start and stop in one order and share that state
export const createEvents = (options: EventsOptions): Events => {
  const { service, db, topology, log, observer = {}, clock = { now: () => new Date() } } = options;
  checkTopology(topology);
  const settings = { ...defaultSettings, ...options.settings };
  const consumers = new Map<string, Consumer>();
  const bell = createBell();
  const listeners: (() => void)[] = [];
  let running: Running | undefined;

  const nudged = (): void => {
    bell.ring();
    for (const listener of listeners) listener();
  };

  const prune = async (held: AbortSignal): Promise<void> => {
    while (!held.aborted) {
      const now = clock.now();
      const before = new Date(now.getTime() - inboxRetentionMs);
      const tidy = (tidying: Promise<unknown>): Promise<unknown> =>
        tidying.catch((error: unknown) =>
          log.warn({ err: error }, 'old rows of events could not be deleted'),
        );
      await tidy(forgetInHand(db, before));
      if ([...consumers.values()].some(({ options: { about } }) => about))
        await tidy(pruneGone(db, new Date(now.getTime() - GONE_MS)));
      for (const durable of consumers.keys()) {
        await tidy(pruneInbox(db, durable, before));
        await tidy(pruneDeadLetters(db, durable, before, now));
      }
      await pause(PRUNE_EVERY_MS, held);
    }
  };

  const subscribe = (durable: string, handler: EventsHandler, subscribeOptions: SubscribeOptions): void => {
    if (running) throw new Error(`"${durable}" is subscribed after the start`);
    if (consumers.has(durable)) throw new Error(`"${durable}" has a handler already`);
    if (!inUse(topology).some((entry) => entry.durable === durable && entry.consumer === service)) {
      throw new Error(`The topology does not give the durable "${durable}" to the service "${service}"`);
    }
    consumers.set(durable, createConsumer({ db, clock, log, observer }, durable, handler, subscribeOptions));
  };

  return {
    append: (sql, events) => {
      const foreign = events.find(({ subject }) => readServiceName(subject) !== service);
      if (foreign)
        return Promise.reject(new TypeError(`"${foreign.subject}" is no event of the service "${service}"`));
      return appendEvents(sql, events);
    },
    due: isEmbedded(options.transport) ? IN_OUTBOX : UNPUBLISHED,
    wake: () => {
      bell.ring();
      running?.transport.nudge();
    },
    onNudge: (listener) => void listeners.push(listener),
    subscribe: (durable, handler, subscribeOptions = {}) =>
      subscribe(durable, oneByOne(handler as EventHandler), subscribeOptions),
    subscribeTogether: (durable, handler, subscribeOptions) =>
      subscribe(durable, handler as EventsHandler, subscribeOptions),
    start: async () => {
      if (running) throw new Error('The events are running');
      const locks = createLocks({
        db,
        log,
        retryMs: settings.leaderRetryMs,
        isRivalled: !isEmbedded(options.transport),
      });
      const deps = {
        ...settings,
        service,
        db,
        topology,
        locks,
        log,
        observer,
        bell,
        consumers: [...consumers.values()],
        nudged,
      };
      running = { locks, transport: await startTransport(deps, options.transport) };
      if (consumers.size > 0) locks.lead('prune', prune);
    },
    stop: async () => {
      if (!running) return;
      const { transport, locks } = running;
      running = undefined;
      await Promise.all([transport.detach(), locks.stop()]);
      await transport.close();
    },
    health: () =>
      running ? running.transport.health() : Promise.reject(new Error('The events are not running')),
    lag: async () => {
      const [{ pending, age }, deadLetters] = await Promise.all([outboxLag(db), countDeadLetters(db)]);
      return { outboxAgeSeconds: age, pending, deadLetters };
    },
    consumerLag: () => running?.transport.consumerLag() ?? Promise.resolve([]),
    deadLetters: () => listDeadLetters(db),
    resend: () => resetPublished(db),
    replayDeadLetters: (filter) => replayDeadLetters({ sql: db, log, consumers }, filter),
  };
};
