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

  it('holds at most 100 bytes when bounded to 100, two a character, and nothing larger by itself', async () => {
    const cache = createMemoryCache({ maxBytes: 100 });
    // Key, quotes and text: 1 + 2 + 20 characters.
    for (const key of ['a', 'b', 'c']) await cache.set(key, 'x'.repeat(20), 60);
    await cache.set('d', 'x'.repeat(48), 60);
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)));
    expect(held.map((value) => value !== undefined)).toEqual([false, true, true, false]);
  });
});
