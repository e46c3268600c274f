import type { Sql } from '@parley/persistence';
import { DONE, LISTED } from '../core';
import { FEATURE_REQUEST, type RequestText } from './feature-request';

/** Characters that are read of one text: as much as is compared. */
const MAX_CHARACTERS = 8_000;

const COLUMNS = `t.id, left(t.title, ${MAX_CHARACTERS}) AS title, left(t.description, ${MAX_CHARACTERS}) AS description,
  left(t.plain_content, ${MAX_CHARACTERS}) AS "plainContent"`;

const TEXTS = `SELECT ${COLUMNS} FROM ticket t WHERE t.project_id = $1 AND t.id = ANY ($2::text[])`;

/** What tickets say, whatever their type. */
export const getTexts = (sql: Sql, projectId: string, ids: readonly string[]): Promise<RequestText[]> =>
  sql.query<RequestText>(TEXTS, [projectId, ids], { prepare: true });

const NEWEST = `SELECT * FROM ticket t WHERE t.project_id = $1 AND t.type = '${FEATURE_REQUEST}' AND ${LISTED}`;

/** The newest listed feature requests. */
export const listNewest = async (sql: Sql, projectId: string, limit: number): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(`SELECT id FROM (${NEWEST} ORDER BY t.id DESC LIMIT $2) newest`, [
      projectId,
      limit,
    ])
  ).map(({ id }) => id);

/** The newest of those that are not done, the most wanted first, of equals the oldest. */
export const listMostWanted = async (sql: Sql, projectId: string, limit: number): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT id FROM (${NEWEST} AND t.status <> '${DONE}' ORDER BY t.id DESC LIMIT $2) newest
        ORDER BY upvotes_count DESC, id`,
      [projectId, limit],
    )
  ).map(({ id }) => id);

/** Those of the tickets that are listed feature requests, with their titles. */
export const listedRequests = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ id: string; title: string }>(
    `SELECT t.id, coalesce(nullif(btrim(left(t.title, 200)), ''), 'Ticket #' || t.bug_id) AS title FROM ticket t
      WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND t.type = '${FEATURE_REQUEST}' AND ${LISTED}`,
    [projectId, ids],
    { prepare: true },
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
};
