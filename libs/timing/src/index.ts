import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** Calls `work` at each whole multiple of an interval of milliseconds, until the returned function is called. */
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

/**
 * Milliseconds of one stretch of work. A request has about ten turns of the event loop, and each may wait for a stretch of every
 * such work.
 */
const STRETCH_MS = 2;

/**
 * Cuts long work into stretches of 2 ms: awaited between its steps, what this answers lets other work of the process have its
 * turn when a stretch is over.
 */
export const createPauses = (): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < STRETCH_MS) return undefined;
    return nextTurn().then(() => void (began = performance.now()));
  };
};

/** Takes steps in such stretches; answers what they return. */
export const takeInTurns = async <Made>(steps: Generator<void, Made>): Promise<Made> => {
  const pause = createPauses();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
};

/** Maps a list in such stretches; what `map` answers later is waited for. */
export const mapInTurns = async <Item, Made>(
  list: Iterable<Item>,
  map: (item: Item) => Made | Promise<Made>,
  signal?: AbortSignal,
): Promise<Made[]> => {
  const made: Made[] = [];
  const pause = createPauses();
  for (const item of list) {
    await pause();
    signal?.throwIfAborted();
    made.push(await map(item));
  }
  return made;
};
