import { notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  BulkUpdateEntriesRequest,
  BulkUpdateEntriesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Board, requireBoard } from '../boards';
import type { Deps } from '../deps';
import {
  type EntryRow,
  changedData,
  type EntryChange,
  isChange,
  moved,
  firstOfLane,
  lockEntries,
  entriesBefore,
  isThere,
  lockLane,
  placeAtEnd,
  removeEntries,
  saveEntries,
} from '../entries';
import { type BulkAction, noTarget, readAction } from './bulk-action';
import { readSelection, type Selection } from './select-entries';

/** Entries of a selection in its order, as far as they are on the board; locked. */
const lockSelected = async (
  tx: Sql,
  board: Board,
  selection: Selection,
): Promise<{ ids: readonly string[]; entries: EntryRow[] }> => {
  const isLane = 'laneId' in selection;
  const ids = isLane ? await firstOfLane(tx, board, selection.laneId, selection.limit) : selection.ids;
  const locked = await lockEntries(tx, board, ids);
  // Those that left the lane before they were locked belong to it no more.
  const byId = new Map(
    locked.filter(({ laneId }) => !isLane || laneId === selection.laneId).map((entry) => [entry.id, entry]),
  );
  return { ids: isLane ? [...byId.keys()] : ids, entries: ids.flatMap((id) => byId.get(id) ?? []) };
};

/** Places entries at the end of a locked lane in their order; nothing changes for those that are there so already. */
const moveAll = async (
  tx: Sql,
  board: Board,
  laneId: string,
  entries: readonly EntryRow[],
  at: Date,
): Promise<EntryChange[]> => {
  const tail = await entriesBefore(tx, { board, laneId, except: '' }, undefined, entries.length);
  const isThereSo =
    tail.length === entries.length && tail.every(({ id }, index) => id === entries.at(-1 - index)?.id);
  if (isThereSo) return [];
  const ranks = await placeAtEnd(tx, board, laneId, entries.length);
  return entries.map((entry, index) => moved(entry, { laneId, rank: ranks[index] as string }, at));
};

const run = async (
  tx: Sql,
  deps: Deps,
  board: Board,
  action: BulkAction,
  entries: readonly EntryRow[],
  context: CallContext,
): Promise<void> => {
  if (entries.length === 0) return;
  const at = deps.clock();
  switch (action.type) {
    case 'remove':
      await removeEntries(tx, deps, board, entries, context);
      return;
    case 'move':
      await saveEntries(tx, board, await moveAll(tx, board, action.laneId, entries, at), context);
      return;
    case 'change': {
      const changes = entries
        .map((entry) => ({
          entry,
          change: changedData(entry, board.fields, action.values, action.dueDate, at),
        }))
        .filter(({ entry, change }) => isChange(change, entry))
        .map(({ change }) => change);
      await saveEntries(tx, board, changes, context);
    }
  }
};

/** Changes many entries of a board in one transaction. */
export const bulkUpdate = async (
  deps: Deps,
  request: BulkUpdateEntriesRequest,
  context: CallContext,
): Promise<Partially<BulkUpdateEntriesResponse>> => {
  const board = await requireBoard(deps, request.pipelineId, context);
  const selection = readSelection(board, request.selection);
  const action = readAction(board, request);
  const { ids, entries } = await runTransaction(deps.db, async (tx) => {
    if (action.type === 'move') {
      const lane = await lockLane(tx, board, action.laneId);
      if (!lane || lane.archived) throw noTarget();
    }
    if (!(await isThere(tx, board))) throw notFound('pipeline');
    const selected = await lockSelected(tx, board, selection);
    await run(tx, deps, board, action, selected.entries, context);
    return selected;
  });
  deps.events.wake();
  const found = new Set(entries.map(({ id }) => id));
  return {
    matched: entries.length,
    updated: entries.length,
    failed: ids
      .filter((id) => !found.has(id))
      .map((entryId) => ({ entryId, code: 'pipeline_entry_not_found' })),
  };
};
