import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import {
  type Board,
  nextTime,
  pipelineUpdated,
  lockBoard,
  touchBoard,
  requireBoard,
  type FieldRow,
} from '../boards';
import type { Deps } from '../deps';

/** The field of a board with a `fieldId`; 404 `pipeline_field_not_found` without one. */
export const requireField = ({ fields }: Pick<Board, 'fields'>, fieldId: string): FieldRow => {
  const field = fields.find((candidate) => candidate.fieldId === fieldId);
  if (!field) throw notFound('pipeline_field');
  return field;
};

/**
 * Changes fields of a board that the caller may reach: `work` gets the locked board and the time of the change, and answers
 * the field in question and whether anything changed; then the board counts as changed too.
 */
export const changeField = async (
  deps: Deps,
  pipelineId: string,
  context: CallContext,
  work: (tx: Sql, board: Board, at: Date) => Promise<{ field: FieldRow; changed: boolean }>,
): Promise<{ board: Board; field: FieldRow }> => {
  const { projectId } = projectScope(context.scope);
  await requireBoard(deps, pipelineId, context);
  const result = await runTransaction(deps.db, async (tx) => {
    const board = await lockBoard(tx, projectId, pipelineId);
    if (!board) throw notFound('pipeline');
    const at = nextTime(deps.clock(), board);
    const { field, changed } = await work(tx, board, at);
    if (changed) {
      const after = { ...board, updatedAt: at };
      await touchBoard(tx, after);
      await deps.events.append(tx, [pipelineUpdated(after, context)]);
    }
    return { board, field };
  });
  deps.events.wake();
  return result;
};
