import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import type { Cache } from '../src';

/** A promise that the test settles. */
const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
};

/** What every adapter of the cache promises. */
export const cacheSuite = (cache: () => Cache): void => {
  it('gives back what was set, as a copy made by JSON', async () => {
    const key = newId();
    const value = { name: 'Ann', at: new Date(0), tags: ['a'], none: null };
    await cache().set(key, value, 60);
    value.tags.push('b');
    expect(await cache().get(key)).toEqual({
      name: 'Ann',
      at: '1970-01-01T00:00:00.000Z',
      tags: ['a'],
      none: null,
    });
  });

  it.each([null, false, 0, ''])('keeps %j as a value', async (value) => {
    const key = newId();
    await cache().set(key, value, 60);
    expect(await cache().get(key)).toBe(value);
    expect(await cache().getOrLoad(key, 60, () => Promise.resolve('loaded'))).toBe(value);
  });

  it('does not know what was never set, deleted, or is over its time', async () => {
    const [never, deleted, short] = [newId(), newId(), newId()];
    await cache().set(deleted, 1, 60);
    await cache().set(short, 1, 0.05);
    await cache().delete(deleted);
    expect(await cache().get(never)).toBeUndefined();
    expect(await cache().get(deleted)).toBeUndefined();
    await eventually(async () => expect(await cache().get(short)).toBeUndefined());
  });

  it('loads once for 10 callers at the same time, and not again while it is kept', async () => {
    const key = newId();
    let loads = 0;
    const load = async (): Promise<number> => {
      loads += 1;
      await new Promise(setImmediate);
      return 42;
    };
    const values = await Promise.all(Array.from({ length: 10 }, () => cache().getOrLoad(key, 60, load)));
    expect(values).toEqual(Array.from({ length: 10 }, () => 42));
    expect(await cache().getOrLoad(key, 60, load)).toBe(42);
    expect(loads).toBe(1);
  });

  it('passes a failed load on to every caller and does not keep it', async () => {
    const key = newId();
    const fails = (): Promise<number> => Promise.reject(new RangeError('no'));
    const results = await Promise.allSettled([1, 2].map(() => cache().getOrLoad(key, 60, fails)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await cache().getOrLoad(key, 60, () => Promise.resolve(7))).toBe(7);
  });

  it('does not keep a load during which the key was deleted', async () => {
    const key = newId();
    const [begun, answer] = [deferred<void>(), deferred<string>()];
    const loaded = cache().getOrLoad(key, 60, () => {
      begun.resolve();
      return answer.promise;
    });
    await begun.promise;
    await cache().delete(key);
    answer.resolve('stale');
    expect(await loaded).toBe('stale');
    expect(await cache().get(key)).toBeUndefined();
  });

  it('does not overwrite what was set during a load', async () => {
    const key = newId();
    const [begun, answer] = [deferred<void>(), deferred<string>()];
    const loaded = cache().getOrLoad(key, 60, () => {
      begun.resolve();
      return answer.promise;
    });
    await begun.promise;
    await cache().set(key, 'new', 60);
    answer.resolve('stale');
    await loaded;
    expect(await cache().get(key)).toBe('new');
  });
};
