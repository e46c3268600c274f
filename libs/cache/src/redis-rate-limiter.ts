import { createFallback } from './fallback';
import type { Log } from './log';
import { createMemoryRateLimiter } from './memory-rate-limiter';
import { type RateLimit, type RateLimiter, type RateLimitResult, rateLimitResult } from './rate-limiter';
import type { RedisConnection } from './redis';

/**
 * KEYS: counter. ARGV: cost, limit, window in ms. Answers allowed (0 or 1), used, ms left. The key expires with its window; a key
 * without expiry (set manually) starts a new window.
 */
const CONSUME = `
local cost, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
local used = 0
if left > 0 then
  used = tonumber(redis.call('GET', KEYS[1]))
else
  left = window
  redis.call('SET', KEYS[1], 0, 'PX', window)
end
if used + cost > limit then
  return {0, used, left}
end
return {1, redis.call('INCRBY', KEYS[1], cost), left}
`;

/** Settings of the limiter on Redis. */
export interface RedisRateLimiterOptions {
  redis: Pick<RedisConnection, 'client'>;
  log: Log;
  /** Begins each key; default `parley:limit:`. */
  prefix?: string;
  /** Counts while Redis is away; default an in-process limiter. */
  fallback?: RateLimiter;
}

/**
 * Counts in Redis, for all processes together. While Redis is away each process counts for itself, from zero:
 * availability goes before exactness. An outage is logged once.
 */
export const createRedisRateLimiter = ({
  redis,
  log,
  prefix = 'parley:limit:',
  fallback = createMemoryRateLimiter(),
}: RedisRateLimiterOptions): RateLimiter => {
  const withFallback = createFallback(log, 'each process counts its rate limits by itself');
  const consume = async (key: string, limit: RateLimit): Promise<RateLimitResult> => {
    const reply = await redis.client.eval(CONSUME, {
      keys: [`${prefix}${key}`],
      arguments: [limit.cost ?? 1, limit.limit, Math.ceil(limit.windowSeconds * 1000)].map(String),
    });
    const [allowed, used, left] = reply as [number, number, number];
    return rateLimitResult(allowed === 1, limit, used, left);
  };
  return {
    consume: (key, limit) =>
      withFallback(
        () => consume(key, limit),
        () => fallback.consume(key, limit),
      ),
  };
};
