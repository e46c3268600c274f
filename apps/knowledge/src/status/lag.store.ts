import type { Sql } from '@parley/persistence';

/** What waits to be tried again failed; its document says so. */
const IS_NEW = 'attempts < 2';

const LAG = `
SELECT coalesce(max(extract(epoch FROM now() - changed_at)), 0)::float8 AS seconds FROM (
  (SELECT changed_at FROM index_mark WHERE ${IS_NEW} ORDER BY seq LIMIT 1)
  UNION ALL (SELECT changed_at FROM source_mark WHERE kind = 'article' AND failed_at IS NULL AND ${IS_NEW} ORDER BY seq LIMIT 1)
  UNION ALL (SELECT changed_at FROM source_mark WHERE kind = 'ticket' AND failed_at IS NULL AND ${IS_NEW} ORDER BY seq LIMIT 1)) waiting`;

/** Seconds for which the oldest change has been waiting to be read, or to be cut and embedded. */
export const getLag = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ seconds: number }>(LAG);
  return row?.seconds ?? 0;
};

const GIVEN_UP = `
SELECT 'document' AS kind, count(*)::integer AS count FROM document d
 WHERE d.status = 'failed' AND NOT EXISTS (
   SELECT FROM index_mark m WHERE m.project_id = d.project_id AND m.document_id = d.id)
UNION ALL
SELECT kind, (SELECT count(*)::integer FROM source_mark m WHERE m.kind = kinds.kind AND m.failed_at IS NOT NULL)
  FROM (VALUES ('article'), ('ticket')) AS kinds (kind)`;

/** How many documents, articles and tickets were given up after they had failed again and again. */
export const countGivenUpByKind = (sql: Sql): Promise<{ kind: string; count: number }[]> =>
  sql.query<{ kind: string; count: number }>(GIVEN_UP);
