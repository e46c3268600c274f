import { createClient } from 'redis';
import { withDeadline } from './deadline';
import { type Log } from './log';

/** How long the first connection may take, name look-up and log-in included. */
const CONNECT_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

const openClient = (url: string, name: string, hasConnected: () => boolean) =>
  createClient({
    url,
    // Redis refuses blanks and anything outside printable ASCII.
    name: name.replaceAll(/[^!-~]/g, '-'),
    // Waiting commands would hold up requests for the length of an outage; a rejected one lets the caller do without.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_LIMIT_MS,
      reconnectStrategy: (retries) =>
        hasConnected() && Math.min(50 * 2 ** Math.min(retries, 10), LONGEST_PAUSE_MS),
    },
  });

/** The client of the package `redis`. Its commands reject at once while the server is away. */
export type RedisClient = ReturnType<typeof openClient>;

/** A connection that renews itself. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Rejects when the server does not answer within 1 s; for readiness checks. */
  ping(): Promise<void>;
  /** Finishes what is under way, at most 2 s, and ends the connection. */
  close(): Promise<void>;
}

/** Settings of a connection. */
export interface RedisOptions {
  /** Shown in `CLIENT LIST`, with `-` for blanks. */
  name: string;
  log: Log;
}

/**
 * Connects to Redis. Rejects with an Error that names host and port, never user or password, when the server cannot be
 * reached within 5 s. Afterwards it reconnects for ever, and logs one line per outage and one when it is over.
 *
 * @param url `redis://` or `rediss://`
 */
export const connectRedis = async (url: string, { name, log }: RedisOptions): Promise<RedisConnection> => {
  const { host } = new URL(url);
  let connected = false;
  let away = false;
  const client = openClient(url, name, () => connected);
  client.on('error', (error: Error) => {
    if (!connected || away) return;
    away = true;
    log.warn({ err: error, host }, 'Redis is away; reconnecting');
  });
  client.on('ready', () => {
    if (away) log.info({ host }, 'Redis is back');
    away = false;
    connected = true;
  });
  try {
    await withDeadline(client.connect(), CONNECT_LIMIT_MS, 'it');
  } catch (error) {
    client.destroy();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Error(`Redis at ${host} cannot be reached: ${reason}`, { cause: error });
  }
  return {
    client,
    ping: async () => {
      await withDeadline(client.ping(), 1_000, `Redis at ${host}`);
    },
    close: async () => {
      // A graceful end waits for answers that a server that is away does not give.
      if (client.isReady)
        await withDeadline(client.close(), CLOSE_LIMIT_MS, `Redis at ${host}`).catch(() => undefined);
      client.destroy();
    },
  };
};
