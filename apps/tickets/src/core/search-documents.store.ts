import type { Sql } from '@parley/persistence';
import type { SearchDocument } from '@parley/search';

/** Most characters of comments that are read for one ticket, the newest first: the index takes no more of a document. */
const MAX_COMMENT_CHARACTERS = 100_000;

/** What search finds, over `t`; see `isSearchable`. */
export const SEARCHABLE = 'NOT t.hidden AND NOT t.is_spam AND t.duplicate_of_id IS NULL';

/**
 * The search documents of tickets. Comments are those of the ticket and of tickets merged into it, newest first, cut to the index's
 * limit before they leave the database.
 */
const documents = (which: string): string => `
SELECT t.project_id AS "projectId", t.id, t.type, coalesce(t.title, '') AS title,
       concat_ws(E'\\n', t.description, t.plain_content) AS description,
       coalesce(comments.text, '') AS comments,
       concat_ws(' ', c.name, c.email, c.user_id) AS customer
  FROM ticket t
  LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.session_id
  LEFT JOIN LATERAL (
    SELECT string_agg(recent.plain_content, E'\\n' ORDER BY recent.id DESC) AS text
      FROM (SELECT m.id, m.plain_content,
                   sum(length(m.plain_content)) OVER (ORDER BY m.id DESC) - length(m.plain_content) AS before
              FROM (SELECT t.id UNION ALL SELECT d.id FROM ticket d
                     WHERE d.project_id = t.project_id AND d.duplicate_of_id = t.id) part
             CROSS JOIN LATERAL (
               SELECT m.id, m.plain_content FROM message m
                WHERE m.project_id = t.project_id AND m.ticket_id = part.id AND m.plain_content IS NOT NULL
                ORDER BY m.id DESC LIMIT 5000) m
             ORDER BY m.id DESC LIMIT 5000) recent
     WHERE recent.before < ${MAX_COMMENT_CHARACTERS}
  ) comments ON true
 WHERE ${SEARCHABLE} AND ${which}`;

/** Documents of tickets that search finds; others are left out. */
export const loadDocuments = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<SearchDocument[]> =>
  sql.query<SearchDocument>(documents('t.project_id = $1 AND t.id = ANY ($2::text[])'), [projectId, ids], {
    prepare: true,
  });

const BATCH = 500;

/** Every document there is, in the order of project and id. */
export async function* allDocuments(sql: Sql): AsyncGenerator<SearchDocument[]> {
  let [projectId, id] = ['', ''];
  for (;;) {
    const batch = await sql.query<SearchDocument>(
      `${documents('(t.project_id, t.id) > ($1, $2)')} ORDER BY t.project_id, t.id LIMIT ${BATCH}`,
      [projectId, id],
    );
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    ({ projectId, id } = last);
  }
}

/** How many documents there are. */
export const countDocuments = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ticket t WHERE ${SEARCHABLE}`,
  );
  return row?.count ?? 0;
};
