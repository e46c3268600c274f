import { createMemoryRateLimiter } from './memory-rate-limiter';

const minute = { limit: 1, windowSeconds: 60 };

describe('createMemoryRateLimiter', () => {
  it('counts the seconds to the end of the window down and begins a new one after 60 s', async () => {
    let time = 1_000_000;
    const limiter = createMemoryRateLimiter({ now: () => time });
    expect(await limiter.consume('a', minute)).toEqual({
      allowed: true,
      limit: 1,
      remaining: 0,
      resetSeconds: 60,
    });
    time += 59_999;
    expect(await limiter.consume('a', minute)).toEqual({
      allowed: false,
      limit: 1,
      remaining: 0,
      resetSeconds: 1,
    });
    time += 1;
    expect(await limiter.consume('a', minute)).toMatchObject({ allowed: true, resetSeconds: 60 });
  });

  it('counts at most 2 keys when bounded to 2: the one longest unused starts anew', async () => {
    const limiter = createMemoryRateLimiter({ maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) await limiter.consume(key, minute);
    expect(await limiter.consume('c', minute)).toMatchObject({ allowed: false });
    expect(await limiter.consume('b', minute)).toMatchObject({ allowed: false });
    expect(await limiter.consume('a', minute)).toMatchObject({ allowed: true });
  });
});
