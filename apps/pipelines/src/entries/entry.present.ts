import {
  type PipelineEntry,
  type PipelineRecord,
} from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import { type Board } from '../boards/board';
import { type Attributes, attributeOf, shownAttributes } from '../records/record';
import { type EntryRow } from './entry';

/** Values of fields of source ENTRY by `fieldId`; what a deleted field left is not among them. */
export const presentValues = (
  { fields }: Pick<Board, 'fields'>,
  { fieldValues }: Pick<EntryRow, 'fieldValues'>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ id, fieldId, source }) => {
      const value = source === 'ENTRY' ? fieldValues[id] : undefined;
      return value === undefined ? [] : [[fieldId, value]];
    }),
  );

/** Values of fields of source RECORD by `fieldId`. */
export const presentRecordValues = (
  { fields }: Pick<Board, 'fields'>,
  attributes: Attributes,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ fieldId, source }) => {
      const value = source === 'RECORD' ? attributeOf(attributes, fieldId) : undefined;
      return value === undefined ? [] : [[fieldId, value]];
    }),
  );

const presentRecord = (
  { recordType }: Pick<Board, 'recordType'>,
  { recordId, attributes }: Pick<EntryRow, 'recordId' | 'attributes'>,
): PipelineRecord => ({
  id: recordId,
  ...(Object.fromEntries(
    shownAttributes[recordType].flatMap((name) => {
      const value = attributeOf(attributes, name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Omit<PipelineRecord, 'id'>),
});

/** A stored entry as the public document. */
export const presentEntry = (board: Board, row: EntryRow): PipelineEntry => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: board.organisationId,
  pipeline: row.pipelineId,
  recordType: board.recordType,
  recordId: row.recordId,
  record: presentRecord(board, row),
  laneId: row.laneId,
  lexorank: row.rank,
  laneEnteredAt: row.laneEnteredAt.toISOString(),
  values: presentValues(board, row),
  recordValues: presentRecordValues(board, row.attributes),
  dueDate: row.dueDate?.toISOString() ?? null,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
