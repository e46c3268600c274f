import type { Sql } from '@parley/persistence';

/** The keys of a project; the private one is sealed. */
export interface KeyRow {
  publicKey: string;
  sealedKey: string;
}

/** The keys of a project, if it has some. */
export const findKey = async (sql: Sql, projectId: string): Promise<KeyRow | undefined> => {
  const [row] = await sql.query<KeyRow>(
    'SELECT public_key AS "publicKey", sealed_key AS "sealedKey" FROM push_key WHERE project_id = $1',
    [projectId],
  );
  return row;
};

/** Stores the keys of a project that has none. */
export const insertKey = async (
  sql: Sql,
  projectId: string,
  { publicKey, sealedKey }: KeyRow,
  now: Date,
): Promise<void> => {
  await sql.query(
    `INSERT INTO push_key (project_id, public_key, sealed_key, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [projectId, publicKey, sealedKey, now],
  );
};

/** The sealed keys of all projects. */
export const listKeys = (sql: Sql): Promise<{ projectId: string; sealedKey: string }[]> =>
  sql.query('SELECT project_id AS "projectId", sealed_key AS "sealedKey" FROM push_key');

/** Stores a private key that was sealed again. */
export const replaceKey = async (sql: Sql, projectId: string, sealedKey: string): Promise<void> => {
  await sql.query('UPDATE push_key SET sealed_key = $2 WHERE project_id = $1', [projectId, sealedKey]);
};
