/** Settles as `work` does, or rejects after `limitMs`. The work itself goes on: a Redis command cannot be taken back. */
export const withDeadline = async <T>(work: Promise<T>, limitMs: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
