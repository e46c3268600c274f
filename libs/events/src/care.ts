import { createInHand, type Sql } from '@parley/persistence';
import type { DomainEvent, Log, Outcome } from './event';
import { isRemembered } from './inbox.store';

/** Keeps the events of one durable that end their process from doing so for ever. */
export interface Care {
  /** Called when this process becomes the one that handles the durable. */
  begin(): Promise<void>;
  /** Called when it stops being that. */
  end(): Promise<void>;
  /** Whether the process before may have died with the event in hand. Asked once for each delivery. */
  isSuspect(event: DomainEvent): boolean | Promise<boolean>;
  /** Tries a suspect once; after three deaths it becomes a dead letter instead. Rejects when the handler failed. */
  attempt(event: DomainEvent, attempt: (event: DomainEvent) => Promise<Outcome>): Promise<Outcome>;
}

/**
 * A process that died had at most `maxInFlight` events of a durable in hand. They come again in their order, before any that it did not
 * have: so the first unhandled ones are the suspects. A process that stopped in order leaves none.
 */
export const createCare = (deps: {
  db: Sql;
  log: Log;
  durable: string;
  maxInFlight: number;
  /** Makes a dead letter of an event. */
  setAside(event: DomainEvent, reason: unknown): Promise<void>;
}): Care => {
  const { db, log, durable, maxInFlight, setAside } = deps;
  const hands = createInHand({ sql: db, worker: `events ${durable}`, log });
  let suspects = 0;

  const isNext = async ({ id }: DomainEvent): Promise<boolean> => {
    if (await isRemembered(db, durable, id)) return false;
    suspects -= 1;
    return true;
  };

  return {
    begin: async () => {
      if (!(await hands.begin())) return;
      suspects = maxInFlight;
      log.info({ durable }, 'the process before may have ended with events in hand');
    },
    end: () => hands.end(),
    isSuspect: (event) => suspects > 0 && isNext(event),
    attempt: async (event, attempt) => {
      let outcome: Outcome = 'dead';
      await hands.work([event], {
        key: ({ id }) => id,
        isSuspect: () => true,
        handle: async () => void (outcome = await attempt(event)),
        setAside,
      });
      return outcome;
    },
  };
};
