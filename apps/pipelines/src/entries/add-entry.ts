import { type OnceContext } from '@parley/effects';
import { type FieldProblem, invalid } from '@parley/errors';
import { newId, runTransaction, type Sql } from '@parley/persistence';
import {
  type AddPipelineEntryRequest,
  type AddPipelineEntryResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { type Partially } from '@parley/rpc';
import { type Board, firstLane, openLane } from '../boards/board';
import { pipelineNotFound, recordNotFound } from '../boards/board.errors';
import { findBoard } from '../boards/board.store';
import { requireBoard } from '../boards/require-board';
import { callerId } from '../caller-id';
import { type Deps } from '../deps';
import { type RecordState } from '../records/record';
import { keepRecords } from '../records/record.store';
import { type EntryRow } from './entry';
import { presentEntry } from './entry.present';
import { findEntryOfRecord } from './entry.store';
import { lockLane, lookToAdd } from './lane.store';
import { placeAfter } from './place-at-end';
import { insertEntries } from './save-entries';
import { readDueDate, readValues, type ValuesChange } from './values.input';

type Context = OnceContext<AddPipelineEntryResponse>;

/** An entry to add, read. */
interface Addition {
  record: RecordState;
  /** Undefined: the first lane that takes entries in. */
  laneId: string | undefined;
  values: ValuesChange;
  dueDate: Date | null;
}

const noLane = { field: 'laneId', message: 'must be a lane of the pipeline that is not archived' };

/** Values of a new entry: those that are not null. */
export const valuesOf = (change: ValuesChange): EntryRow['fieldValues'] =>
  Object.fromEntries([...change].flatMap(([id, value]) => (value === null ? [] : [[id, value]])));

/** The lane that takes the entry, locked; undefined when lanes changed since they were read. */
const lockTarget = async (tx: Sql, board: Board, laneId: string | undefined): Promise<string | undefined> => {
  const target = laneId ?? firstLane(board).id;
  const lane = await lockLane(tx, board, target);
  if (lane && !lane.archived) return target;
  if (laneId !== undefined) throw invalid([noLane]);
  return undefined;
};

/** Adds an entry, or answers the one that the record has; undefined when lanes changed since they were read. */
const add = async (
  tx: Sql,
  deps: Deps,
  board: Board,
  { record, laneId, values, dueDate }: Addition,
  context: Context,
): Promise<EntryRow | undefined> => {
  await keepRecords(tx, board, [record]);
  const target = await lockTarget(tx, board, laneId);
  if (target === undefined) return undefined;
  const { isThere, isGone, isOnBoard, last } = await lookToAdd(tx, board, target, record.id);
  if (!isThere) throw pipelineNotFound();
  if (isGone) throw recordNotFound(board.recordType);
  const found = isOnBoard ? await findEntryOfRecord(tx, board, record.id) : undefined;
  if (found) return found;
  const at = deps.clock();
  const [rank] = await placeAfter(tx, board, target, last, 1);
  const entry: EntryRow = {
    projectId: board.projectId,
    id: newId(at.getTime()),
    pipelineId: board.id,
    recordType: board.recordType,
    recordId: record.id,
    laneId: target,
    rank: rank as string,
    laneEnteredAt: at,
    fieldValues: valuesOf(values),
    dueDate,
    createdBy: callerId(context.scope.actor),
    createdAt: at,
    updatedAt: at,
    attributes: record.attributes,
  };
  await insertEntries(tx, board, [entry], context);
  return entry;
};

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
  if (!known && !record) throw recordNotFound(board.recordType);
  for (;;) {
    const on = board;
    const entry = await runTransaction(deps.db, async (tx) => {
      const result = record
        ? await add(tx, deps, on, { record, laneId, values: change, dueDate }, context)
        : known;
      if (result) await context.record(tx, { entry: presentEntry(on, result) });
      return result;
    });
    if (entry) {
      deps.events.wake();
      return { entry: presentEntry(board, entry) };
    }
    const now = await findBoard(deps.db, board.projectId, board.id);
    if (!now) throw pipelineNotFound();
    board = now;
  }
};
