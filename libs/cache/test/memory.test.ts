import { createMemoryCache, createMemoryRateLimiter } from '../src';
import { cacheSuite } from './cache-suite';
import { rateLimiterSuite } from './rate-limiter-suite';

describe('the in-process rate limiter', () => {
  const limiter = createMemoryRateLimiter();
  rateLimiterSuite(() => limiter);
});

describe('the in-process cache', () => {
  const cache = createMemoryCache();
  cacheSuite(() => cache);
});
