import type { Consumer } from '../deliver';

/** A consumer in this process. */
export interface Taker {
  consumer: Consumer;
  /** Aborted when its service stops. */
  gone: AbortSignal;
}

/**
 * Connects the services of one process: producers hand over events, consumers take them. Holds no events itself; those
 * are in the producers' outboxes.
 */
export interface EmbeddedBroker {
  readonly kind: 'embedded';
  /** Takes over a durable's deliveries until the answered function gives them back. */
  attach(consumer: Consumer): () => void;
  /** Who takes a durable's events; waits until there is someone. Undefined when the signal ended the wait. */
  awaitTaker(durable: string, signal: AbortSignal): Promise<Taker | undefined>;
  /** Durables that events wait for in vain. */
  awaited(): string[];
}

/** Creates the broker that all services of the process share. */
export const createEmbeddedBroker = (): EmbeddedBroker => {
  const takers = new Map<string, Taker>();
  const waiting = new Map<string, Set<() => void>>();

  const waitFor = (durable: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const waiters = waiting.get(durable) ?? new Set();
      waiting.set(durable, waiters);
      const end = (): void => {
        signal.removeEventListener('abort', end);
        waiters.delete(end);
        if (waiters.size === 0 && waiting.get(durable) === waiters) waiting.delete(durable);
        resolve();
      };
      waiters.add(end);
      signal.addEventListener('abort', end, { once: true });
    });

  return {
    kind: 'embedded',
    attach: (consumer) => {
      const { durable } = consumer;
      if (takers.has(durable)) throw new Error(`The durable "${durable}" has a consumer in this process`);
      const gone = new AbortController();
      takers.set(durable, { consumer, gone: gone.signal });
      for (const resolve of [...(waiting.get(durable) ?? [])]) resolve();
      return () => {
        takers.delete(durable);
        gone.abort();
      };
    },
    awaitTaker: async (durable, signal) => {
      while (!signal.aborted) {
        const taker = takers.get(durable);
        if (taker) return taker;
        await waitFor(durable, signal);
      }
      return undefined;
    },
    awaited: () => [...waiting.keys()],
  };
};
