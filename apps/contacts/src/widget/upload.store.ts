import type { Sql } from '@parley/persistence';

/** Keeps that a contact uploaded a file (`<project>/<id>`), so that it goes with the contact. Answers false when the contact is gone. */
export const keepUpload = async (
  sql: Sql,
  { projectId, contactId, file }: { projectId: string; contactId: string; file: string },
  now: Date,
): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO uploaded_file (project_id, file, contact_id, uploaded_at)
     SELECT project_id, $3 || '/', id, $4 FROM contact WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL FOR KEY SHARE
     ON CONFLICT (project_id, file) DO UPDATE SET uploaded_at = EXCLUDED.uploaded_at RETURNING 1`,
    [projectId, contactId, file, now],
    { prepare: true },
  );
  return rows.length > 0;
};

/** Forgets uploads of before a time, at most so many: what nothing else names is deleted. Answers how many. */
export const forgetUploads = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM uploaded_file WHERE (project_id, file) IN (
       SELECT project_id, file FROM uploaded_file WHERE uploaded_at < $1 ORDER BY uploaded_at LIMIT $2) RETURNING 1`,
    [before, limit],
  );
  return rows.length;
};
