import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import { type BoardDeps, mayReach } from '../boards';
import { type EntryOnBoard, findEntryOnBoard } from './entry.store';

/** An entry of a board that the caller may reach; 404 `pipeline_entry_not_found` otherwise. */
export const requireEntry = async (
  deps: BoardDeps,
  entryId: string,
  context: CallContext,
): Promise<EntryOnBoard> => {
  const { projectId } = projectScope(context.scope);
  const found = await findEntryOnBoard(deps.db, projectId, entryId);
  if (!found || !(await mayReach(deps, found.board, context))) throw notFound('pipeline_entry');
  return found;
};
