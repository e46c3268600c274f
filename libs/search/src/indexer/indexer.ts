import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Sql } from '@parley/persistence';
import { type SearchDocument } from '../definition';
import { groupBy } from '../group-by';
import { type SearchIndex } from '../search-index';
import { holdLeadership } from './leadership';
import { endMarks, postponeMark, type QueueRow, renewApplied, takeMarks } from './queue';

/** How far the index is behind the database. */
export interface Lag {
  /** Changes that wait. */
  pending: number;
  /** Age in seconds of the oldest of them; 0 when none waits. */
  oldestSeconds: number;
}

/** Settings of an indexer. */
export interface IndexerOptions {
  db: Database;
  index: SearchIndex;
  /** The index's name, as in its definition and in the marks. */
  indexName: string;
  /** Documents of a project as they should be found now; an id that is missing in the answer is removed. */
  load(projectId: string, ids: readonly string[]): Promise<SearchDocument[]>;
  /** Every document there is, in batches. An empty index is rebuilt from it at start and when the engine lost it. */
  source?(): AsyncIterable<readonly SearchDocument[]>;
  /** Most marks taken at once; default 500. */
  batchSize?: number;
  /** Milliseconds between two looks at the queue; default 250. */
  interval?: number;
  /** Told of every failure; the indexer itself goes on for ever. */
  onError?(error: unknown): void;
}

/** Keeps an index equal to the database. One process at a time does the work; the others stand by. */
export interface Indexer {
  start(): void;
  /** Ends after the batch that is being worked on. */
  stop(): Promise<void>;
  /** Looks at the queue at once. */
  wake(): void;
  lag(): Promise<Lag>;
  /**
   * Rebuilds the index from `source` in this process; queries and changes go on meanwhile. Resolves when queries see
   * the new index.
   */
  rebuild(source: AsyncIterable<readonly SearchDocument[]>): Promise<void>;
}

const longestPause = 30_000;

/** Makes an indexer over the marks that `markDirty` leaves in `search_queue`. */
export const createIndexer = (options: IndexerOptions): Indexer => {
  const { db, index, indexName, load, source, batchSize = 500, interval = 250, onError } = options;
  let stopping = new AbortController();
  let woken = new AbortController();
  let running: Promise<void> | undefined;

  const pause = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds, undefined, { signal: AbortSignal.any([stopping.signal, woken.signal]) }).catch(
      () => undefined,
    );
    if (woken.signal.aborted) woken = new AbortController();
  };

  const apply = async (rows: readonly QueueRow[]): Promise<void> => {
    const found: SearchDocument[] = [];
    const gone: { projectId: string; ids: string[] }[] = [];
    for (const [projectId, own] of groupBy(rows, (row) => row.projectId)) {
      const ids = own.map(({ id }) => id);
      const documents = await load(projectId, ids);
      found.push(...documents);
      const present = new Set(documents.map(({ id }) => id));
      gone.push({ projectId, ids: ids.filter((id) => !present.has(id)) });
    }
    if (found.length > 0) await index.upsert(found);
    for (const { projectId, ids } of gone) if (ids.length > 0) await index.remove(projectId, ids);
  };

  const isRebuilding = async (sql: Sql): Promise<boolean> => {
    const rows = await sql.query(
      `SELECT FROM search_queue WHERE project_id = '' AND index_name = $1 AND id = ''`,
      [indexName],
      { prepare: true },
    );
    return rows.length > 0;
  };

  return {} as Indexer;
};
