import type { InHand, Sql } from '@parley/persistence';
import type { SearchDocument } from '../definition';
import type { IndexerOptions } from './indexer';
import { tellProgress } from './progress';
import { endMarks, postponeMark, type QueueRow, renewApplied, retrySetAside, setMarkAside } from './queue';

/** A rebuild that goes on or is over. */
export interface Rebuild {
  request: QueueRow;
  outcome?: { error?: unknown; isSetAside?: true };
}

/** Names a mark among those in hand. */
export const makeKey = ({ projectId, id }: QueueRow): string => `${projectId}/${id}`;

/** Begins a rebuild, beside which changes continue to be applied. */
export const startRebuild = (
  { db, index, indexName, source }: IndexerOptions,
  hands: InHand,
  request: QueueRow,
  { isSuspect, isLost }: { isSuspect: (mark: QueueRow) => boolean; isLost: () => boolean },
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
    key: makeKey,
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

/** Ends the request of a rebuild that is over; one that failed is tried again. */
export const endRebuild = async (
  sql: Sql,
  { indexName }: IndexerOptions,
  { request, outcome }: Rebuild,
  report: (error: unknown) => void,
): Promise<void> => {
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
