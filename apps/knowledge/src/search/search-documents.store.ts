import type { Sql } from '@parley/persistence';
import type { SearchDocument } from '@parley/search';

interface Row {
  projectId: string;
  id: string;
  title: string;
  content: string;
  type: string;
  internal: boolean;
  hidden: boolean;
  audience: string;
  tags: string[];
  collection: string | null;
  website: string | null;
}

const SELECT = `
SELECT p.project_id AS "projectId", p.id, p.title, p.content, d.source_type AS type, d.is_internal AS internal,
       d.is_hidden AS hidden, md5(d.audience::text) AS audience, d.tags, d.collection_id AS collection,
       CASE WHEN d.owner_type = 'website' THEN d.owner_id END AS website
  FROM passage p JOIN document d ON d.project_id = p.project_id AND d.id = p.document_id`;

const toDocument = ({ collection, website, ...row }: Row): SearchDocument => ({
  ...row,
  ...(collection !== null && { collection }),
  ...(website !== null && { website }),
});

/** Passages as the full-text index has them; those that are deleted are left out. */
export const loadPassages = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<SearchDocument[]> =>
  (
    await sql.query<Row>(`${SELECT} WHERE p.project_id = $1 AND p.id = ANY ($2::text[])`, [projectId, ids], {
      prepare: true,
    })
  ).map(toDocument);

/** Passages read at a time. */
const BATCH = 500;

/** All passages, in pages. */
export async function* readAllPassages(sql: Sql): AsyncGenerator<SearchDocument[]> {
  let after: [project: string, id: string] = ['', ''];
  for (;;) {
    const rows = await sql.query<Row>(
      `${SELECT} WHERE (p.project_id, p.id) > ($1, $2) ORDER BY p.project_id, p.id LIMIT ${BATCH}`,
      after,
    );
    if (rows.length > 0) yield rows.map(toDocument);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.projectId, last.id];
  }
}

/** How many passages there are. */
export const countPassages = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>('SELECT count(*)::integer AS count FROM passage');
  return row?.count ?? 0;
};
