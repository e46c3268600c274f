import type { ListClauses, Sql } from '@parley/persistence';
import type { Agent } from './agent';

const prepare = { prepare: true };

const SELECT = `SELECT a.project_id AS "projectId", a.id, a.organisation_id AS "organisationId", a.name, a.avatar, a.instructions,
  a.enabled, a.handoff_team AS "handoffTeam", a.tools, a.created_by AS "createdBy", a.created_at AS "createdAt",
  a.updated_at AS "updatedAt" FROM ai_agent a WHERE a.project_id = $1`;

const toParams = (row: Agent): unknown[] => [
  row.projectId,
  row.id,
  row.name,
  row.avatar,
  row.instructions,
  row.enabled,
  row.handoffTeam,
  JSON.stringify(row.tools),
  row.updatedAt,
];

export const insertAgent = async (tx: Sql, row: Agent): Promise<void> => {
  await tx.query(
    `INSERT INTO ai_agent (project_id, id, name, avatar, instructions, enabled, handoff_team, tools, updated_at, organisation_id,
       created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [...toParams(row), row.organisationId, row.createdBy, row.createdAt],
    prepare,
  );
};

export const saveAgent = async (tx: Sql, row: Agent): Promise<void> => {
  await tx.query(
    `UPDATE ai_agent SET name = $3, avatar = $4, instructions = $5, enabled = $6, handoff_team = $7, tools = $8, updated_at = $9
      WHERE project_id = $1 AND id = $2`,
    toParams(row),
    prepare,
  );
};

export const findAgent = async (sql: Sql, projectId: string, id: string): Promise<Agent | undefined> =>
  (await sql.query<Agent>(`${SELECT} AND a.id = $2`, [projectId, id], prepare))[0];

/** An AI agent, locked until the transaction ends. */
export const lockAgent = async (tx: Sql, projectId: string, id: string): Promise<Agent | undefined> =>
  (await tx.query<Agent>(`${SELECT} AND a.id = $2 FOR UPDATE`, [projectId, id], prepare))[0];

/** Those of the ids that are AI agents of the project. */
export const agentsThatExist = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const text = 'SELECT id FROM ai_agent WHERE project_id = $1 AND id = ANY ($2::text[])';
  return (await sql.query<{ id: string }>(text, [projectId, ids], prepare)).map(({ id }) => id);
};

/** AI agents of a list: conditions and order are SQL of ours. */
export const listAgentRows = (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<Agent[]> =>
  sql.query<Agent>(`${SELECT} AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`, params);

export const deleteAgentRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM ai_agent WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};
