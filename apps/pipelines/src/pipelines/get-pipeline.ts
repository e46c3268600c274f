import type {
  GetPipelineRequest,
  GetPipelineResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { CallContext, Partially } from '@parley/rpc';
import { presentBoard, type BoardDeps, requireBoard } from '../boards';

/** A board that the caller sees. */
export const getPipeline = async (
  deps: BoardDeps,
  { pipelineId }: GetPipelineRequest,
  context: CallContext,
): Promise<Partially<GetPipelineResponse>> => ({
  pipeline: presentBoard(await requireBoard(deps, pipelineId, context)),
});
