import type { OnceContext } from '@parley/effects';
import { type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  AddPipelineEntryRequest,
  AddPipelineEntryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { Partially } from '@parley/rpc';
import { openLane, recordNotFound, findBoard, requireBoard } from '../boards';
import type { Deps } from '../deps';
import { noLane } from './add-together';
import { presentEntry } from './entry.present';
import { findEntryOfRecord } from './entry.store';
import { readDueDate, readValues } from './values.input';

type Context = OnceContext<AddPipelineEntryResponse>;

/** Puts a record on a board, at the end of a lane; one that is there already stays as it is. */
export const addEntry = async (
  deps: Deps,
  { pipelineId, recordId, laneId, values = {}, dueDate: sentDate }: AddPipelineEntryRequest,
  context: Context,
): Promise<Partially<AddPipelineEntryResponse>> => {
  let board = await requireBoard(deps, pipelineId, context);
  const problems: FieldProblem[] = [];
  if (laneId !== undefined && !openLane(board, laneId)) problems.push(noLane);
  const change = readValues(board, values, 'values', problems);
  const dueDate = readDueDate(sentDate, 'dueDate', problems) ?? null;
  if (problems.length > 0) throw invalid(problems);
  const known = await findEntryOfRecord(deps.db, board, recordId);
  const [record] = known ? [] : await deps.directory.get(board.recordType, [recordId], context);
  if (known)
    return runTransaction(deps.db, async (tx) => {
      const answer = { entry: presentEntry(board, known) };
      await context.record(tx, answer);
      return answer;
    });
  if (!record) throw recordNotFound(board.recordType);
  for (;;) {
    const entry = await deps.addTogether({ board, record, laneId, values: change, dueDate, context });
    if (entry) {
      deps.events.wake();
      return { entry: presentEntry(board, entry) };
    }
    const now = await findBoard(deps.db, board.projectId, board.id);
    if (!now) throw notFound('pipeline');
    board = now;
  }
};
