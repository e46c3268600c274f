import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `check` until it stops throwing. For what happens asynchronously by design; the limit is a guard against
 * hanging, not a timing assertion.
 */
export const eventually = async <T>(check: () => Promise<T> | T, limitMs = 60_000): Promise<T> => {
  const end = performance.now() + limitMs;
  for (;;) {
    // One check begins after the limit: a machine that was stopped for a while had no time for the awaited event.
    const isLast = performance.now() > end;
    try {
      return await check();
    } catch (error) {
      if (isLast) throw error;
      await sleep(50);
    }
  }
};
