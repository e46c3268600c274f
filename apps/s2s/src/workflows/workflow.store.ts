import type { ListClauses, Sql } from '@parley/persistence';
import type { Workflow } from '../core';

const prepare = { prepare: true };

const columns = `w.project_id AS "projectId", w.id, w.organisation_id AS "organisationId", w.name, w.description, w.enabled,
  w.event, w.channel, w.manual, w.start, w.steps, w.version, w.created_by AS "createdBy", w.created_at AS "createdAt",
  w.updated_at AS "updatedAt"`;
const SELECT = `SELECT ${columns} FROM workflow w WHERE w.project_id = $1`;

const toParams = (row: Workflow): unknown[] => [
  row.projectId,
  row.id,
  row.name,
  row.description,
  row.enabled,
  row.event,
  row.channel,
  row.manual,
  row.start,
  JSON.stringify(row.steps),
  row.version,
  row.updatedAt,
];

export const insertWorkflow = async (tx: Sql, row: Workflow): Promise<void> => {
  await tx.query(
    `INSERT INTO workflow (project_id, id, name, description, enabled, event, channel, manual, start, steps, version, updated_at,
       organisation_id, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [...toParams(row), row.organisationId, row.createdBy, row.createdAt],
    prepare,
  );
};

export const saveWorkflow = async (tx: Sql, row: Workflow): Promise<void> => {
  await tx.query(
    `UPDATE workflow SET name = $3, description = $4, enabled = $5, event = $6, channel = $7, manual = $8, start = $9, steps = $10,
       version = $11, updated_at = $12 WHERE project_id = $1 AND id = $2`,
    toParams(row),
    prepare,
  );
};

export const findWorkflow = async (sql: Sql, projectId: string, id: string): Promise<Workflow | undefined> =>
  (await sql.query<Workflow>(`${SELECT} AND w.id = $2`, [projectId, id], prepare))[0];

/** A workflow, locked until the transaction ends. */
export const lockWorkflow = async (tx: Sql, projectId: string, id: string): Promise<Workflow | undefined> =>
  (await tx.query<Workflow>(`${SELECT} AND w.id = $2 FOR UPDATE`, [projectId, id], prepare))[0];

/** Workflows of a list: conditions and order are SQL of ours. */
export const listWorkflowRows = (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<Workflow[]> =>
  sql.query<Workflow>(`${SELECT} AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`, params);

export const deleteWorkflowRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM workflow WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};

/** Statement of the enabled workflows that events of these names start, on a channel. */
export const TRIGGERED = `${SELECT} AND w.event = ANY ($2::text[]) AND w.enabled AND (w.channel IS NULL OR w.channel = $3)
 ORDER BY w.created_at, w.id`;

/** Enabled workflows that events of these names start, on a channel; the oldest first. */
export const findTriggered = (
  sql: Sql,
  projectId: string,
  events: readonly string[],
  channel: string | null,
): Promise<Workflow[]> => sql.query<Workflow>(TRIGGERED, [projectId, events, channel], prepare);
