import { type Consumer } from '../deliver';

/**
 * Connects the services of one process: producers hand over events, consumers take them. Holds no events itself; those
 * are in the producers' outboxes.
 */
export interface EmbeddedBroker {
  readonly kind: 'embedded';
  /** Takes over a durable's deliveries until the answered function gives them back. */
  attach(consumer: Consumer): () => void;
  /** The consumer of a durable; waits until there is one. Undefined when the signal ended the wait. */
  consumerOf(durable: string, signal: AbortSignal): Promise<Consumer | undefined>;
  /** Durables that events wait for in vain. */
  awaited(): string[];
}

/** Creates the broker that all services of the process share. */
export const createEmbeddedBroker = (): EmbeddedBroker => {
  const consumers = new Map<string, Consumer>();
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
      if (consumers.has(consumer.durable))
        throw new Error(`The durable "${consumer.durable}" has a consumer in this process`);
      consumers.set(consumer.durable, consumer);
      for (const resolve of [...(waiting.get(consumer.durable) ?? [])]) resolve();
      return () => void consumers.delete(consumer.durable);
    },
    consumerOf: async (durable, signal) => {
      while (!signal.aborted) {
        const consumer = consumers.get(durable);
        if (consumer) return consumer;
        await waitFor(durable, signal);
      }
      return undefined;
    },
    awaited: () => [...waiting.keys()],
  };
};
