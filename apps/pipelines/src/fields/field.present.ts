import type { PipelineField } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import type { Board, FieldRow } from '../boards';

/** A stored field as the public document. */
export const presentField = (
  { organisationId }: Pick<Board, 'organisationId'>,
  row: FieldRow,
): PipelineField => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: organisationId,
  pipeline: row.pipelineId,
  fieldId: row.fieldId,
  label: row.label,
  type: row.type,
  source: row.source,
  unit: row.unit ?? undefined,
  options: row.options ?? undefined,
  calculation: row.calculation ?? undefined,
  readOnly: row.readOnly,
  order: row.order,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
