import { projectScope } from '@parley/auth';
import type {
  ListEntriesOfRecordRequest,
  ListEntriesOfRecordResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Board, presentBoard, getBoards, type BoardDeps, isVisible, toViewer } from '../boards';
import { presentEntry } from './entry.present';
import { entriesOfRecord } from './entry.store';

/** The entries of a record on boards that the caller sees, the latest first. */
export const listEntriesOfRecord = async (
  deps: BoardDeps,
  { recordType, recordId }: ListEntriesOfRecordRequest,
  context: CallContext,
): Promise<Partially<ListEntriesOfRecordResponse>> => {
  const { projectId } = projectScope(context.scope);
  const rows = await entriesOfRecord(deps.db, projectId, recordType, recordId);
  const boards = await getBoards(
    deps.db,
    projectId,
    rows.map(({ pipelineId }) => pipelineId),
  );
  const viewer = toViewer(deps, context);
  const visible = new Map<string, Board>();
  for (const board of boards) if (await isVisible(board, viewer)) visible.set(board.id, board);
  return {
    entries: rows.flatMap((row) => {
      const board = visible.get(row.pipelineId);
      return board ? [{ entry: presentEntry(board, row), pipeline: presentBoard(board) }] : [];
    }),
  };
};
