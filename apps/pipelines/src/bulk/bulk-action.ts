import { type DomainError, type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import type { BulkUpdateEntriesRequest } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { type Board, openLane } from '../boards';
import { readDueDate, readValues, type ValuesChange } from '../entries';

/** The action on each entry. */
export type BulkAction =
  | { type: 'remove' }
  | { type: 'move'; laneId: string }
  | { type: 'change'; values: ValuesChange; dueDate: Date | null | undefined };

/** 400 for a lane that takes nothing in. */
export const noTarget = (): DomainError =>
  invalid([{ field: 'payload.laneId', message: 'must be a lane of the pipeline that is not archived' }]);

/** Reads the action. */
export const readAction = (
  board: Board,
  { action, payload = {} }: Pick<BulkUpdateEntriesRequest, 'action' | 'payload'>,
): BulkAction => {
  const problems: FieldProblem[] = [];
  const done = (result: BulkAction): BulkAction => {
    if (problems.length > 0) throw invalid(problems);
    return result;
  };
  switch (action) {
    case 'remove':
      return { type: 'remove' };
    case 'move': {
      const { laneId } = payload;
      if (typeof laneId !== 'string' || !openLane(board, laneId)) throw noTarget();
      return { type: 'move', laneId };
    }
    case 'values': {
      const { values } = payload;
      if (!isObject(values)) throw invalid([{ field: 'payload.values', message: 'must be an object' }]);
      const change = readValues(board, values, 'payload.values', problems);
      return done({ type: 'change', values: change, dueDate: undefined });
    }
    case 'dueDate': {
      const dueDate = readDueDate(payload['dueDate'], 'payload.dueDate', problems);
      if (dueDate === undefined) problems.push({ field: 'payload.dueDate', message: 'is required' });
      return done({ type: 'change', values: new Map(), dueDate });
    }
    default:
      throw invalid([{ field: 'action', message: 'must be one of move, values, dueDate, remove' }]);
  }
};
