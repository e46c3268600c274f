/** Loads each key once at a time. */
export interface InFlight<V> {
  /** Joins the load of the key that is under way, or begins one; `keep` gets its result unless the key was forgotten. */
  load(key: string, load: () => Promise<V>, keep: (value: V) => Promise<void> | void): Promise<V>;
  /** A value being computed for the key is still answered to its waiting callers, but is not kept. */
  forget(key: string): void;
  clear(): void;
}

/** In-flight de-duplication. A failed load reaches everyone who waits for it and leaves nothing behind. */
export const createInFlight = <V>(): InFlight<V> => {
  const loads = new Map<string, Promise<V>>();
  return {
    load: (key, load, keep) => {
      const current = loads.get(key);
      if (current) return current;
      const isCurrent = (): boolean => loads.get(key) === started;
      const started = (async () => {
        try {
          // In a later turn, so that `loads` has the key before the work can fail or ask again.
          await Promise.resolve();
          const value = await load();
          if (isCurrent()) await keep(value);
          return value;
        } finally {
          if (isCurrent()) loads.delete(key);
        }
      })();
      loads.set(key, started);
      return started;
    },
    forget: (key) => void loads.delete(key),
    clear: () => loads.clear(),
  };
};
