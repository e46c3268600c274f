import type { Sql } from '@parley/persistence';

/** A link that works once. */
export interface OnceLink {
  nonce: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Uses a link up. Answers false when it was used before, also by a request at the same time. */
export const useLink = async (sql: Sql, projectId: string, { nonce, endsAt }: OnceLink): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO used_link (project_id, nonce, ends_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING nonce`,
    [projectId, nonce, new Date(endsAt)],
  );
  return rows.length > 0;
};

/** Whether a link was used; one that was not may be in use. */
export const isLinkUsed = async (sql: Sql, projectId: string, { nonce }: OnceLink): Promise<boolean> => {
  const rows = await sql.query('SELECT FROM used_link WHERE project_id = $1 AND nonce = $2', [
    projectId,
    nonce,
  ]);
  return rows.length > 0;
};

/** Deletes the records of links that have expired by a time. */
export const pruneLinks = async (sql: Sql, now: number): Promise<void> => {
  await sql.query('DELETE FROM used_link WHERE ends_at < $1', [new Date(now)]);
};
