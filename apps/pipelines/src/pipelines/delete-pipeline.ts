import { conflict, notFound } from '@parley/errors';
import type {
  DeletePipelineRequest,
  DeletePipelineResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { runTransaction } from '@parley/persistence';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  pipelineDeleted,
  presentBoard,
  hasEntries,
  lockAllLanes,
  lockBoard,
  markDeleted,
  requireBoard,
} from '../boards';

/** Deletes a board: it is gone at once, its rows go in the background. */
export const deletePipeline = async (
  deps: Deps,
  { pipelineId, force }: DeletePipelineRequest,
  context: CallContext,
): Promise<Partially<DeletePipelineResponse>> => {
  const { projectId } = await requireBoard(deps, pipelineId, context);
  const board = await runTransaction(deps.db, async (tx) => {
    const found = await lockBoard(tx, projectId, pipelineId);
    if (!found) throw notFound('pipeline');
    await lockAllLanes(tx, found);
    if (force !== true && (await hasEntries(tx, found))) throw conflict('PIPELINE_NOT_EMPTY');
    await markDeleted(tx, found, deps.clock());
    await deps.events.append(tx, [pipelineDeleted(found, context)]);
    return found;
  });
  deps.events.wake();
  return { pipeline: presentBoard(board) };
};
