import type {
  GetPipelineEntryRequest,
  GetPipelineEntryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import { presentBoard, type BoardDeps } from '../boards';
import { presentEntry } from './entry.present';
import { requireEntry } from './require-entry';

/** An entry with its board. */
export const getEntry = async (
  deps: BoardDeps,
  { entryId }: GetPipelineEntryRequest,
  context: CallContext,
): Promise<Partially<GetPipelineEntryResponse>> => {
  const { entry, board } = await requireEntry(deps, entryId, context);
  return { entry: presentEntry(board, entry), pipeline: presentBoard(board) };
};
