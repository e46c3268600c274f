import { callerId } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid, notFound } from '@parley/errors';
import { gatherBy, isConnectionFailure, newId, runTransaction, type Sql } from '@parley/persistence';
import type { AddPipelineEntryResponse } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import { type Board, firstLane, recordNotFound } from '../boards';
import type { Deps } from '../deps';
import { type RecordState, forgetUnused, keepRecords } from '../records';
import type { EntryRow } from './entry';
import { presentEntry } from './entry.present';
import { findEntryOfRecord } from './entry.store';
import { lockLane, lookToAdd } from './lane.store';
import { placeAfter } from './place-at-end';
import { insertEntries } from './save-entries';
import type { ValuesChange } from './values.input';

/** An entry to add, read. */
export interface Addition {
  board: Board;
  record: RecordState;
  /** Undefined: the first lane that takes entries in. */
  laneId: string | undefined;
  values: ValuesChange;
  dueDate: Date | null;
  context: OnceContext<AddPipelineEntryResponse>;
}

/** The entry, or the one that the record has; undefined when lanes changed since the board was read. */
export type Added = EntryRow | undefined;

/** Adds entries; those of one lane that come while others are written are written together. */
export type AddTogether = (addition: Addition) => Promise<Added>;

export const noLane = { field: 'laneId', message: 'must be a lane of the pipeline that is not archived' };

/** Most entries of one transaction. */
const MAX_BATCH = 64;

/** Values of a new entry: those that are not null. */
export const withoutNulls = (change: ValuesChange): EntryRow['fieldValues'] =>
  Object.fromEntries([...change].flatMap(([id, value]) => (value === null ? [] : [[id, value]])));

const chooseLane = ({ board, laneId }: Addition): string => laneId ?? firstLane(board).id;

const makeEntry = (
  { board, record, values, dueDate, context }: Addition,
  { laneId, rank, at }: { laneId: string; rank: string; at: Date },
): EntryRow => ({
  projectId: board.projectId,
  id: newId(at.getTime()),
  pipelineId: board.id,
  recordType: board.recordType,
  recordId: record.id,
  laneId,
  rank,
  laneEnteredAt: at,
  fieldValues: withoutNulls(values),
  dueDate,
  createdBy: callerId(context.scope.actor),
  createdAt: at,
  updatedAt: at,
  attributes: record.attributes,
});

/** What becomes of additions to a lane, in their order; an error of one that is refused. */
const addToLane = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  board: Board,
  laneId: string,
  additions: readonly Addition[],
): Promise<(Added | Error)[]> => {
  const recordIds = [...new Set(additions.map(({ record }) => record.id))];
  const lane = await lockLane(tx, board, laneId);
  if (!lane || lane.archived)
    return additions.map((addition) => (addition.laneId === undefined ? undefined : invalid([noLane])));
  const { isThere, gone, onBoard, last } = await lookToAdd(tx, board, laneId, recordIds);
  if (!isThere) return additions.map(() => notFound('pipeline'));
  const fresh = new Map<string, Addition>();
  for (const addition of additions) {
    const { id } = addition.record;
    if (!gone.has(id) && !onBoard.has(id) && !fresh.has(id)) fresh.set(id, addition);
  }
  const at = deps.clock();
  const ranks = fresh.size > 0 ? await placeAfter(tx, board, laneId, last, fresh.size) : [];
  const added = [...fresh.values()].map((addition, index) => ({
    ...addition,
    entries: [makeEntry(addition, { laneId, rank: ranks[index] as string, at })],
  }));
  await insertEntries(tx, added);
  const entries = new Map(added.flatMap(({ entries: [entry] }) => (entry ? [[entry.recordId, entry]] : [])));
  for (const recordId of onBoard) {
    const entry = await findEntryOfRecord(tx, board, recordId);
    if (entry) entries.set(recordId, entry);
  }
  return additions.map(
    ({ record }) =>
      entries.get(record.id) ?? (gone.has(record.id) ? recordNotFound(board.recordType) : undefined),
  );
};

/** Adds entries to one lane of one board in a transaction. */
const addAll = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  additions: readonly Addition[],
): Promise<(Added | Error)[]> => {
  const [first] = additions;
  if (!first) return [];
  const { board } = first;
  return runTransaction(deps.db, async (tx) => {
    const records = new Map(additions.map(({ record }) => [record.id, record]));
    await keepRecords(tx, board, [...records.values()]);
    const results = await addToLane(tx, deps, board, chooseLane(first), additions);
    const left = additions.filter((_, at) => results[at] === undefined || results[at] instanceof Error);
    if (left.length > 0)
      await forgetUnused(
        tx,
        board,
        left.map(({ record }) => record.id),
      );
    for (const [at, result] of results.entries())
      if (result !== undefined && !(result instanceof Error)) {
        const addition = additions[at] as Addition;
        await addition.context.record(tx, { entry: presentEntry(addition.board, result) });
      }
    return results;
  });
};

/**
 * A lane is locked until the transaction that puts an entry at its end is durable, so additions to it wait for each other
 * however many connections there are. Written together they share the wait.
 */
export const createAddTogether = (deps: Pick<Deps, 'db' | 'clock'>): AddTogether =>
  gatherBy(
    (addition) => `${addition.board.projectId} ${addition.board.id} ${chooseLane(addition)}`,
    async (additions) => {
      try {
        return await addAll(deps, additions);
      } catch (error) {
        // Whether it was written is not known when the connection broke, so it is not written again.
        if (additions.length === 1 || isConnectionFailure(error)) throw error;
        // One that cannot be written must not fail its neighbours.
        const results: (Added | Error)[] = [];
        for (const addition of additions)
          results.push(...(await addAll(deps, [addition]).catch((reason: unknown) => [reason as Error])));
        return results;
      }
    },
    { maxBatch: MAX_BATCH, atATime: 1 },
  );
