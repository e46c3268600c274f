import { LRUCache } from 'lru-cache';
import { type Cache, createCache } from './cache';

/** Settings of the in-process cache. */
export interface MemoryCacheOptions {
  /** Most entries, default 10,000; beyond, the ones longest unused go. */
  maxEntries?: number;
  /** Most bytes of all entries, about; unbounded by default. An entry that is larger by itself is not kept. */
  maxBytes?: number;
  /** A clock in milliseconds that never goes back, for tests. */
  now?: () => number;
}

/** A cache in this process, for installations of one process. */
export const createMemoryCache = ({
  maxEntries = 10_000,
  maxBytes,
  now = () => performance.now(),
}: MemoryCacheOptions = {}): Cache => {
  const bounds =
    maxBytes === undefined
      ? { max: maxEntries }
      : {
          max: maxEntries,
          maxSize: maxBytes,
          // A JavaScript string takes one or two bytes a character.
          sizeCalculation: (text: string, key: string) => 2 * (text.length + key.length),
        };
  const texts = new LRUCache<string, string>({ ...bounds, ttlResolution: 0, perf: { now } });
  return createCache({
    get: (key) => Promise.resolve(texts.get(key)),
    set: (key, text, ttl) => {
      texts.set(key, text, { ttl });
      return Promise.resolve();
    },
    delete: (key) => {
      texts.delete(key);
      return Promise.resolve();
    },
  });
};
