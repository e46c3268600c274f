import type { Sql } from '@parley/persistence';
import { LISTED } from '../core';
import { FEATURE_REQUEST, type RequestText } from './feature-request';

/** Characters that are read of one text: as much as is compared. */
const MAX_CHARACTERS = 8_000;

const COLUMNS = `t.id, left(t.title, ${MAX_CHARACTERS}) AS title, left(t.description, ${MAX_CHARACTERS}) AS description,
  left(t.plain_content, ${MAX_CHARACTERS}) AS "plainContent"`;

const TEXTS = `SELECT ${COLUMNS} FROM ticket t WHERE t.project_id = $1 AND t.id = ANY ($2::text[])`;

/** What tickets say, whatever their type. */
export const getTexts = (sql: Sql, projectId: string, ids: readonly string[]): Promise<RequestText[]> =>
  sql.query<RequestText>(TEXTS, [projectId, ids], { prepare: true });

/** What those of the tickets say that are listed feature requests. */
export const getListedTexts = (sql: Sql, projectId: string, ids: readonly string[]): Promise<RequestText[]> =>
  sql.query<RequestText>(`${TEXTS} AND t.type = '${FEATURE_REQUEST}' AND ${LISTED}`, [projectId, ids], {
    prepare: true,
  });

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
