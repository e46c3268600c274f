import { LRUCache } from 'lru-cache';
import { createInFlight } from './in-flight';

/** Settings of a local cache. */
export interface LocalCacheOptions<V = unknown> {
  /** Most entries; beyond, the ones longest unused go. */
  max: number;
  /** Milliseconds an entry lives, counted from the moment its load began: no answer is older than that. */
  ttlMs: number;
  /** Bounds what all values take together: beyond, the ones longest unused go. A value that is larger alone is not kept. */
  size?: { max: number; of: (value: V) => number };
  /** A clock in milliseconds that never goes back, for tests. */
  now?: () => number;
}

/** Values of this process, kept as they are (not copied: do not change them). `null` is a value, undefined is not. */
export interface LocalCache<V extends NonNullable<unknown> | null> {
  get(key: string): V | undefined;
  /** The kept value, else that of one load which all concurrent callers share. Failures are not kept. */
  getOrLoad(key: string, load: () => Promise<V>): Promise<V>;
  /** Also keeps a load that is under way from being kept. */
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

interface Kept<V> {
  value: V;
}

/** A bounded cache in this process for short-lived look-ups, e.g. who may access what, for 2 s. */
export const createLocalCache = <V extends NonNullable<unknown> | null>({
  max,
  ttlMs,
  size,
  now = () => performance.now(),
}: LocalCacheOptions<V>): LocalCache<V> => {
  const kept = new LRUCache<string, Kept<V>>({
    ...{ max, ttl: ttlMs, ttlResolution: 0, perf: { now } },
    // A size is a whole number above 0.
    ...(size && {
      maxSize: size.max,
      sizeCalculation: ({ value }) => Math.max(1, Math.ceil(size.of(value))),
    }),
  });
  const inFlight = createInFlight<V>();
  return {
    get: (key) => kept.get(key)?.value,
    getOrLoad: (key, load) => {
      const hit = kept.get(key);
      if (hit) return Promise.resolve(hit.value);
      const start = now();
      return inFlight.load(key, load, (value) => void kept.set(key, { value }, { start }));
    },
    delete: (key) => {
      inFlight.forget(key);
      kept.delete(key);
    },
    clear: () => {
      inFlight.clear();
      kept.clear();
    },
    get size() {
      return kept.size;
    },
  };
};
