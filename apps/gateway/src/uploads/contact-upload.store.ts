import { type Sql } from '@parley/persistence';

/** Notes a file that a contact uploaded. */
export const noteContactUpload = async (
  sql: Sql,
  projectId: string,
  key: string,
  uploadedAt: Date,
): Promise<void> => {
  await sql.query('INSERT INTO contact_upload (project_id, key, uploaded_at) VALUES ($1, $2, $3)', [
    projectId,
    key,
    uploadedAt,
  ]);
};

/** Files of one project that were uploaded before a time. */
export interface DueUploads {
  projectId: string;
  keys: string[];
  /** When the first of them was. */
  since: Date;
}

/** Of the project whose upload waits longest those before a time, at most `limit`. */
export const findDueUploads = async (
  sql: Sql,
  before: Date,
  limit: number,
): Promise<DueUploads | undefined> => {
  const rows = await sql.query<{ projectId: string; key: string; uploadedAt: Date }>(
    `SELECT u.project_id AS "projectId", u.key, u.uploaded_at AS "uploadedAt" FROM contact_upload u
      WHERE u.uploaded_at <= $1
        AND u.project_id = (SELECT project_id FROM contact_upload WHERE uploaded_at <= $1 ORDER BY uploaded_at LIMIT 1)
      ORDER BY u.uploaded_at LIMIT $2`,
    [before, limit],
  );
  const [first] = rows;
  return first && { projectId: first.projectId, keys: rows.map(({ key }) => key), since: first.uploadedAt };
};

/** Forgets uploads of which nothing is to be done any more. */
export const forgetUploads = async (sql: Sql, { projectId, keys }: DueUploads): Promise<void> => {
  await sql.query('DELETE FROM contact_upload WHERE project_id = $1 AND key = ANY ($2::text[])', [
    projectId,
    keys,
  ]);
};
