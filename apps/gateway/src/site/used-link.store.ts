import type { Sql } from '@parley/persistence';
import type { SignInLink } from './sign-in-link';

/** Uses a link up. Answers false when it was used before, also by a request at the same time. */
export const useLink = async (
  sql: Sql,
  projectId: string,
  { nonce, endsAt }: SignInLink,
): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO used_link (project_id, nonce, ends_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING nonce`,
    [projectId, nonce, new Date(endsAt)],
  );
  return rows.length > 0;
};

/** Deletes the records of links that have expired by a time. */
export const pruneLinks = async (sql: Sql, now: number): Promise<void> => {
  await sql.query('DELETE FROM used_link WHERE ends_at < $1', [new Date(now)]);
};
