import { type Sql } from '@parley/persistence';

/** Notes a file before it is stored: it is deleted when nothing names it in time. */
export const noteUpload = async (sql: Sql, key: string, at: Date): Promise<void> => {
  const [projectId] = key.split('/');
  await sql.query(
    'INSERT INTO contact_upload (project_id, key, uploaded_at) VALUES ($1, $2, $3)',
    [projectId, key, at],
    { prepare: true },
  );
};

/** Keys of files that were noted before a time, the oldest first. */
export const findDueUploads = async (sql: Sql, before: Date, limit: number): Promise<string[]> => {
  const rows = await sql.query<{ key: string }>(
    'SELECT key FROM contact_upload WHERE uploaded_at <= $1 ORDER BY uploaded_at LIMIT $2',
    [before, limit],
  );
  return rows.map(({ key }) => key);
};

/** Forgets files of which nothing is to be done any more. */
export const forgetUploads = async (sql: Sql, keys: readonly string[]): Promise<void> => {
  await sql.query(
    `DELETE FROM contact_upload u USING unnest($1::text[]) AS k (key)
      WHERE u.project_id = split_part(k.key, '/', 1) AND u.key = k.key`,
    [keys],
    { prepare: true },
  );
};
