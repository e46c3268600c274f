import { type Database, gather, MAX_DEATHS, type Sql, takeTurns } from '@parley/persistence';
import PQueue from 'p-queue';
import { type Care, createCare } from './care';
import { forgetDeadLetters, insertDeadLetter } from './dead-letter.store';
import type { DomainEvent, EventObserver, Log, Outcome } from './event';
import { type About, isDeletion, isEnd, leaveOutGone, leaveOutMentions } from './gone';
import { isRemembered, remember, rememberAll } from './inbox.store';
import { pause } from './pause';

/** Called once a transaction is durable; not called when the process ends between. */
export type AfterCommit = () => void;

/**
 * Handles one event. `tx` is the transaction that also remembers the event as handled (with `transactional: false` the pool
 * itself). A returned function is called after the commit. Throwing means "try again later".
 */
export type EventHandler<Payload = unknown> = (
  event: DomainEvent<Payload>,
  tx: Sql,
) => Promise<AfterCommit | undefined | void>;

/** Handles events that share a transaction, in their order; all of them fail with it, and then each is tried alone. */
export type EventsHandler<Payload = unknown> = (
  events: readonly DomainEvent<Payload>[],
  tx: Sql,
) => Promise<AfterCommit | undefined | void>;

/** Handles events sequentially. */
export const oneByOne =
  (handler: EventHandler): EventsHandler =>
  async (events, tx) => {
    const all: (AfterCommit | undefined | void)[] = [];
    for (const event of events) all.push(await handler(event, tx));
    return () => {
      for (const after of all) after?.();
    };
  };

/** How one subscription is handled. */
export interface SubscribeOptions {
  /**
   * Whether an event has any effect: one that has none is acknowledged without a transaction, and not remembered. By the event alone;
   * default every one has.
   */
  concerns?: (event: DomainEvent) => boolean;
  /**
   * The events of a batch that have an effect, by the database before their transaction; the others are treated as by `concerns`. Ends of
   * things are always handled. For `together`; default all have one.
   */
  findEffective?: ((events: readonly DomainEvent[], sql: Sql) => Promise<readonly DomainEvent[]>) | undefined;
  /**
   * False when the effects are not SQL: the event is remembered after the handler, which may therefore see it twice.
   * Default true.
   */
  transactional?: boolean;
  /** Attempts before the event becomes a dead letter; default 8. */
  attempts?: number;
  /** Milliseconds before attempt `n + 1`; default 1 s, 2 s, 4 s … at most 30 s. */
  backoff?: (attempt: number) => number;
  /**
   * The shared rows of an event, such as those of a project, that other durables of the service write too. Handlers of events with
   * the same key run sequentially, and each sees the commits of the one before. Its lock is `takeTurns` of that key, taken before
   * the handler runs. For transactional handlers; default nothing.
   */
  turns?: ((event: DomainEvent) => string) | undefined;
  /**
   * Ids of the contacts, companies and tickets that an event is about. Late events about a deleted one are dropped; in those about a
   * merged contact its id is replaced. The end itself is handled, unless it is also about another deleted thing. For transactional
   * handlers of a service with `goneTableSql`; default none.
   */
  about?: About | undefined;
  /**
   * Ids of contacts that an event only mentions, beside those it is about. Deleted ones are taken out of the lists of late events, merged
   * ones are replaced. Default none.
   */
  mentions?: About | undefined;
  /** Most handlers at once; default 8. Each takes a connection of the pool while it runs. */
  concurrency?: number;
  /**
   * Most events that share a transaction: those that arrive while one runs go together in the next. For transactional handlers that are short and lock nothing that others wait for. Default 1.
   */
  together?: number;
  /** Milliseconds between the starts of two such transactions, unless one is full; default 0. */
  everyMs?: number;
  /** Most events held in memory; default 1,000. */
  maxInFlight?: number;
}

type OptionalRule = 'turns' | 'about' | 'mentions' | 'findEffective';

/** A subscription with everything its deliveries need. */
export interface Consumer {
  durable: string;
  handler: EventsHandler;
  options: Required<Omit<SubscribeOptions, OptionalRule>> & Pick<SubscribeOptions, OptionalRule>;
  db: Database;
  clock: { now(): Date };
  log: Log;
  observer: EventObserver;
  /** Keeps events that end the process from doing so for ever. */
  care: Care;
  /** Limits the events that are tried at once; waiting for a retry takes no place in it. */
  gate: PQueue;
  /** Tries an event once. Rejects when its handler failed. */
  attempt(event: DomainEvent): Promise<Handled>;
}

