import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import type { RateLimiter } from '../src';

/** What every adapter of the rate limiter promises. */
export const rateLimiterSuite = (limiter: () => RateLimiter): void => {
  const minute = { limit: 3, windowSeconds: 60 };

  it('allows 3 of 3 calls and refuses the 4th, counting down what remains', async () => {
    const key = newId();
    const results = [];
    for (let call = 0; call < 4; call += 1) results.push(await limiter().consume(key, minute));
    expect(results.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    for (const { limit, resetSeconds } of results) {
      expect(limit).toBe(3);
      expect(resetSeconds).toBeGreaterThanOrEqual(1);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  it('counts keys apart', async () => {
    const [one, two] = [newId(), newId()];
    await limiter().consume(one, { ...minute, cost: 3 });
    expect(await limiter().consume(one, minute)).toMatchObject({ allowed: false });
    expect(await limiter().consume(two, minute)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('takes nothing for a call that costs more than what remains', async () => {
    const key = newId();
    await limiter().consume(key, { ...minute, cost: 2 });
    expect(await limiter().consume(key, { ...minute, cost: 2 })).toMatchObject({
      allowed: false,
      remaining: 1,
    });
    expect(await limiter().consume(key, minute)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('only looks at cost 0', async () => {
    const key = newId();
    expect(await limiter().consume(key, { ...minute, cost: 0 })).toMatchObject({
      allowed: true,
      remaining: 3,
    });
    expect(await limiter().consume(key, minute)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('allows exactly 20 of 100 calls at once', async () => {
    const key = newId();
    const calls = Array.from({ length: 100 }, () => limiter().consume(key, { limit: 20, windowSeconds: 60 }));
    const results = await Promise.all(calls);
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(20);
  });

  it('allows calls again when the window of 1 s is over', async () => {
    const key = newId();
    const second = { limit: 1, windowSeconds: 1 };
    expect(await limiter().consume(key, second)).toMatchObject({ allowed: true, resetSeconds: 1 });
    await eventually(async () => {
      expect(await limiter().consume(key, second)).toMatchObject({ allowed: true, remaining: 0 });
    });
  });

  it('holds a lowered limit against what was used', async () => {
    const key = newId();
    await limiter().consume(key, { ...minute, cost: 3 });
    expect(await limiter().consume(key, { ...minute, limit: 2 })).toMatchObject({
      allowed: false,
      limit: 2,
      remaining: 0,
    });
    expect(await limiter().consume(key, { ...minute, limit: 5 })).toMatchObject({
      allowed: true,
      limit: 5,
      remaining: 1,
    });
  });
};
