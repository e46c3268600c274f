import type { ListClauses, Sql } from '@parley/persistence';
import type { Answers } from '../core';

/** A contact's answers to a survey, of one round. */
export interface Response {
  projectId: string;
  id: string;
  itemId: string;
  contactId: string;
  round: number;
  status: 'partial' | 'completed';
  answers: Answers;
  read: boolean;
  ticketId: string | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
}

/** A contact of a project and a survey. */
export interface Answering {
  projectId: string;
  contactId: string;
  itemId: string;
}

const columns = `project_id AS "projectId", id, item_id AS "itemId", contact_id AS "contactId", round, status, answers, read,
  ticket_id AS "ticketId", created_at AS "createdAt", updated_at AS "updatedAt", completed_at AS "completedAt"`;

/** The response of the latest round. */
export const findLatest = async (sql: Sql, of: Answering): Promise<Response | undefined> =>
  (await findLatestOf(sql, of, [of.itemId])).get(of.itemId);

/** The responses of the latest rounds of some surveys, by survey. */
export const findLatestOf = async (
  sql: Sql,
  { projectId, contactId }: Omit<Answering, 'itemId'>,
  itemIds: readonly string[],
): Promise<Map<string, Response>> => {
  const rows = await sql.query<Response>(
    `SELECT DISTINCT ON (item_id) ${columns} FROM survey_response
      WHERE project_id = $1 AND contact_id = $2 AND item_id = ANY ($3::text[]) ORDER BY item_id, round DESC`,
    [projectId, contactId, itemIds],
    { prepare: true },
  );
  return new Map(rows.map((row) => [row.itemId, row]));
};

/** The response of a round. */
export const findRound = async (
  sql: Sql,
  { projectId, contactId, itemId }: Answering,
  round: number,
): Promise<Response | undefined> => {
  const [row] = await sql.query<Response>(
    `SELECT ${columns} FROM survey_response WHERE project_id = $1 AND contact_id = $2 AND item_id = $3 AND round = $4`,
    [projectId, contactId, itemId, round],
  );
  return row;
};

/** A response by its id. */
export const findResponse = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<Response | undefined> => {
  const [row] = await sql.query<Response>(
    `SELECT ${columns} FROM survey_response WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  );
  return row;
};

/** Stores a new response; false when the survey is deleted. */
export const insertResponse = async (tx: Sql, response: Response): Promise<boolean> => {
  const { projectId, id, itemId, contactId, round, status, answers, createdAt, completedAt } = response;
  const rows = await tx.query(
    `INSERT INTO survey_response (project_id, id, item_id, contact_id, round, status, answers, created_at, updated_at, completed_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8, $9 FROM (SELECT FROM item WHERE project_id = $1 AND id = $3 FOR KEY SHARE) AS alive
     RETURNING id`,
    [projectId, id, itemId, contactId, round, status, JSON.stringify(answers), createdAt, completedAt],
  );
  return rows.length > 0;
};

/** Stores further answers of a response. */
export const updateResponse = async (
  tx: Sql,
  { projectId, id, status, answers, updatedAt, completedAt }: Response,
): Promise<void> => {
  await tx.query(
    `UPDATE survey_response SET status = $3, answers = $4, updated_at = $5, completed_at = $6
      WHERE project_id = $1 AND id = $2`,
    [projectId, id, status, JSON.stringify(answers), updatedAt, completedAt],
  );
};

/** Stores the ticket that a response became. */
export const saveTicket = async (sql: Sql, { projectId, id }: Response, ticketId: string): Promise<void> => {
  await sql.query('UPDATE survey_response SET ticket_id = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    ticketId,
  ]);
};

/** Responses to a survey: conditions and order are SQL of ours, with project and survey as first parameters. */
export const listResponses = (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<Response[]> =>
  sql.query<Response>(
    `SELECT ${columns} FROM survey_response WHERE project_id = $1 AND item_id = $2 AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );

/** Some of the newest completed responses to a survey, chosen at random. */
export const sampleResponses = (
  sql: Sql,
  { projectId, itemId }: Pick<Answering, 'projectId' | 'itemId'>,
  { among, limit }: { among: number; limit: number },
): Promise<Response[]> =>
  sql.query<Response>(
    `SELECT * FROM (SELECT ${columns} FROM survey_response
        WHERE project_id = $1 AND item_id = $2 AND status = 'completed' ORDER BY id DESC LIMIT $3) AS newest
      ORDER BY random() LIMIT $4`,
    [projectId, itemId, among, limit],
  );

/** Marks responses as read, all of a survey without ids; answers how many were unread. */
export const markRead = async (
  sql: Sql,
  { projectId, itemId }: Pick<Answering, 'projectId' | 'itemId'>,
  ids: readonly string[] | undefined,
): Promise<number> => {
  const rows = await sql.query(
    `UPDATE survey_response SET read = true
      WHERE project_id = $1 AND item_id = $2 AND NOT read AND ($3::text[] IS NULL OR id = ANY ($3)) RETURNING 1`,
    [projectId, itemId, ids ?? null],
  );
  return rows.length;
};