type Handled = 'handled' | 'duplicate';

export const defaultBackoff = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 30_000);

export const createConsumer = (
  deps: Pick<Consumer, 'db' | 'clock' | 'log' | 'observer'>,
  durable: string,
  handler: EventsHandler,
  options: SubscribeOptions,
): Consumer => {
  const concurrency = options.concurrency ?? 8;
  const together = options.together ?? 1;
  const everyMs = options.everyMs ?? 0;
  const maxInFlight = options.maxInFlight ?? 1_000;
  const handling = {
    ...deps,
    durable,
    handler,
    options: {
      concerns: options.concerns ?? (() => true),
      transactional: options.transactional ?? true,
      turns: options.turns,
      about: options.about,
      mentions: options.mentions,
      findEffective: options.findEffective,
      attempts: options.attempts ?? 8,
      backoff: options.backoff ?? defaultBackoff,
      concurrency,
      together,
      everyMs,
      maxInFlight,
    },
  };
  const parts = {
    ...handling,
    care: createCare({
      ...deps,
      durable,
      maxInFlight,
      setAside: (event, reason) => setAside(handling, event, reason, MAX_DEATHS),
    }),
  };
  if (together === 1)
    return {
      ...parts,
      gate: new PQueue({ concurrency }),
      attempt: (event) => handleOnce(parts, event),
    };
  if (!parts.options.transactional)
    throw new Error(`"${durable}" has no transaction that events could share`);
  return {
    ...parts,
    // While one transaction runs, the events of the next gather.
    gate: new PQueue({ concurrency: 2 * together }),
    attempt: gather<DomainEvent, Handled>((events) => handleEffective(parts, events), {
      maxBatch: together,
      atATime: 1,
      everyMs,
    }),
  };
};

/** What handling an event takes. */
type Handling = Pick<Consumer, 'db' | 'clock' | 'durable' | 'handler' | 'options'>;

/** Waits for the turn of events; answers those that are not about deleted things. */
const takeIn = async (
  { clock, options: { turns, about, mentions } }: Handling,
  events: readonly DomainEvent[],
  tx: Sql,
): Promise<readonly DomainEvent[]> => {
  if (turns) await takeTurns(tx, events.map(turns));
  if (!about) return events;
  const presence = { about, mentions, inTurn: turns !== undefined, at: clock.now() };
  const present = await leaveOutGone(tx, events, presence);
  return mentions ? leaveOutMentions(tx, present, mentions) : present;
};

/**
 * Runs the handler in its transaction, in the turn of its events, without events about deleted things. A deletion removes the dead
 * letters about its aggregate.
 */
const handleInTurn = async (
  consumer: Handling,
  events: readonly DomainEvent[],
  tx: Sql,
): Promise<AfterCommit | undefined | void> => {
  const present = await takeIn(consumer, events, tx);
  const after = present.length > 0 ? await consumer.handler(present, tx) : undefined;
  await forgetDeadLetters(tx, events.filter(isDeletion));
  return after;
};

