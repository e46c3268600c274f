import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Board } from './board';
import { findBoard } from './board.store';
import { isVisible, toViewer } from './viewer';

/** Dependencies for reading a board. */
export type BoardDeps = Pick<Deps, 'db' | 'workspace'>;

/** Whether the caller may reach a board of which the id is known. */
export const mayReach = async (deps: BoardDeps, board: Board, context: CallContext): Promise<boolean> => {
  const viewer = toViewer(deps, context);
  return viewer.isAdmin || (await isVisible(board, viewer));
};

/** A board that the caller may reach; 404 `pipeline_not_found` otherwise. */
export const requireBoard = async (
  deps: BoardDeps,
  pipelineId: string,
  context: CallContext,
): Promise<Board> => {
  const { projectId } = projectScope(context.scope);
  const board = await findBoard(deps.db, projectId, pipelineId);
  if (!board || !(await mayReach(deps, board, context))) throw notFound('pipeline');
  return board;
};
