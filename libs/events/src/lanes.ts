/** Runs tasks: those with one key strictly sequentially, those of different keys in parallel. */
export interface Lanes {
  /** Queues a task, which must not reject. */
  run(key: string, task: () => Promise<void>): void;
  /** Tasks queued or running. */
  size(): number;
  /** Resolves as soon as fewer than `limit` tasks are queued or running. */
  below(limit: number): Promise<void>;
}

export const createLanes = (): Lanes => {
  const tails = new Map<string, Promise<void>>();
  const waiting = new Set<{ limit: number; resolve: () => void }>();
  let size = 0;

  const done = (): void => {
    size -= 1;
    for (const waiter of waiting) {
      if (size >= waiter.limit) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  };

  return {
    run: (key, task) => {
      size += 1;
      const tail = (tails.get(key) ?? Promise.resolve()).then(task).finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
        done();
      });
      tails.set(key, tail);
    },
    size: () => size,
    below: (limit) =>
      size < limit ? Promise.resolve() : new Promise((resolve) => void waiting.add({ limit, resolve })),
  };
};