/** Runs the handler once, unless the event was handled before; `also` joins the transaction. */
export const handleOnce = async (
  consumer: Handling,
  event: DomainEvent,
  also: (sql: Sql) => Promise<void> = () => Promise.resolve(),
): Promise<Handled> => {
  const { durable, db, handler } = consumer;
  if (!consumer.options.transactional) {
    const known = await isRemembered(db, durable, event.id);
    if (!known) {
      const after = await handler([event], db);
      await remember(db, durable, event.id);
      after?.();
    }
    await also(db);
    return known ? 'duplicate' : 'handled';
  }
  const { fresh, after } = await db.transaction(async (tx) => {
    const isFresh = await remember(tx, durable, event.id);
    const answer = isFresh ? await handleInTurn(consumer, [event], tx) : undefined;
    await also(tx);
    return { fresh: isFresh, after: answer };
  });
  after?.();
  return fresh ? 'handled' : 'duplicate';
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Handles those of the events that have an effect. */
const handleEffective = async (
  consumer: Handling,
  events: readonly DomainEvent[],
): Promise<(Handled | Error)[]> => {
  const { db, options } = consumer;
  if (!options.findEffective) return handleTogether(consumer, events);
  const found = new Set(await options.findEffective(events, db));
  const effective = events.filter((event) => found.has(event) || isEnd(event));
  const handled = effective.length > 0 ? await handleTogether(consumer, effective) : [];
  const outcomes = new Map(effective.map((event, at) => [event, handled[at]]));
  return events.map((event) => outcomes.get(event) ?? 'handled');
};

/** Handles events in one transaction; when that fails, each in its own, so that one bad event fails alone. */
const handleTogether = async (
  consumer: Handling,
  events: readonly DomainEvent[],
): Promise<(Handled | Error)[]> => {
  const { db, durable } = consumer;
  const alone = (event: DomainEvent): Promise<Handled | Error> => handleOnce(consumer, event).catch(asError);
  const [first] = events;
  if (events.length === 1 && first) return [await alone(first)];
  try {
    const all = await db.transaction(async (tx) => {
      const ids = events.map(({ id }) => id);
      const fresh = await rememberAll(tx, durable, ids);
      const outcomes = events.map(({ id }): Handled => (fresh.delete(id) ? 'handled' : 'duplicate'));
      const unhandled = events.filter((_, at) => outcomes[at] === 'handled');
      return {
        outcomes,
        after: unhandled.length > 0 ? await handleInTurn(consumer, unhandled, tx) : undefined,
      };
    });
    all.after?.();
    return all.outcomes;
  } catch {
    const outcomes: (Handled | Error)[] = [];
    for (const event of events) outcomes.push(await alone(event));
    return outcomes;
  }
};

/** Makes a dead letter of an event, unless its contact or ticket was deleted in the meantime. */
const setAside = (
  consumer: Handling,
  event: DomainEvent,
  error: unknown,
  attempts: number,
): Promise<void> => {
  const insert = (sql: Sql, letter: DomainEvent): Promise<void> =>
    insertDeadLetter(sql, consumer.durable, letter, error, attempts);
  return (
    consumer.db
      .transaction(async (tx) => {
        const [present] = await takeIn(consumer, [event], tx);
        if (present) await insert(tx, present);
      })
      // What cannot even be read stays as it is.
      .catch(() => insert(consumer.db, event))
  );
};

const attemptUntilDone = async (
  consumer: Consumer,
  event: DomainEvent,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { durable, gate, log, observer, options, care } = consumer;
  let isSuspect: boolean | undefined;
  const handle = async (): Promise<Outcome> => {
    if (!options.concerns(event)) return 'handled';
    isSuspect ??= await care.isSuspect(event);
    return isSuspect ? care.attempt(event, consumer.attempt) : consumer.attempt(event);
  };
  const handleObserved = (): Promise<Outcome> => observer.handling?.(durable, event, handle) ?? handle();
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, error } = await gate.add(async (): Promise<{ outcome?: Outcome; error?: unknown }> => {
      if (signal.aborted) return { outcome: 'stopped' };
      try {
        return { outcome: await handleObserved() };
      } catch (failure) {
        return { error: failure };
      }
    });
    if (outcome) return outcome;
    observer.failed?.(durable);
    const { id: eventId, subject, projectId } = event;
    const about = { err: error, durable, eventId, subject, projectId, attempt };
    if (attempt < options.attempts) {
      log.warn(about, 'event handler failed and will run again');
    } else {
      try {
        await setAside(consumer, event, error, attempt);
        log.error(about, 'event became a dead letter');
        return 'dead';
      } catch (storeError) {
        // While the database is away nothing is given up: the handler gets another attempt when it is back.
        log.error({ ...about, storeError }, 'event handler failed and its dead letter could not be stored');
      }
    }
    await pause(options.backoff(attempt), signal);
    if (signal.aborted) return 'stopped';
  }
};

/**
 * Delivers one event: retries with backoff, then stores it as a dead letter. Never rejects; `stopped` when the signal
 * ended it before, and then the event has to come again.
 */
export const deliver = async (
  consumer: Consumer,
  event: DomainEvent,
  signal: AbortSignal,
): Promise<Outcome> => {
  const start = performance.now();
  const outcome = await attemptUntilDone(consumer, event, signal);
  consumer.observer.delivered?.(consumer.durable, outcome, (performance.now() - start) / 1_000);
  return outcome;
};
