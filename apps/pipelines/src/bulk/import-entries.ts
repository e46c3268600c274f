import { DomainError } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  ImportEntriesRequest,
  ImportEntriesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import type { CallContext, Partially } from '@parley/rpc';
import { recordNotFound, requireBoard } from '../boards';
import type { Deps } from '../deps';
import { findRowRecords } from './find-row-records';
import { toFailure, type ImportRow, readRow, type RowFailure } from './import-row';
import { type Outcome, writeRows } from './write-rows';

/** Rows that are written in one transaction: few enough that others do not wait long for their lanes. */
const BATCH = 250;

/** Imports entries. Rows are written some at a time; a call that breaks off is completed by repeating it. */
export const importEntries = async (
  deps: Deps,
  { pipelineId, entries: sent }: ImportEntriesRequest,
  context: CallContext,
): Promise<Partially<ImportEntriesResponse>> => {
  const board = await requireBoard(deps, pipelineId, context);
  const failed: RowFailure[] = [];
  const rows: ImportRow[] = [];
  sent.forEach((row: unknown, index) => {
    try {
      rows.push(readRow(board, row, index));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push(toFailure(index, error));
    }
  });
  const records = await findRowRecords(deps, board, rows, context);
  const found = rows.flatMap((row) => {
    const record = records.get(row.index);
    if (!record) failed.push(toFailure(row.index, recordNotFound(board.recordType)));
    return record ? [{ row, record }] : [];
  });
  const outcomes: Outcome[] = [];
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH);
    outcomes.push(...(await runTransaction(deps.db, (tx) => writeRows(tx, deps, board, batch, context))));
    deps.events.wake();
  }
  const ids: (string | null)[] = sent.map(() => null);
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const outcome of outcomes) {
    if ('refused' in outcome) {
      failed.push(toFailure(outcome.index, outcome.refused));
      continue;
    }
    ids[outcome.index] = outcome.id;
    counts[outcome.done] += 1;
  }
  failed.sort((a, b) => a.index - b.index);
  return { ...counts, ids, failed };
};
