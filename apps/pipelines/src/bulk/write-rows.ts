import { callerId } from '@parley/auth';
import { heirsAmong } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { type DomainError, invalid, notFound } from '@parley/errors';
import { type Board, firstLane, recordNotFound, findBoard } from '../boards';
import type { Deps } from '../deps';
import {
  withoutNulls,
  type EntryRow,
  both,
  changedData,
  type EntryChange,
  isChange,
  moved,
  unchanged,
  lockEntriesOfRecords,
  lockLanes,
  placeAtEnd,
  insertEntries,
  saveEntries,
} from '../entries';
import { type RecordState, forgetUnused, keepRecords } from '../records';
import type { ImportRow } from './import-row';

/** A row and the record that it names. */
export interface FoundRow {
  row: ImportRow;
  record: RecordState;
}

/** What became of a row. */
export type Outcome =
  | { index: number; done: 'created' | 'updated' | 'unchanged'; id: string }
  | { index: number; refused: DomainError };

/** An entry while rows are applied to it. */
interface Draft {
  isNew: boolean;
  before: EntryRow;
  change: EntryChange;
}

/** Ranks at the end of lanes, as many as a batch may need, given out in order. */
const createRanks = (tx: Sql, board: Board, most: number) => {
  const spare = new Map<string, string[]>();
  return async (laneId: string): Promise<string> => {
    const ranks = spare.get(laneId) ?? (await placeAtEnd(tx, board, laneId, most));
    spare.set(laneId, ranks);
    return ranks.shift() as string;
  };
};

/** The board as it is now that the records are locked, and those of its lanes that take entries in and are locked. */
const lockTargets = async (
  tx: Sql,
  known: Board,
  rows: readonly FoundRow[],
): Promise<{ board: Board; open: ReadonlySet<string> }> => {
  const named = rows.flatMap(({ row: { laneId } }) => laneId ?? []);
  const lanes = await lockLanes(tx, known, [...new Set([...named, firstLane(known).id])]);
  const board = await findBoard(tx, known.projectId, known.id);
  if (!board) throw notFound('pipeline');
  return { board, open: new Set(lanes.filter(({ archived }) => !archived).map(({ id }) => id)) };
};

/** What rows are applied to. */
interface Batch {
  board: Board;
  /** Lanes that take entries in. */
  open: ReadonlySet<string>;
  /** Records that are gone. */
  gone: ReadonlySet<string>;
  /** By record. */
  drafts: Map<string, Draft>;
  nextRank(laneId: string): Promise<string>;
  createdBy: string;
  at: Date;
}

const createDraft = (before: EntryRow, isNew: boolean): Draft => ({
  isNew,
  before,
  change: unchanged(before),
});

const create = async (
  { board, nextRank, createdBy, at }: Batch,
  { row, record }: FoundRow,
  laneId: string,
): Promise<EntryRow> => ({
  projectId: board.projectId,
  id: newId(at.getTime()),
  pipelineId: board.id,
  recordType: board.recordType,
  recordId: record.id,
  laneId,
  rank: await nextRank(laneId),
  laneEnteredAt: at,
  fieldValues: withoutNulls(row.values),
  dueDate: row.dueDate ?? null,
  createdBy,
  createdAt: at,
  updatedAt: at,
  attributes: record.attributes,
});

const change = async (
  { board, nextRank, at }: Batch,
  draft: Draft,
  { index, laneId, values, dueDate }: ImportRow,
): Promise<Outcome> => {
  const { after } = draft.change;
  const data = changedData(after, board.fields, values, dueDate, at);
  const isElsewhere = laneId !== undefined && laneId !== after.laneId;
  const result = isElsewhere
    ? both(data, moved(data.after, { laneId, rank: await nextRank(laneId) }, at))
    : data;
  if (!isChange(result, after)) return { index, done: 'unchanged', id: after.id };
  draft.change = both(draft.change, result);
  return { index, done: 'updated', id: after.id };
};

const apply = async (batch: Batch, found: FoundRow): Promise<Outcome> => {
  const { board, open, gone, drafts } = batch;
  const { index, laneId } = found.row;
  const recordId = found.record.id;
  if (gone.has(recordId)) return { index, refused: recordNotFound(board.recordType) };
  const draft = drafts.get(recordId);
  const target = laneId ?? (draft ? undefined : firstLane(board).id);
  if (target !== undefined && target !== draft?.change.after.laneId && !open.has(target)) {
    const problem = { field: 'laneId', message: 'takes no entries in any more' };
    return { index, refused: invalid([problem]) };
  }
  if (draft) return change(batch, draft, found.row);
  const entry = await create(batch, found, target as string);
  drafts.set(recordId, createDraft(entry, true));
  return { index, done: 'created', id: entry.id };
};

/** Applies rows to a board in order and writes the results together. */
export const writeRows = async (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  known: Board,
  rows: readonly FoundRow[],
  context: CallContext,
): Promise<Outcome[]> => {
  const records = new Map(rows.map(({ record }) => [record.id, record]));
  const recordIds = [...records.keys()];
  // Records, then lanes, then entries: everybody who takes several locks takes them in this order.
  await keepRecords(tx, known, [...records.values()]);
  const { board, open } = await lockTargets(tx, known, rows);
  const entries = await lockEntriesOfRecords(tx, board, recordIds);
  const gone = new Set((await heirsAmong(tx, board.projectId, recordIds)).keys());
  if (gone.size > 0) await forgetUnused(tx, board, [...gone]);
  const batch: Batch = {
    board,
    open,
    gone,
    drafts: new Map(entries.map((entry) => [entry.recordId, createDraft(entry, false)])),
    nextRank: createRanks(tx, board, rows.length),
    createdBy: callerId(context.scope.actor),
    at: clock(),
  };
  const outcomes: Outcome[] = [];
  for (const found of rows) outcomes.push(await apply(batch, found));
  const drafts = [...batch.drafts.values()];
  const added = drafts.filter(({ isNew }) => isNew);
  const changed = drafts.filter((draft) => isChange(draft.change, draft.before));
  await insertEntries(tx, [{ board, entries: added.map(({ before }) => before), context }]);
  await saveEntries(
    tx,
    board,
    changed.map((draft) => draft.change),
    context,
  );
  return outcomes;
};
