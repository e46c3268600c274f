import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { placeAtEnd, entriesOfLanes, countEntriesByLane, lockLane, saveEntries, moved } from '../entries';
import { type Board, laneNotEmpty, tooManyToMove, deleteLanes, lockAllLanes, saveLanes } from '../boards';

/** Most entries that the removal of lanes takes along. */
const MAX_MOVED = 10_000;
/** Entries that are written by one statement. */
const BATCH = 500;

/** A change of the lanes of a board that is locked. */
export interface LaneChange {
  before: Board;
  after: Board;
  /** Lane that takes the entries of removed ones. */
  moveEntriesTo: string | undefined;
  at: Date;
  context: CallContext;
}

/**
 * Stores other lanes of a board. Entries of removed ones go to the end of the lane named for them, in their order; without
 * one a removed lane must have none.
 */
export const changeLanes = async (tx: Sql, change: LaneChange): Promise<void> => {
  const { before, after, moveEntriesTo } = change;
  const kept = new Set(after.lanes.map(({ id }) => id));
  const removed = before.lanes.filter(({ id }) => !kept.has(id));
  if (removed.length > 0) await lockAllLanes(tx, before);
  await saveLanes(tx, after, after.lanes);
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  const counts = await countEntriesByLane(tx, before, ids);
  const [first] = removed.filter(({ id }) => counts.has(id));
  if (first) {
    if (moveEntriesTo === undefined) throw laneNotEmpty(first);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (all > MAX_MOVED) throw tooManyToMove(first, MAX_MOVED);
    await moveAll(tx, change, ids, moveEntriesTo);
  }
  await deleteLanes(tx, before, ids);
};

const moveAll = async (
  tx: Sql,
  { before, after, at, context }: LaneChange,
  from: readonly string[],
  to: string,
): Promise<void> => {
  // It may be new, so that no lock was possible before.
  await lockLane(tx, after, to);
  const entries = await entriesOfLanes(tx, before, from);
  const ranks = await placeAtEnd(tx, after, to, entries.length);
  for (let start = 0; start < entries.length; start += BATCH) {
    const changes = entries
      .slice(start, start + BATCH)
      .map((entry, index) => moved(entry, { laneId: to, rank: ranks[start + index] as string }, at));
    await saveEntries(tx, after, changes, context);
  }
};
