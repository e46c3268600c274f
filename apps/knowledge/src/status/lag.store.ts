import { type Sql } from '@parley/persistence';

/** What waits to be tried again failed; its document says so. */
const IS_NEW = 'attempts < 2';

const LAG = `
SELECT coalesce(max(extract(epoch FROM now() - changed_at)), 0)::float8 AS seconds FROM (
  (SELECT changed_at FROM index_mark WHERE ${IS_NEW} ORDER BY seq LIMIT 1)
  UNION ALL (SELECT changed_at FROM source_mark WHERE kind = 'article' AND ${IS_NEW} ORDER BY seq LIMIT 1)
  UNION ALL (SELECT changed_at FROM source_mark WHERE kind = 'ticket' AND ${IS_NEW} ORDER BY seq LIMIT 1)) waiting`;

/** Seconds for which the oldest change has been waiting to be read, or to be cut and embedded. */
export const getLag = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ seconds: number }>(LAG);
  return row?.seconds ?? 0;
};
