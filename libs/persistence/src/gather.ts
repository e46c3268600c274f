import DataLoader from 'dataloader';

/** How much is gathered. */
export interface GatherOptions {
  /** Most keys of one trip. */
  maxBatch: number;
  /** Trips under way at a time; later callers share the next one. */
  atATime: number;
  /** Milliseconds between the starts of two trips, unless callers fill one before; default 0. */
  everyMs?: number;
}

/** Answers one value for each key, in their order; an error in place of a value fails that key alone. */
export type LoadTogether<Key, Value> = (keys: readonly Key[]) => Promise<(Value | Error)[]>;

/**
 * Lets concurrent callers share a trip to the database, because most of the cost of a small statement is the way there and back. A
 * caller that comes alone starts at once. Nothing is cached: the trip for a key begins after the caller asked.
 */
export const gather = <Key, Value>(
  load: LoadTogether<Key, Value>,
  { maxBatch, atATime, everyMs = 0 }: GatherOptions,
): ((key: Key) => Promise<Value>) => {
  const held: (() => void)[] = [];
  let running = 0;
  let next = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const start = (dispatch: () => void): void => {
    running += 1;
    next = performance.now() + everyMs;
    // The loader adds the caller to the batch after it asked when to send it.
    process.nextTick(dispatch);
  };
  const startHeld = (): void => {
    const [first, second] = held;
    if (!first || running === atATime) return;
    // The loader begins another batch when one is full.
    const wait = second ? 0 : next - performance.now();
    clearTimeout(timer);
    if (wait > 0) timer = setTimeout(startHeld, wait);
    else start(held.shift()!);
  };
  const loader = new DataLoader<Key, Value>(
    async (keys) => {
      try {
        return await load(keys);
      } finally {
        running -= 1;
        startHeld();
      }
    },
    {
      cache: false,
      maxBatchSize: maxBatch,
      batchScheduleFn: (dispatch) => {
        held.push(dispatch);
        startHeld();
      },
    },
  );
  return (key) => loader.load(key);
};

/** As `gather`, for each group of keys by itself: groups do not wait for each other. */
export const gatherBy = <Key, Value>(
  toGroup: (key: Key) => string,
  load: LoadTogether<Key, Value>,
  options: GatherOptions,
): ((key: Key) => Promise<Value>) => {
  const groups = new Map<string, { ask: (key: Key) => Promise<Value>; asked: number }>();
  return async (key) => {
    const name = toGroup(key);
    const group = groups.get(name) ?? { ask: gather(load, options), asked: 0 };
    groups.set(name, group);
    group.asked += 1;
    try {
      return await group.ask(key);
    } finally {
      group.asked -= 1;
      if (group.asked === 0) groups.delete(name);
    }
  };
};
