import { newId } from '@parley/persistence';
import { describeWith, engineUrl, eventually } from '@parley/testing';
import {
  type Cache,
  openRedis,
  createRedisCache,
  createRedisRateLimiter,
  type RateLimiter,
  type RedisConnection,
} from '../src';
import { cacheSuite } from './cache-suite';
import { rateLimiterSuite } from './rate-limiter-suite';
import { recordedLog } from './recorded-log';
import { type RedisProxy, startRedisProxy } from './redis-proxy';

const minute = { limit: 3, windowSeconds: 60 };

describeWith('redis')('with a Redis server', () => {
  let redis: RedisConnection;
  const { log, messages } = recordedLog();
  const prefix = `test:${newId()}:`;
  beforeAll(async () => {
    redis = openRedis(engineUrl('redis') ?? '', { name: 'cache test', log });
    await eventually(() => redis.ping());
  });
  afterAll(() => redis.close());

  describe('the rate limiter', () => {
    let limiter: RateLimiter;
    beforeAll(() => {
      limiter = createRedisRateLimiter({ redis, log, prefix });
    });
    rateLimiterSuite(() => limiter);

    it('counts for 2 processes together', async () => {
      const key = newId();
      const [one, two] = [1, 2].map(() => createRedisRateLimiter({ redis, log, prefix }));
      await one?.consume(key, { ...minute, cost: 3 });
      expect(await two?.consume(key, minute)).toMatchObject({ allowed: false });
    });

    it('does not take 400 ms in which this process was busy for an outage', async () => {
      const result = limiter.consume(newId(), minute);
      const end = Date.now() + 400;
      while (Date.now() < end);
      await result;
      expect(messages).toEqual([]);
    });

    it('lets its keys end with the window', async () => {
      const key = newId();
      await createRedisRateLimiter({ redis, log, prefix }).consume(key, minute);
      const left = await redis.client.pTTL(`${prefix}${key}`);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60_000);
    });
  });

  describe('the cache', () => {
    let cache: Cache;
    beforeAll(() => {
      cache = createRedisCache({ redis, log, prefix });
    });
    cacheSuite(() => cache);

    it('is one for 2 processes', async () => {
      const key = newId();
      await createRedisCache({ redis, log, prefix }).set(key, 'shared', 60);
      expect(await createRedisCache({ redis, log, prefix }).get(key)).toBe('shared');
    });
  });

  it('names its connection and logs nothing while all is well', async () => {
    expect(await redis.client.clientGetName()).toBe('cache-test');
    await redis.ping();
    expect(messages).toEqual([]);
  });
});

describeWith('redis')('when Redis goes away and comes back', () => {
  let proxy: RedisProxy;
  let redis: RedisConnection;
  let recorded: ReturnType<typeof recordedLog>;
  const prefix = `test:${newId()}:`;
  beforeEach(async () => {
    proxy = await startRedisProxy();
    recorded = recordedLog();
    redis = openRedis(proxy.url, { name: 'cache test', log: recorded.log });
    await eventually(() => redis.ping());
  });
  afterEach(async () => {
    await redis.close();
    await proxy.close();
  });

  it('the connection logs one line per outage and works again', async () => {
    await proxy.cut();
    await eventually(() => expect(recorded.messages).toEqual(['Redis is away; reconnecting']));
    await expect(redis.ping()).rejects.toThrow();
    await proxy.restore();
    await eventually(() => redis.ping());
    expect(recorded.messages).toEqual(['Redis is away; reconnecting', 'Redis is back']);
  });

  it('the rate limiter counts in process, logs once per outage, and returns to the shared count', async () => {
    const { log, messages } = recordedLog();
    const limiter = createRedisRateLimiter({ redis, log, prefix });
    const key = newId();
    await limiter.consume(key, { ...minute, cost: 2 });
    await proxy.cut();
    const during = [];
    for (let call = 0; call < 4; call += 1) during.push((await limiter.consume(key, minute)).allowed);
    expect(during).toEqual([true, true, true, false]);
    expect(messages).toEqual(['Redis does not answer: each process counts its rate limits by itself']);
    await proxy.restore();
    await eventually(async () => {
      expect(await limiter.consume(key, { ...minute, cost: 0 })).toMatchObject({ remaining: 1 });
    });
    expect(messages).toEqual([expect.stringContaining('does not answer'), 'Redis answers again']);
  });

  it('the rate limiter also goes on while Redis hangs', async () => {
    const { log, messages } = recordedLog();
    const limiter = createRedisRateLimiter({ redis, log, prefix });
    const key = newId();
    proxy.freeze();
    const results = [];
    for (let call = 0; call < 4; call += 1) results.push((await limiter.consume(key, minute)).allowed);
    expect(results).toEqual([true, true, true, false]);
    expect(messages).toHaveLength(1);
  });

  it('the cache finds and keeps nothing, still loads, and logs once', async () => {
    const { log, messages } = recordedLog();
    const cache = createRedisCache({ redis, log, prefix });
    const key = newId();
    await cache.set(key, 'kept', 60);
    await proxy.cut();
    expect(await cache.get(key)).toBeUndefined();
    await cache.set(key, 'lost', 60);
    await cache.delete(key);
    expect(await cache.getOrLoad(key, 60, () => Promise.resolve('loaded'))).toBe('loaded');
    expect(messages).toEqual(['Redis does not answer: nothing is cached']);
    await proxy.restore();
    await eventually(async () => expect(await cache.get(key)).toBe('kept'));
  });

  it('the connection closes while the server is away', async () => {
    await proxy.cut();
    await expect(redis.close()).resolves.toBeUndefined();
  });

  it('the connection closes while the server hangs', async () => {
    proxy.freeze();
    const waiting = redis.client.get('x').catch(() => undefined);
    await expect(redis.close()).resolves.toBeUndefined();
    await waiting;
  });

  it('a server that is away at first is waited for by nobody, and used once it is there', async () => {
    await proxy.cut();
    const { log, messages } = recordedLog();
    const early = openRedis(proxy.url, { name: 'cache test', log });
    await expect(early.ping()).rejects.toThrow();
    await eventually(() => expect(messages).toEqual(['Redis is away; reconnecting']));
    await proxy.restore();
    await eventually(() => early.ping());
    expect(messages).toEqual(['Redis is away; reconnecting', 'Redis is back']);
    await early.close();
  });

  it('a connection closes that was never made', async () => {
    await proxy.cut();
    const never = openRedis(proxy.url, { name: 'cache test', log: recorded.log });
    await expect(never.close()).resolves.toBeUndefined();
  });

  it('a wrong password is logged once, with the reason of the server and without the password', async () => {
    const { host } = new URL(engineUrl('redis') ?? '');
    const { log, lines } = recordedLog();
    const refused = openRedis(`redis://parley:hunter2@${host}`, { name: 'cache test', log });
    await eventually(() => expect(String(lines)).toContain('WRONGPASS'));
    expect(String(lines)).not.toContain('hunter2');
    await refused.close();
  });
});
