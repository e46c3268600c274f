import type { Sql } from '@parley/persistence';
import type { SearchDocument } from '@parley/search';
import type { MessageView } from '../core';
import type { MessageDocumentView } from './message.view';

/** Most characters of a comment that are read: the index takes no more of a document. */
const MAX_COMMENT_CHARACTERS = 100_000;

/**
 * Keeps messages `m` of tickets that are found; of a merged ticket its main counts too. Two look-ups by key and no join,
 * for which a plan made without statistics reads every ticket of the project, twice over.
 */
const FOUND_TICKET = `(
  SELECT NOT t.hidden AND NOT t.is_spam AND coalesce((
           SELECT NOT main.hidden AND NOT main.is_spam FROM ticket main
            WHERE main.project_id = t.project_id AND main.id = t.duplicate_of_id), true)
    FROM ticket t WHERE t.project_id = m.project_id AND t.id = m.ticket_id)`;

const HAS_TEXT = `(coalesce(m.plain_content, '') <> '' OR m.attachments <> '[]'::jsonb)`;

const documents = (which: string): string => `
SELECT m.project_id AS "projectId", m.id,
       left(coalesce(m.plain_content, ''), ${MAX_COMMENT_CHARACTERS}) AS comment,
       coalesce((SELECT string_agg(file ->> 'name', E'\\n') FROM jsonb_array_elements(m.attachments) file), '') AS files
  FROM message m WHERE ${which}`;

/**
 * Documents of messages that search finds; others are left out. Not prepared: a plan from when there were few messages
 * would read all of them.
 */
export const loadMessageDocuments = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<SearchDocument[]> =>
  sql.query<SearchDocument>(
    documents(`m.project_id = $1 AND m.id = ANY ($2::text[]) AND ${HAS_TEXT} AND ${FOUND_TICKET}`),
    [projectId, ids],
  );

const BATCH = 500;

/** Every document there is, in the order of project and id. */
export async function* allMessageDocuments(sql: Sql): AsyncGenerator<SearchDocument[]> {
  let [projectId, id] = ['', ''];
  for (;;) {
    const batch = await sql.query<SearchDocument>(
      `${documents(`(m.project_id, m.id) > ($1, $2) AND ${HAS_TEXT} AND ${FOUND_TICKET}`)}
       ORDER BY m.project_id, m.id LIMIT ${BATCH}`,
      [projectId, id],
    );
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    ({ projectId, id } = last);
  }
}

/** Those of the messages that search may show. */
export const findShowable = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  { columns, joins, prepare }: MessageDocumentView,
): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${columns} FROM message m ${joins}
      WHERE m.project_id = $1 AND m.id = ANY ($2::text[]) AND ${FOUND_TICKET}`,
    [projectId, ids],
    { prepare },
  );

/** About how many documents there are: those of messages without text and of hidden tickets are counted too. */
export const countMessageDocuments = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>('SELECT count(*)::integer AS count FROM message');
  return row?.count ?? 0;
};
