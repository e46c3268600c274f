import type { Sql } from '@parley/persistence';
import type { HistoryActor } from '../core';

/** A question and its answer that the team accepted for the knowledge base. */
export interface AcceptedFaqRow {
  projectId: string;
  id: string;
  organisationId: string;
  question: string;
  answer: string;
  ticketId: string;
  actor: HistoryActor;
  acceptedAt: Date;
}

const COLUMNS = `project_id AS "projectId", id, organisation_id AS "organisationId", question, answer, ticket_id AS "ticketId",
  actor, accepted_at AS "acceptedAt"`;

/** Keeps an accepted pair. */
export const insertAcceptedFaq = async (tx: Sql, row: AcceptedFaqRow): Promise<void> => {
  await tx.query(
    `INSERT INTO accepted_faq (project_id, id, organisation_id, question, answer, ticket_id, actor, accepted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.projectId,
      row.id,
      row.organisationId,
      row.question,
      row.answer,
      row.ticketId,
      JSON.stringify(row.actor),
      row.acceptedAt,
    ],
  );
};

/** Accepted pairs of all projects after one. */
export const findAllAcceptedFaqs = (
  sql: Sql,
  projectId: string,
  after: string,
  limit: number,
): Promise<AcceptedFaqRow[]> =>
  sql.query<AcceptedFaqRow>(
    `SELECT ${COLUMNS} FROM accepted_faq WHERE (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
    [projectId, after, limit],
  );

/** Accepted pairs of the project after an id. */
export const findAcceptedFaqs = (
  sql: Sql,
  projectId: string,
  after: string,
  limit: number,
): Promise<AcceptedFaqRow[]> =>
  sql.query<AcceptedFaqRow>(
    `SELECT ${COLUMNS} FROM accepted_faq WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [projectId, after, limit],
  );
