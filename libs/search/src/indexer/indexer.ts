import { setTimeout as sleep } from 'node:timers/promises';
import { createInHand, type Database } from '@parley/persistence';
import type { SearchDocument } from '../definition';
import type { ApplyDeps } from './apply-marks';
import { asLeader } from './leadership';
import { hearingProgress } from './progress';
import { createLead } from './lead';
import { countSetAside, isRebuildPending, marksDueSql, readLag, requestRebuild } from './queue';
import { createRest } from './rest';

/** How far the index is behind the database. */
export interface Lag {
  /** Changes that wait. */
  pending: number;
  /** Age in seconds of the oldest of them; 0 when none waits. */
  oldestSeconds: number;
}

/** Settings of an indexer. */
export interface IndexerOptions extends ApplyDeps {
  db: Database;
  /** The index's name, as in its definition and in the marks. */
  indexName: string;
  /** Every document there is, in batches. An empty index is rebuilt from it at start and when the engine lost it. */
  source?(): AsyncIterable<readonly SearchDocument[]>;
  /** Most marks taken at once; default 500. */
  batchSize?: number;
  /** Milliseconds between two polls of the queue while changes come, which share them; default 250. */
  interval?: number;
  /**
   * Milliseconds between two polls without a wake-up; default 1,000: another process may write, and its change is found within 2 s.
   * Longer where a caller checks `due` and wakes.
   */
  idleInterval?: number;
  /** Called with every failure; the indexer itself continues for ever. */
  onError?(error: unknown): void;
}

/** Keeps an index equal to the database. One process at a time does the work; the others stand by. */
export interface Indexer {
  start(): void;
  /** Ends after the batch that is being worked on. */
  stop(): Promise<void>;
  /** An SQL expression that is true while a change waits. */
  readonly due: string;
  /** Says that marks wait. */
  wake(): void;
  lag(): Promise<Lag>;
  /** Documents that are left alone because the process ended with them again and again. */
  setAside(): Promise<number>;
  /**
   * Makes the working process rebuild the index from its `source`, while queries and changes continue. The request survives
   * a crash. Resolves when queries see the new index; a failing rebuild is tried again, so the wait may be long.
   *
   * @param onProgress Called repeatedly with the number of documents that the working process has read from its source.
   */
  rebuild(onProgress?: (documents: number) => void): Promise<void>;
}

const IDLE_INTERVAL = 1_000;

/** Milliseconds after which a process that stands by asks again whether it may work. */
const standbyPause = 1_000;
/** Makes an indexer over the marks that `markDirty` leaves in `search_queue`. */
export const createIndexer = (options: IndexerOptions): Indexer => {
  const { db, indexName, source, interval = 250 } = options;
  const idleInterval = Math.max(interval, options.idleInterval ?? IDLE_INTERVAL);
  const report = (error: unknown): void => options.onError?.(error);
  const rest = createRest({ interval, idleInterval });
  let running: Promise<void> | undefined;

  const hands = createInHand({
    sql: db,
    worker: `search ${indexName}`,
    log: { error: (fields, message) => report(Object.assign(new Error(message), fields)) },
  });

  const lead = createLead(options, { hands, rest, report });

  const run = async (): Promise<void> => {
    while (!rest.isStopped()) {
      await asLeader(db, `search indexer ${indexName}`, lead).catch(report);
      await rest.pause(standbyPause);
    }
  };

  return {
    start: () => {
      if (running) return;
      rest.restart();
      running = run();
    },
    stop: async () => {
      rest.stop();
      await running;
      running = undefined;
    },
    due: marksDueSql(indexName),
    wake: rest.wake,
    lag: () => readLag(db, indexName),
    setAside: () => countSetAside(db, indexName),
    rebuild: async (onProgress) => {
      if (!source) throw new Error(`The indexer of ${indexName} has no source to rebuild from`);
      await hearingProgress(db, indexName, onProgress, async () => {
        await requestRebuild(db, indexName);
        rest.wake();
        while (await isRebuildPending(db, indexName)) await sleep(interval);
      });
    },
  };
};
