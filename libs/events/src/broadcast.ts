import type { NatsConnection } from '@nats-io/transport-node';
import { unavailable } from '@parley/errors';
import type { EmbeddedBroker } from './embedded/broker';
import { createHub, type Hub } from './embedded/hub';
import type { Log } from './event';
import { connectNats } from './nats';
import type { Transport } from './transport';

/** Takes a message; the subject is the one that it was published to. */
export type Listener = (message: unknown, subject: string) => void;

/**
 * Messages to the processes that are connected at this moment: nothing is stored, and a message published without a connection is
 * lost.
 */
export interface Broadcast {
  /** Connects. Nothing is carried before. Throws an `unavailable` error when NATS does not answer within 10 s. */
  start(): Promise<void>;
  /** Sends a message, which must be JSON, to all who listen to the subject. */
  publish(subject: string, message: object): void;
  /** Listens to a subject, in which `*` is one token and `>` the rest; the answered function ends it. */
  subscribe(subject: string, listener: Listener): () => void;
  /** Throws an `unavailable` error while there is no connection. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/** What broadcasts need beside a transport. */
export interface BroadcastDeps {
  log: Log;
  /** Who connects, as NATS shows it. */
  name: string;
}

/** Where the services of one process hear each other. */
const hubs = new WeakMap<EmbeddedBroker, Hub>();

const findHub = (broker: EmbeddedBroker): Hub => {
  const hub = hubs.get(broker) ?? createHub();
  hubs.set(broker, hub);
  return hub;
};

const embedded = (broker: EmbeddedBroker): Broadcast => {
  const hub = findHub(broker);
  return {
    start: () => Promise.resolve(),
    publish: (subject, message) => {
      // As over a network: later, and a copy.
      const text = JSON.stringify(message);
      setImmediate(() => hub.tell(subject, text));
    },
    subscribe: (pattern, listener) =>
      hub.add(pattern, (subject, text) => listener(JSON.parse(text), subject)),
    health: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
};

const overNats = (
  { natsUrl, prefix = '' }: { natsUrl: string; prefix?: string },
  { log, name }: BroadcastDeps,
): Broadcast => {
  const root = `${prefix}BROADCAST.`;
  let nc: NatsConnection | undefined;
  let isUp = false;
  const watch = async (connection: NatsConnection): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
  };
  return {
    start: async () => {
      nc = await connectNats({ url: natsUrl, name });
      isUp = true;
      watch(nc).catch((error: unknown) => log.error({ err: error }, 'NATS status watch ended'));
    },
    publish: (subject, message) => {
      // While there is no connection the client would keep it in memory.
      if (isUp && nc && !nc.isClosed()) nc.publish(root + subject, JSON.stringify(message));
    },
    subscribe: (pattern, listener) => {
      if (!nc) throw new Error('Broadcasts were not started');
      const subscription = nc.subscribe(root + pattern, {
        callback: (error, message) => {
          if (error) return log.warn({ err: error }, 'A broadcast was not heard');
          listener(message.json(), message.subject.slice(root.length));
        },
      });
      return () => subscription.unsubscribe();
    },
    health: () =>
      isUp && nc?.isClosed() === false
        ? Promise.resolve()
        : Promise.reject(unavailable('There is no connection to NATS.')),
    close: async () => void (await nc?.close()),
  };
};

/** Makes what carries broadcasts: within this process, or through NATS. */
export const createBroadcast = (transport: Transport, deps: BroadcastDeps): Broadcast =>
  'natsUrl' in transport ? overNats(transport, deps) : embedded(transport);
