/** Share of an interval that is too short to wait: a timer that fires a little early must not make two rounds of one. */
const TOO_SHORT = 0.1;

/**
 * Milliseconds to the next whole multiple of an interval, of the process's clock. What happens at such times happens together
 * with all else that does: a process that is woken once for several looks does each with less.
 */
export const untilNext = (interval: number, now = performance.now()): number => {
  const left = interval - (now % interval);
  return left < interval * TOO_SHORT ? left + interval : left;
};

/** Calls `work` at each whole multiple of an interval of milliseconds, until what it answers is called. */
export const atEachMultiple = (interval: number, work: () => void): (() => void) => {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(() => {
      next();
      work();
    }, untilNext(interval));
  };
  next();
  return () => clearTimeout(timer);
};
