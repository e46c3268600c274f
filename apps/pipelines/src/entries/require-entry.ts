import { projectScope } from '@parley/auth';
import { type CallContext } from '@parley/rpc';
import { type Board } from '../boards/board';
import { entryNotFound } from '../boards/board.errors';
import { findBoard } from '../boards/board.store';
import { type BoardDeps, mayReach } from '../boards/require-board';
import { type EntryRow } from './entry';
import { findEntry } from './entry.store';

/** An entry with its board. */
export interface EntryOnBoard {
  entry: EntryRow;
  board: Board;
}

/** An entry of a board that the caller may reach; 404 `pipeline_entry_not_found` otherwise. */
export const requireEntry = async (
  deps: BoardDeps,
  entryId: string,
  context: CallContext,
): Promise<EntryOnBoard> => {
  const { projectId } = projectScope(context.scope);
  const entry = await findEntry(deps.db, projectId, entryId);
  const board = entry && (await findBoard(deps.db, projectId, entry.pipelineId));
  if (!board || !(await mayReach(deps, board, context))) throw entryNotFound();
  return { entry, board };
};
