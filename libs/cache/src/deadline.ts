/** The last part of each limit, see below. */
const GRACE_MS = 50;

/**
 * Settles as `work` does, or rejects after `limitMs` (more than 50). The work itself goes on: a Redis command cannot be
 * taken back.
 */
export const withDeadline = async <T>(work: Promise<T>, limitMs: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`${what} did not answer within ${limitMs} ms`));
    // After a busy stretch of this process timers run before the sockets are read, so the limit ends in two steps: an
    // answer that is already there gets through between them.
    timer = setTimeout(() => {
      timer = setTimeout(giveUp, GRACE_MS);
    }, limitMs - GRACE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
