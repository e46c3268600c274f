import { isPassing, Refused } from './api';

const FIRST_MS = 1_000;
const MOST_MS = 30_000;

/** Waits; ends early when the browser is online again. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });

/** Tries until it succeeds or is refused for good, with growing pauses that no two browsers share. */
export const persist = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let wait = FIRST_MS; ; wait = Math.min(MOST_MS, wait * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const asked = error instanceof Refused ? (error.retryAfter ?? 0) * 1_000 : 0;
      await pause(Math.max(asked, wait * (0.5 + Math.random() / 2)));
    }
  }
};
