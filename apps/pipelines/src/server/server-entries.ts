import type { OnceContext } from '@parley/effects';
import { DomainError, type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type { AddPipelineEntryResponse } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import type { CallContext, Partially } from '@parley/rpc';
import { type Board, openLane, recordNotFound, requireBoard } from '../boards';
import { writeRows } from '../bulk';
import type { Deps } from '../deps';
import {
  addEntry,
  findEntryOfRecord,
  presentEntry,
  readValues,
  removeEntry,
  type ValuesChange,
} from '../entries';
import type { RecordKey, RecordState } from '../records';

/** A contact or company on a board, by the customer's own identifier. */
export interface Place {
  pipelineId: string;
  key: RecordKey;
}

/** A write of an entry. */
export interface Wanted {
  stageId?: string | undefined;
  values?: Record<string, unknown> | undefined;
}

/** Puts a record on a board, or answers the entry that it has. */
export const addServerEntry = async (
  deps: Deps,
  place: Place,
  { stageId, values }: Wanted,
  context: OnceContext<AddPipelineEntryResponse>,
): Promise<Partially<PipelineEntry>> => {
  const { board, record } = await requireRecord(deps, place, context, { stageId, values });
  const request = { pipelineId: board.id, recordId: record.id, laneId: stageId, values };
  const { entry } = await addEntry(deps, request, context).catch(namingStage);
  if (!entry) throw notFound('pipeline_entry');
  return entry;
};

/** Puts a record on a board, or changes the entry that it has: a row of an import. */
export const putServerEntry = async (
  deps: Deps,
  place: Place,
  wanted: Wanted,
  context: CallContext,
): Promise<PipelineEntry> => {
  const { board, record, change } = await requireRecord(deps, place, context, wanted);
  const row = { index: 0, key: place.key, laneId: wanted.stageId, values: change, dueDate: undefined };
  const entry = await runTransaction(deps.db, async (tx) => {
    const [outcome] = await writeRows(tx, deps, board, [{ row, record }], context);
    if (outcome && 'refused' in outcome) throw outcome.refused;
    return findEntryOfRecord(tx, board, record.id);
  }).catch(namingStage);
  deps.events.wake();
  if (!entry) throw notFound('pipeline_entry');
  return presentEntry(board, entry);
};

/** The entry of a record on a board. */
export const getServerEntry = async (
  deps: Deps,
  place: Place,
  context: CallContext,
): Promise<PipelineEntry> => {
  const { board, record } = await requireRecord(deps, place, context, {});
  const entry = await findEntryOfRecord(deps.db, board, record.id);
  if (!entry) throw notFound('pipeline_entry');
  return presentEntry(board, entry);
};

/** Takes a record off a board. */
export const removeServerEntry = async (
  deps: Deps,
  place: Place,
  context: CallContext,
): Promise<Partially<PipelineEntry>> => {
  const { id } = await getServerEntry(deps, place, context);
  const { entry } = await removeEntry(deps, { entryId: id }, context);
  return entry ?? {};
};

/** The board of a place and its record; the write is checked first: a bad one is bad for every record. */
const requireRecord = async (
  deps: Deps,
  { pipelineId, key }: Place,
  context: CallContext,
  wanted: Wanted,
): Promise<{ board: Board; record: RecordState; change: ValuesChange }> => {
  const board = await requireBoard(deps, pipelineId, context);
  const problems: FieldProblem[] = [];
  const recordType = toType(key);
  if (board.recordType !== recordType)
    problems.push({ field: 'pipelineId', message: `is a pipeline of ${board.recordType}` });
  if (wanted.stageId !== undefined && !openLane(board, wanted.stageId))
    problems.push({ field: 'stageId', message: NO_STAGE });
  const change = readValues(board, wanted.values ?? {}, 'values', problems);
  if (problems.length > 0) throw invalid(problems);
  return { board, record: await findRecord(deps, { key }, context), change };
};

const toType = (key: RecordKey): 'companies' | 'contacts' =>
  key.$case === 'companyId' ? 'companies' : 'contacts';

/** The contact or company of a place. 404 when the project has none. */
export const findRecord = async (
  deps: Pick<Deps, 'directory'>,
  { key }: Pick<Place, 'key'>,
  context: CallContext,
): Promise<RecordState> => {
  const [record] = await deps.directory.find(toType(key), [key], context);
  if (!record) throw recordNotFound(toType(key));
  return record;
};

const NO_STAGE = 'must be a stage of the pipeline that is not archived';

/** A lane that was archived in between, by the name that it has here. */
const namingStage = (error: unknown): never => {
  if (error instanceof DomainError && error.fields.some(({ field }) => field === 'laneId'))
    throw invalid([{ field: 'stageId', message: NO_STAGE }]);
  throw error;
};
