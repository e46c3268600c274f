import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@parley/errors';
import { createInHand, type Database, type Sql } from '@parley/persistence';
import { type SearchDocument } from '../definition';
import { type ApplyDeps, applyMarks } from './apply-marks';
import { asLeader } from './leadership';
import { hearingProgress, tellProgress } from './progress';
import {
  countSetAside,
  endMarks,
  isRebuildPending,
  isRebuildRequest,
  lastMark,
  marksDueSql,
  postponeMark,
  type QueueRow,
  readLag,
  renewApplied,
  requestRebuild,
  retrySetAside,
  setMarkAside,
  takeMarks,
} from './queue';

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

/** Marks of one look from which on looks are fewer: what changes again and again, as a ticket with many messages, is then indexed once for several changes. */
const MANY = 50;
/** Intervals from such a look to the next: a change is still found well within 2 s. */
const BUSY_INTERVALS = 3;

/** Why a wait ends; making an error for each, as without it, takes longer than all the rest. */
const WOKEN = 'woken';

/** Milliseconds after which a process that stands by asks again whether it may work. */
const standbyPause = 1_000;
const longestPause = 30_000;

interface Rebuild {
  request: QueueRow;
  outcome?: { error?: unknown; isSetAside?: true };
}

const keyOf = ({ projectId, id }: QueueRow): string => `${projectId}/${id}`;

/** Makes an indexer over the marks that `markDirty` leaves in `search_queue`. */
export const createIndexer = (options: IndexerOptions): Indexer => {
  const { db, index, indexName, source, batchSize = 500, interval = 250 } = options;
  const idleInterval = Math.max(interval, options.idleInterval ?? IDLE_INTERVAL);
  const report = (error: unknown): void => options.onError?.(error);
  let stopping = new AbortController();
  let woken = new AbortController();
  let running: Promise<void> | undefined;

  const pause = (milliseconds: number, signal = stopping.signal): Promise<void> =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);

  const wake = (): void => {
    if (!woken.signal.aborted) woken.abort(WOKEN);
  };

  /** Waits for the next look: soon when this process left marks since the last one, later when it did not. */
  const pauseUntilWoken = async (taken: number): Promise<void> => {
    await pause(taken < MANY ? interval : BUSY_INTERVALS * interval);
    if (!stopping.signal.aborted) await pause(idleInterval - interval, woken.signal);
  };

  const hands = createInHand({
    sql: db,
    worker: `search ${indexName}`,
    log: { error: (fields, message) => report(Object.assign(new Error(message), fields)) },
  });

  const startRebuild = (
    request: QueueRow,
    isSuspect: (mark: QueueRow) => boolean,
    isLost: () => boolean,
  ): Rebuild => {
    const rebuild: Rebuild = { request };
    const guardedSource = async function* (): AsyncIterable<readonly SearchDocument[]> {
      let taken = 0;
      for await (const documents of source?.() ?? []) {
        if (isLost()) throw new Error(`The rebuild of the search index ${indexName} was interrupted`);
        yield documents;
        taken += documents.length;
        await tellProgress(db, indexName, taken);
      }
    };
    const built = hands.work([request], {
      key: keyOf,
      isSuspect,
      handle: async () => {
        await index.rebuild(guardedSource());
        rebuild.outcome = {};
      },
      setAside: async () => {
        await setMarkAside(db, indexName, request);
        rebuild.outcome = { isSetAside: true };
      },
    });
    built.catch((error: unknown) => (rebuild.outcome = { error }));
    return rebuild;
  };

  const endRebuild = async (sql: Sql, { request, outcome }: Rebuild): Promise<void> => {
    // What changed during the rebuild may have gone to the former index only, so it is applied once more.
    await renewApplied(sql, indexName);
    if (outcome && 'error' in outcome) {
      report(outcome.error);
      await postponeMark(sql, indexName, request);
    } else if (!outcome?.isSetAside) {
      await retrySetAside(sql, indexName);
      await endMarks(sql, indexName, [request], false);
    }
  };

  /** Applies marks; those of a document that cannot be indexed are put off without holding up the others. */
  const work = async (sql: Sql, marks: readonly QueueRow[], keep: boolean): Promise<void> => {
    try {
      await applyMarks(options, marks);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [first] = marks;
      if (marks.length === 1 && first) {
        report(error);
        return postponeMark(sql, indexName, first);
      }
      const middle = Math.ceil(marks.length / 2);
      await work(sql, marks.slice(0, middle), keep);
      return work(sql, marks.slice(middle), keep);
    }
    await endMarks(sql, indexName, marks, keep);
  };

  const lead = async (sql: Sql, lost: AbortSignal): Promise<void> => {
    const isLost = (): boolean => lost.aborted || stopping.signal.aborted;
    let failures = 0;
    let prepared = false;
    let rebuild: Rebuild | undefined;
    // A process that died may have been working on any row queued by then.
    const suspectUpTo = (await hands.begin()) ? await lastMark(sql, indexName) : 0;
    const isSuspect = ({ seq }: QueueRow): boolean => seq <= suspectUpTo;
    await renewApplied(sql, indexName);
    while (!isLost()) {
      try {
        if (!prepared) {
          const { isEmpty } = await index.prepare();
          if (isEmpty && source && !(await isRebuildPending(sql, indexName)))
            await requestRebuild(sql, indexName);
          prepared = true;
        }
        if (rebuild?.outcome) {
          await endRebuild(sql, rebuild);
          rebuild = undefined;
        }
        woken = new AbortController();
        const taken = await takeMarks(sql, indexName, batchSize);
        const request = taken.find(isRebuildRequest);
        if (request && !rebuild) rebuild = startRebuild(request, isSuspect, isLost);
        const marks = taken.filter((mark) => !isRebuildRequest(mark));
        await hands.work(marks, {
          key: keyOf,
          isSuspect,
          handle: (some) => work(sql, some, rebuild !== undefined),
          setAside: (mark) => setMarkAside(sql, indexName, mark),
        });
        failures = 0;
        if (taken.length > 0) wake();
        if (taken.length < batchSize) await pauseUntilWoken(taken.length);
      } catch (error) {
        report(error);
        // The engine may come back without the index or with other settings.
        prepared = false;
        failures += 1;
        await pause(Math.min(interval * 2 ** Math.min(failures, 10), longestPause));
      }
    }
    while (rebuild && !rebuild.outcome) await sleep(interval);
    await hands.end();
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await asLeader(db, `search indexer ${indexName}`, lead).catch(report);
      await pause(standbyPause);
    }
  };

  return {
    start: () => {
      if (running) return;
      stopping = new AbortController();
      running = run();
    },
    stop: async () => {
      stopping.abort();
      wake();
      await running;
      running = undefined;
    },
    due: marksDueSql(indexName),
    wake,
    lag: () => readLag(db, indexName),
    setAside: () => countSetAside(db, indexName),
    rebuild: async (onProgress) => {
      if (!source) throw new Error(`The indexer of ${indexName} has no source to rebuild from`);
      await hearingProgress(db, indexName, onProgress, async () => {
        await requestRebuild(db, indexName);
        wake();
        while (await isRebuildPending(db, indexName)) await sleep(interval);
      });
    },
  };
};
