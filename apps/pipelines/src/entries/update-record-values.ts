import { DomainError, type FieldProblem, invalid, notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  UpdateEntryRecordValuesRequest,
  UpdateEntryRecordValuesResponse,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entries_service';
import type { CallContext, Partially } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import type { Board } from '../boards';
import type { Deps } from '../deps';
import { readAttribute, type RecordState, refreshRecords } from '../records';
import type { EntryRow } from './entry';
import { presentEntry } from './entry.present';
import { lockEntry } from './entry.store';
import type { HistoryChange } from './history';
import { requireEntry } from './require-entry';
import { saveEntries } from './save-entries';

interface Write {
  attribute: string;
  value: unknown;
}

const isPrimitive = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const readWrites = ({ fields }: Board, sent: Readonly<Record<string, unknown>>): Write[] => {
  const problems: FieldProblem[] = [];
  const writes = Object.entries(sent).map(([attribute, value]) => {
    const field = fields.find(({ fieldId, source }) => fieldId === attribute && source === 'RECORD');
    const message = !field
      ? 'is no field that stands for an attribute'
      : field.readOnly
        ? 'is read-only'
        : isPrimitive(value)
          ? undefined
          : 'must be a text, a number, true, false or null';
    if (message !== undefined) problems.push({ field: `values.${attribute}`, message });
    return { attribute, value };
  });
  if (problems.length > 0) throw invalid(problems);
  return writes;
};

/** The owner names attributes; the caller sent them below `values`. */
const below = (error: unknown): unknown =>
  error instanceof DomainError && error.reason === 'INVALID_INPUT'
    ? invalid(error.fields.map(({ field, message }) => ({ field: `values.${field}`, message })))
    : error;

const toHistory = (
  before: Pick<EntryRow, 'attributes'>,
  after: RecordState,
  writes: readonly Write[],
): HistoryChange[] =>
  writes.flatMap(({ attribute }) => {
    const from = readAttribute(before.attributes, attribute);
    const to = readAttribute(after.attributes, attribute);
    return isDeepStrictEqual(from, to) ? [] : [{ field: `recordValues.${attribute}`, from, to }];
  });

/** Writes attributes of the record behind an entry, by its owner and its rules; then shows them. */
export const updateRecordValues = async (
  deps: Deps,
  { entryId, values = {} }: UpdateEntryRecordValuesRequest,
  context: CallContext,
): Promise<Partially<UpdateEntryRecordValuesResponse>> => {
  const { entry: before, board } = await requireEntry(deps, entryId, context);
  const writes = readWrites(board, values);
  if (writes.length === 0) return { entry: presentEntry(board, before) };
  const record = await deps.directory
    .write(board.recordType, before.recordId, writes, context)
    .catch((error: unknown) => {
      throw below(error);
    });
  const history = toHistory(before, record, writes);
  const after = await runTransaction(deps.db, async (tx) => {
    await refreshRecords(tx, board, [record]);
    const entry = await lockEntry(tx, board, entryId);
    if (!entry) throw notFound('pipeline_entry');
    if (history.length === 0) return entry;
    const changed = { ...entry, updatedAt: deps.clock() };
    await saveEntries(tx, board, [{ after: changed, history, changed: [] }], context);
    return changed;
  });
  return { entry: presentEntry(board, after) };
};
