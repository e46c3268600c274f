import type { ListClauses, Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A judgement of a conversation. */
export interface Judgement {
  projectId: string;
  id: string;
  organisationId: string;
  ticketId: string;
  sessionId: string | null;
  verdict: string;
  description: string;
  question: string;
  answer: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

const SELECT = `SELECT e.project_id AS "projectId", e.id, e.organisation_id AS "organisationId", e.ticket_id AS "ticketId",
    e.session_id AS "sessionId", e.verdict, e.description, e.question, e.answer, e.created_by AS "createdBy",
    e.created_at AS "createdAt", e.updated_at AS "updatedAt"
  FROM agent_eval e WHERE e.project_id = $1`;

export const insertJudgement = async (tx: Sql, row: Judgement): Promise<void> => {
  await tx.query(
    `INSERT INTO agent_eval (project_id, id, organisation_id, ticket_id, session_id, verdict, description, question, answer,
       created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      row.projectId,
      row.id,
      row.organisationId,
      row.ticketId,
      row.sessionId,
      row.verdict,
      row.description,
      row.question,
      row.answer,
      row.createdBy,
      row.createdAt,
    ],
    prepare,
  );
};

export const findJudgement = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<Judgement | undefined> =>
  (await sql.query<Judgement>(`${SELECT} AND e.id = $2`, [projectId, id], prepare))[0];

/** Judgements of a list: conditions and order are SQL of ours. */
export const listJudgements = (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<Judgement[]> =>
  sql.query<Judgement>(`${SELECT} AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`, params);

export const deleteJudgement = async (sql: Sql, projectId: string, id: string): Promise<boolean> => {
  const text = 'DELETE FROM agent_eval WHERE project_id = $1 AND id = $2 RETURNING id';
  return (await sql.query(text, [projectId, id], prepare)).length > 0;
};

/** Deletes the judgements of a ticket, or of all tickets of a contact. */
export const deleteJudgements = async (
  tx: Sql,
  projectId: string,
  column: 'ticket_id' | 'session_id',
  id: string,
): Promise<void> => {
  await tx.query(`DELETE FROM agent_eval WHERE project_id = $1 AND ${column} = $2`, [projectId, id], prepare);
};
