import { invalid } from '@parley/errors';
import type { EntrySelection } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { type Board, invalidSelection } from '../boards';

/** Most entries of a selection. */
export const MAX_SELECTED = 500;

/** Which entries: by their ids, or the first ones of a lane. */
export type Selection = { ids: readonly string[] } | { laneId: string; limit: number };

/** Reads a selection. */
export const readSelection = (board: Pick<Board, 'lanes'>, sent: EntrySelection | undefined): Selection => {
  const { ids = [], laneId, limit } = sent ?? {};
  if (limit !== undefined && (limit < 1 || limit > MAX_SELECTED))
    throw invalidSelection(`The limit of a selection must be 1 to ${MAX_SELECTED}.`);
  if (ids.length > 0) {
    const unique = [...new Set(ids)];
    if (unique.length > MAX_SELECTED)
      throw invalidSelection(`The selection has ${unique.length} ids. Send at most ${MAX_SELECTED}.`);
    return { ids: unique.slice(0, limit) };
  }
  if (laneId === undefined) throw invalidSelection('The selection names no entry. Give ids, or a laneId.');
  if (!board.lanes.some(({ id }) => id === laneId))
    throw invalid([{ field: 'selection.laneId', message: 'must be a lane of the pipeline' }]);
  return { laneId, limit: limit ?? MAX_SELECTED };
};
