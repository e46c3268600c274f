import { createClient } from 'redis';
import { withDeadline } from './deadline';
import type { Log } from './log';

/** How long one attempt to connect may take. */
const CONNECT_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

const createRedisClient = (url: string, name: string) =>
  createClient({
    url,
    // Redis refuses blanks and anything outside printable ASCII.
    name: name.replaceAll(/[^!-~]/g, '-'),
    // Waiting commands would hold up requests for the length of an outage; a rejected one lets the caller do without.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_LIMIT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), LONGEST_PAUSE_MS),
    },
  });

/** The client of the package `redis`. Its commands reject at once while the server is away. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** A connection that renews itself. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Rejects when the server does not answer within 1 s; for readiness checks. */
  ping(): Promise<void>;
  /** Finishes running commands, at most 2 s, and closes the connection. */
  close(): Promise<void>;
}

/** Settings of a connection. */
export interface RedisOptions {
  /** Shown in `CLIENT LIST`, with `-` for blanks. */
  name: string;
  log: Log;
}

/**
 * Opens a connection to Redis. It is opened, and opened again, in the background for as long as it takes; no caller waits for a
 * server
 * that is away. One line in the log when an outage begins, one when it is over; none has user or password.
 *
 * @param url `redis://` or `rediss://`
 */
export const openRedis = (url: string, { name, log }: RedisOptions): RedisConnection => {
  const { host } = new URL(url);
  let away = false;
  const client = createRedisClient(url, name);
  client.on('error', (error: Error) => {
    if (away) return;
    away = true;
    log.warn({ err: error, host }, 'Redis is away; reconnecting');
  });
  client.on('ready', () => {
    if (away) log.info({ host }, 'Redis is back');
    away = false;
  });
  // Rejects when the connection is closed before it was made.
  client.connect().catch(() => undefined);
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
