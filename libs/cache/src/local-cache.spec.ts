import { createLocalCache } from './local-cache';

const clockAt = (start: number) => {
  let time = start;
  return { now: () => time, pass: (ms: number) => (time += ms) };
};

/** A load that counts and answers by hand. */
const loads = () => {
  const settle: ((value: string) => void)[] = [];
  return { settle, load: () => new Promise<string>((resolve) => settle.push(resolve)) };
};

const turn = (): Promise<void> => new Promise(setImmediate);

describe('createLocalCache', () => {
  it('keeps a value for its 2 s and loads again afterwards', async () => {
    const clock = clockAt(1_000);
    const cache = createLocalCache<number>({ max: 10, ttlMs: 2_000, now: clock.now });
    let count = 0;
    const load = (): Promise<number> => Promise.resolve((count += 1));
    expect(await cache.getOrLoad('a', load)).toBe(1);
    clock.pass(1_999);
    expect(await cache.getOrLoad('a', load)).toBe(1);
    clock.pass(2);
    expect(cache.get('a')).toBeUndefined();
    expect(await cache.getOrLoad('a', load)).toBe(2);
  });

  it('counts the lifetime from the start of a load', async () => {
    const clock = clockAt(1_000);
    const cache = createLocalCache<string>({ max: 10, ttlMs: 2_000, now: clock.now });
    const { load, settle } = loads();
    const loaded = cache.getOrLoad('a', load);
    await turn();
    clock.pass(1_500);
    settle[0]?.('slow');
    expect(await loaded).toBe('slow');
    expect(cache.get('a')).toBe('slow');
    clock.pass(501);
    expect(cache.get('a')).toBeUndefined();
  });

  it('loads once for 100 callers at the same time', async () => {
    const cache = createLocalCache<string>({ max: 10, ttlMs: 2_000 });
    const { load, settle } = loads();
    const all = Promise.all(Array.from({ length: 100 }, () => cache.getOrLoad('a', load)));
    await turn();
    expect(settle).toHaveLength(1);
    settle[0]?.('one');
    expect(new Set(await all)).toEqual(new Set(['one']));
  });

  it('passes a failure on and never keeps it, thrown or rejected', async () => {
    const cache = createLocalCache<string>({ max: 10, ttlMs: 2_000 });
    const throws = (): Promise<string> => {
      throw new RangeError('thrown');
    };
    await expect(cache.getOrLoad('a', throws)).rejects.toThrow('thrown');
    await expect(cache.getOrLoad('a', () => Promise.reject(new RangeError('rejected')))).rejects.toThrow(
      'rejected',
    );
    expect(await cache.getOrLoad('a', () => Promise.resolve('ok'))).toBe('ok');
  });

  it('keeps null as a value and the very object it was given', async () => {
    const cache = createLocalCache<object | null>({ max: 10, ttlMs: 2_000 });
    const object = {};
    await cache.getOrLoad('none', () => Promise.resolve(null));
    await cache.getOrLoad('some', () => Promise.resolve(object));
    expect(cache.get('none')).toBeNull();
    expect(cache.get('some')).toBe(object);
  });

  it('holds at most 3 entries, those used last', async () => {
    const cache = createLocalCache<string>({ max: 3, ttlMs: 2_000 });
    for (const key of ['a', 'b', 'c']) await cache.getOrLoad(key, () => Promise.resolve(key));
    cache.get('a');
    await cache.getOrLoad('d', () => Promise.resolve('d'));
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
    expect(cache.size).toBe(3);
  });

  it.each(['delete', 'clear'] as const)(
    '%s keeps a load that is under way from being kept',
    async (forget) => {
      const cache = createLocalCache<string>({ max: 10, ttlMs: 2_000 });
      const { load, settle } = loads();
      const loaded = cache.getOrLoad('a', load);
      await turn();
      cache[forget]('a');
      const again = cache.getOrLoad('a', load);
      await turn();
      expect(settle).toHaveLength(2);
      settle[1]?.('new');
      settle[0]?.('stale');
      expect([await loaded, await again, cache.get('a')]).toEqual(['stale', 'new', 'new']);
    },
  );

  it('bounds what all values take together, and keeps none that is larger alone', async () => {
    const cache = createLocalCache<string>({
      max: 10,
      ttlMs: 2_000,
      size: { max: 10, of: (value) => value.length },
    });
    const keep = (key: string, length: number): Promise<string> =>
      cache.getOrLoad(key, () => Promise.resolve('x'.repeat(length)));
    await keep('a', 5);
    await keep('empty', 0);
    await keep('b', 4);
    expect(cache.size).toBe(3);
    expect(await keep('large', 11)).toHaveLength(11);
    expect(cache.get('large')).toBeUndefined();
    expect(cache.size).toBe(3);
    cache.get('a');
    await keep('c', 2);
    expect(['a', 'empty', 'b', 'c'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c']);
  });
});
