import { createInFlight } from './in-flight';

/**
 * Keeps JSON values for a while. Values come back as copies, as JSON makes them (a Date becomes a text). Undefined means
 * not there; null is a value. A cache may lose an entry at any time.
 */
export interface Cache {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: NonNullable<unknown> | null, ttlSeconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * The kept value, else that of one load which all concurrent callers in this process share. Failures are not kept, nor
   * is a load during which the key was set or deleted.
   */
  getOrLoad<T extends NonNullable<unknown> | null>(
    key: string,
    ttlSeconds: number,
    load: () => Promise<T>,
  ): Promise<T>;
}

/** The interface of an adapter: it stores texts. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A cache over a store of texts. */
export const createCache = (store: TextStore): Cache => {
  const inFlight = createInFlight<unknown>();
  const get = async <T>(key: string): Promise<T | undefined> => {
    const text = await store.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  };
  const put = (key: string, value: unknown, ttlSeconds: number): Promise<void> =>
    store.set(key, JSON.stringify(value), Math.ceil(ttlSeconds * 1000));
  return {
    get,
    set: (key, value, ttlSeconds) => {
      inFlight.forget(key);
      return put(key, value, ttlSeconds);
    },
    delete: (key) => {
      inFlight.forget(key);
      return store.delete(key);
    },
    getOrLoad: async <T>(key: string, ttlSeconds: number, load: () => Promise<T>): Promise<T> => {
      const hit = await get<T>(key);
      if (hit !== undefined) return hit;
      return (await inFlight.load(key, load, (value) => put(key, value, ttlSeconds))) as T;
    },
  };
};
