import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `check` until it stops throwing. For what happens asynchronously by design; the limit is a guard against
 * hanging, not a timing assertion.
 */
export const eventually = async <T>(check: () => Promise<T> | T, limitMs = 20_000): Promise<T> => {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
};
