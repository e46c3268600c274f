import { tooLarge } from '@parley/errors';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import type { Outcome, Task } from './answer';

/** The work of the threads, and the limits of a task. */
export interface ThreadsOptions {
  /** A module with a default export that answers a task. */
  file: string;
  timeLimitMs?: number;
  memoryMb?: number;
}

/** Threads of a process. */
const THREADS = 2;
/** Milliseconds after which a thread without work ends. */
const IDLE_MS = 30_000;

/**
 * Threads that do tasks, each of at most 10 seconds and 512 MB unless set otherwise. A thread with a task that takes more is
 * ended.
 *
 * @throws DomainError `tooLarge` for a task that takes more.
 */
export const createThreads = ({
  file,
  timeLimitMs = 10_000,
  memoryMb = 512,
}: ThreadsOptions): ((task: Task) => Promise<Outcome>) => {
  const pool = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // A task waits here and not in the pool, because its time begins with its work.
  const turns = new PQueue({ concurrency: THREADS });
  return (task) =>
    turns.add(async () => {
      const signal = AbortSignal.timeout(timeLimitMs);
      try {
        return (await pool.run(task, { signal })) as Outcome;
      } catch (error) {
        if (signal.aborted) throw tooMuch('time');
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuch('memory');
        throw error;
      }
    });
};

const tooMuch = (what: 'time' | 'memory'): Error =>
  tooLarge(`The text takes too much ${what} to be read. Make it shorter or simpler.`);
