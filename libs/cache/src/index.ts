export type { Cache } from './cache';
export { type LocalCache, type LocalCacheOptions, createLocalCache } from './local-cache';
export { type MemoryCacheOptions, createMemoryCache } from './memory-cache';
export { type MemoryRateLimiterOptions, createMemoryRateLimiter } from './memory-rate-limiter';
export { type RowTexts, type RowTextsOptions, type RowVersion, createRowTexts } from './row-texts';
export type { RateLimit, RateLimiter, RateLimitResult } from './rate-limiter';
export { type RedisClient, type RedisConnection, type RedisOptions, openRedis } from './redis';
export { type RedisCacheOptions, createRedisCache } from './redis-cache';
export { type RedisRateLimiterOptions, createRedisRateLimiter } from './redis-rate-limiter';
