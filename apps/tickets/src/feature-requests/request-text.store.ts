import { type Sql } from '@parley/persistence';
import { LISTED } from '../core/ticket.list.store';
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

/** Those of the tickets that are listed feature requests. */
export const listedRequests = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT t.id FROM ticket t
      WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) AND t.type = '${FEATURE_REQUEST}' AND ${LISTED}`,
    [projectId, ids],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};
