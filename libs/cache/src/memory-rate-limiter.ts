import { LRUCache } from 'lru-cache';
import { type RateLimiter, rateLimitResult } from './rate-limiter';

interface Window {
  used: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Settings of the in-process limiter. */
export interface MemoryRateLimiterOptions {
  /** Most keys that are counted at once, default 100,000 (some 20 MB). Beyond, the longest unused ones start again from zero. */
  maxKeys?: number;
  /** Milliseconds since 1970, for tests. */
  now?: () => number;
}

/** Counts in this process, for installations of one gateway and while Redis is away. A restart forgets the counts. */
export const createMemoryRateLimiter = ({
  maxKeys = 100_000,
  now = Date.now,
}: MemoryRateLimiterOptions = {}): RateLimiter => {
  const windows = new LRUCache<string, Window>({ max: maxKeys });
  return {
    consume: (key, limit) => {
      const time = now();
      const cost = limit.cost ?? 1;
      const current = windows.get(key);
      const window =
        current && current.endsAt > time ? current : { used: 0, endsAt: time + limit.windowSeconds * 1000 };
      if (window !== current) windows.set(key, window);
      const allowed = window.used + cost <= limit.limit;
      if (allowed) window.used += cost;
      return Promise.resolve(rateLimitResult(allowed, limit, window.used, window.endsAt - time));
    },
  };
};
