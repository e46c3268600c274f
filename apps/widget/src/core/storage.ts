/** Keeps values of one project in this browser, or in memory where the browser forbids it. */
export interface Storage {
  /** The value stored under a name; undefined without one. */
  read<Value>(name: string): Value | undefined;
  /** Keeps a value; undefined removes it. */
  write(name: string, value: unknown): void;
  /** Hears what other tabs keep under a name. */
  watch(name: string, hear: () => void): void;
}

const open = (): globalThis.Storage | undefined => {
  try {
    const { localStorage } = window;
    localStorage.setItem('parley', '1');
    localStorage.removeItem('parley');
    return localStorage;
  } catch {
    return undefined;
  }
};

/** @param ended Ends the watching of other tabs. */
export const createStorage = (projectKey: string, ended: AbortSignal): Storage => {
  const kept = open();
  const memory = new Map<string, string>();
  const makeKey = (name: string): string => `parley:${projectKey}:${name}`;
  const readStored = (name: string): string | null | undefined => {
    try {
      return kept ? kept.getItem(makeKey(name)) : memory.get(name);
    } catch {
      return memory.get(name);
    }
  };
  return {
    read: <Value>(name: string) => {
      try {
        return JSON.parse(readStored(name) ?? 'null') ?? undefined;
      } catch {
        // Something else wrote there: as good as nothing.
        return undefined as Value | undefined;
      }
    },
    write: (name, value) => {
      const text = value === undefined ? undefined : JSON.stringify(value);
      if (text === undefined) memory.delete(name);
      else memory.set(name, text);
      try {
        if (text === undefined) kept?.removeItem(makeKey(name));
        else kept?.setItem(makeKey(name), text);
      } catch {
        // Full or forbidden by now: memory has it as long as the page lives.
      }
    },
    watch: (name, hear) =>
      addEventListener(
        'storage',
        ({ key }) => {
          if (key === makeKey(name)) hear();
        },
        { signal: ended },
      ),
  };
};
