import type {
  PipelineEntry,
  PipelineRecord,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import type { Board } from '../boards';
import { type Attributes, attributeReader, shownAttributes } from '../records';
import type { EntryRow, ListedEntry } from './entry';

/** What entries of a board show, by the names under which they show it. */
interface Shown {
  record: [name: string, read: (attributes: Attributes) => unknown][];
  values: [fieldId: string, id: string][];
  recordValues: [fieldId: string, read: (attributes: Attributes) => unknown][];
}

const chooseShown = ({ recordType, fields }: Board): Shown => ({
  record: shownAttributes[recordType].map((name) => [name, attributeReader(name)]),
  values: fields.flatMap(({ id, fieldId, source }) => (source === 'ENTRY' ? [[fieldId, id]] : [])),
  recordValues: fields.flatMap(({ fieldId, source }) =>
    source === 'RECORD' ? [[fieldId, attributeReader(fieldId)]] : [],
  ),
});

const known = new WeakMap<Board, Shown>();

/** Found once for a board: pages show many entries. */
const shown = (board: Board): Shown => {
  let found = known.get(board);
  if (!found) known.set(board, (found = chooseShown(board)));
  return found;
};

/** Values of fields of source ENTRY by `fieldId`, without those of deleted fields. */
const presentValues = (
  { values }: Shown,
  { fieldValues }: Pick<EntryRow, 'fieldValues'>,
): Record<string, unknown> => {
  const found: Record<string, unknown> = {};
  for (const [fieldId, id] of values) {
    const value = fieldValues[id];
    if (value !== undefined) found[fieldId] = value;
  }
  return found;
};

const readAll = (readers: Shown['record'], attributes: Attributes): Record<string, unknown> => {
  const found: Record<string, unknown> = {};
  for (const [name, read] of readers) {
    const value = read(attributes);
    if (value !== undefined) found[name] = value;
  }
  return found;
};

const iso = (time: Date | string): string => (typeof time === 'string' ? time : time.toISOString());

/** A stored entry as the public document. */
export const presentEntry = (board: Board, row: EntryRow | ListedEntry): PipelineEntry => {
  const fields = shown(board);
  return {
    id: row.id,
    _id: row.id,
    project: row.projectId,
    organisation: board.organisationId,
    pipeline: row.pipelineId,
    recordType: board.recordType,
    recordId: row.recordId,
    record: { id: row.recordId, ...(readAll(fields.record, row.attributes) as Omit<PipelineRecord, 'id'>) },
    laneId: row.laneId,
    lexorank: row.rank,
    laneEnteredAt: iso(row.laneEnteredAt),
    values: presentValues(fields, row),
    recordValues: readAll(fields.recordValues, row.attributes),
    dueDate: row.dueDate === null ? null : iso(row.dueDate),
    createdBy: row.createdBy,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
};
