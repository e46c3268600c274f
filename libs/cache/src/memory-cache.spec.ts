import { createMemoryCache } from './memory-cache';

describe('createMemoryCache', () => {
  it('keeps an entry for exactly its 60 s', async () => {
    let time = 1_000;
    const cache = createMemoryCache({ now: () => time });
    await cache.set('a', 1, 60);
    time += 60_000;
    expect(await cache.get('a')).toBe(1);
    time += 1;
    expect(await cache.get('a')).toBeUndefined();
  });

  it('holds at most 2 entries when bounded to 2', async () => {
    const cache = createMemoryCache({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60);
    expect(await Promise.all(['a', 'b', 'c'].map((key) => cache.get(key)))).toEqual([undefined, 'b', 'c']);
  });
});
