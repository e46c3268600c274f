import type { Sql } from '@parley/persistence';

/** Notes a file before it is stored: it is deleted when nothing names it in time. */
export const noteUpload = async (sql: Sql, key: string, at: Date): Promise<void> => {
  const [projectId] = key.split('/');
  await sql.query(
    'INSERT INTO contact_upload (project_id, key, uploaded_at) VALUES ($1, $2, $3)',
    [projectId, key, at],
    { prepare: true },
  );
};

/** Notes files as if they were uploaded at a time, unless they are noted. */
export const noteUploads = async (sql: Sql, keys: readonly string[], at: Date): Promise<void> => {
  await sql.query(
    `INSERT INTO contact_upload (project_id, key, uploaded_at)
     SELECT split_part(key, '/', 1), key, $2 FROM unnest($1::text[]) AS k (key) ON CONFLICT DO NOTHING`,
    [keys, at],
  );
};

/** The time before which files were stored that no release may ever name; undefined once all of them are noted. */
export const formerFilesBefore = async (sql: Sql): Promise<Date | undefined> => {
  const [row] = await sql.query<{ storedBefore: Date }>(
    'SELECT stored_before AS "storedBefore" FROM former_files',
  );
  return row?.storedBefore;
};

/** Says that all former files are noted. */
export const endFormerFiles = async (sql: Sql): Promise<void> => {
  await sql.query('DELETE FROM former_files');
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
