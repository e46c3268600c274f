import type { ListClauses, Sql } from '@parley/persistence';
import type { FieldRow } from '../boards';

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const toParams = (field: FieldRow): unknown[] => [
  field.projectId,
  field.id,
  field.label,
  field.unit,
  json(field.options),
  field.calculation,
  field.readOnly,
  field.order,
  field.updatedAt,
];

/** Stores a new field. */
export const insertField = async (tx: Sql, field: FieldRow): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline_field (project_id, id, label, unit, options, calculation, read_only, column_order,
                                 updated_at, pipeline_id, field_id, type, source, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [...toParams(field), field.pipelineId, field.fieldId, field.type, field.source, field.createdAt],
  );
};

/** Stores what may change of a field. */
export const updateField = async (tx: Sql, field: FieldRow): Promise<void> => {
  await tx.query(
    `UPDATE pipeline_field SET label = $3, unit = $4, options = $5, calculation = $6, read_only = $7,
            column_order = $8, updated_at = $9
      WHERE project_id = $1 AND id = $2`,
    toParams(field),
  );
};

/** Deletes a field. What entries have under its id is shown by nothing any more. */
export const deleteField = async (tx: Sql, { projectId, id }: FieldRow): Promise<void> => {
  await tx.query('DELETE FROM pipeline_field WHERE project_id = $1 AND id = $2', [projectId, id]);
};

/** Ids of fields of a board in the order of a list. */
export const findFieldIds = async (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM pipeline_field WHERE project_id = $1 AND pipeline_id = $2 AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  return rows.map(({ id }) => id);
};
