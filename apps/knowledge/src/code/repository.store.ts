import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A repository; `version` is the archive that answers, 0 for none. */
export interface RepositoryRow {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  status: 'queued' | 'indexing' | 'ready' | 'failed';
  error: string | null;
  files: number;
  skipped: number;
  version: number;
  nextVersion: number;
  /** Of the archive that is to be read. */
  fileKey: string | null;
  createdBy: string;
  indexedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = `project_id AS "projectId", id, organisation_id AS "organisationId", name, status, error, files, skipped,
  version, next_version AS "nextVersion", file_key AS "fileKey", created_by AS "createdBy", indexed_at AS "indexedAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = `SELECT ${COLUMNS} FROM repository WHERE project_id = $1 AND id = $2`;

export const findRepository = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<RepositoryRow | undefined> => (await sql.query<RepositoryRow>(FIND, [projectId, id], prepare))[0];

/** Like `findRepository`; locks it until the transaction ends. */
export const lockRepository = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<RepositoryRow | undefined> =>
  (await tx.query<RepositoryRow>(`${FIND} FOR UPDATE`, [projectId, id], prepare))[0];

/** The newest first. */
export const listRepositoryRows = (sql: Sql, projectId: string): Promise<RepositoryRow[]> =>
  sql.query<RepositoryRow>(
    `SELECT ${COLUMNS} FROM repository WHERE project_id = $1 ORDER BY created_at DESC, id DESC`,
    [projectId],
    prepare,
  );

/** The number of a project's repositories; no other one can be added until the transaction ends. */
export const countRepositoriesLocked = async (tx: Sql, projectId: string): Promise<number> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `repositories ${projectId}`,
  ]);
  const text = 'SELECT count(*)::int AS count FROM repository WHERE project_id = $1';
  return (await tx.query<{ count: number }>(text, [projectId], prepare))[0]?.count ?? 0;
};

/** Whether an archive of the project answers. */
export const hasReadyRepository = async (sql: Sql, projectId: string): Promise<boolean> => {
  const text = 'SELECT FROM repository WHERE project_id = $1 AND version > 0 LIMIT 1';
  return (await sql.query(text, [projectId], prepare)).length > 0;
};

/** Stores a repository with an archive to read. */
export const insertRepository = async (tx: Sql, row: RepositoryRow): Promise<void> => {
  await tx.query(
    `INSERT INTO repository (project_id, id, organisation_id, name, status, files, skipped, version, next_version, file_key,
       created_by, created_at, updated_at, attempts)
     VALUES ($1, $2, $3, $4, 'queued', 0, 0, 0, 1, $5, $6, $7, $7, 0)`,
    [row.projectId, row.id, row.organisationId, row.name, row.fileKey, row.createdBy, row.createdAt],
    prepare,
  );
};

/** Stores a repository's name. */
export const renameRepository = async (
  tx: Sql,
  { projectId, id, name, updatedAt }: RepositoryRow,
): Promise<void> => {
  const text = 'UPDATE repository SET name = $3, updated_at = $4 WHERE project_id = $1 AND id = $2';
  await tx.query(text, [projectId, id, name, updatedAt], prepare);
};

/** Queues another archive; a process that reads the former one loses it. */
export const replaceArchive = async (tx: Sql, { projectId, id, fileKey }: RepositoryRow): Promise<void> => {
  const text = `UPDATE repository SET file_key = $3, status = 'queued', error = NULL WHERE project_id = $1 AND id = $2`;
  await tx.query(text, [projectId, id, fileKey], prepare);
};

export const deleteRepositoryRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM repository WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};

const BEGIN = `UPDATE repository SET status = 'indexing', next_version = next_version + 1
  WHERE project_id = $1 AND id = $2 AND file_key IS NOT NULL RETURNING ${COLUMNS}`;

/** A repository with an archive that is read from now on, as a version of its own; undefined when there is none. */
export const beginReading = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<RepositoryRow | undefined> => (await sql.query<RepositoryRow>(BEGIN, [projectId, id], prepare))[0];

/** Ends the reading of an archive that now answers. */
export const endReading = async (
  tx: Sql,
  { projectId, id }: RepositoryRow,
  { version, files, skipped, now }: { version: number; files: number; skipped: number; now: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE repository SET status = 'ready', error = NULL, version = $3, files = $4, skipped = $5, indexed_at = $6,
       file_key = NULL WHERE project_id = $1 AND id = $2`,
    [projectId, id, version, files, skipped, now],
    prepare,
  );
};

/** Ends the reading of an archive that cannot be read; the one before answers as before. */
export const failReading = async (
  tx: Sql,
  { projectId, id }: RepositoryRow,
  error: string,
): Promise<void> => {
  const text = `UPDATE repository SET status = 'failed', error = $3, file_key = NULL WHERE project_id = $1 AND id = $2`;
  await tx.query(text, [projectId, id, error], prepare);
};
