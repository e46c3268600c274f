import { type Cache, createCache } from './cache';
import { createFallback } from './fallback';
import type { Log } from './log';
import type { RedisConnection } from './redis';

/** Settings of the cache on Redis. */
export interface RedisCacheOptions {
  redis: Pick<RedisConnection, 'client'>;
  log: Log;
  /** Begins each key; default `parley:cache:`. */
  prefix?: string;
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined);

/**
 * A cache that all processes share. While Redis is away nothing is found and nothing is kept, and an outage is logged
 * once; a delete in that time has no effect, so an entry's lifetime is the bound of its staleness.
 */
export const createRedisCache = ({ redis, log, prefix = 'parley:cache:' }: RedisCacheOptions): Cache => {
  const withFallback = createFallback(log, 'nothing is cached');
  const { client } = redis;
  return createCache({
    get: (key) =>
      withFallback<string | undefined>(async () => (await client.get(prefix + key)) ?? undefined, nothing),
    set: (key, text, ttlMs) =>
      withFallback<void>(async () => {
        await client.set(prefix + key, text, { expiration: { type: 'PX', value: ttlMs } });
      }, nothing),
    delete: (key) =>
      withFallback<void>(async () => {
        await client.del(prefix + key);
      }, nothing),
  });
};
