import { newId, type Sql } from '@parley/persistence';

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

/** The same of a table that is called `r`. */
const OF_R = COLUMNS.split(/,\s*/)
  .map((column) => `r.${column}`)
  .join(', ');

const FIND = `SELECT ${COLUMNS} FROM repository WHERE project_id = $1 AND id = $2`;

export const findRepository = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<RepositoryRow | undefined> => (await sql.query<RepositoryRow>(FIND, [projectId, id], prepare))[0];

/** As `findRepository`; nobody else changes it until the transaction ends. */
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

/** How many repositories a project has; nobody else connects one until the transaction ends. */
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

/** Stores a repository whose archive is to be read. */
export const insertRepository = async (tx: Sql, row: RepositoryRow): Promise<void> => {
  await tx.query(
    `INSERT INTO repository (project_id, id, organisation_id, name, status, files, skipped, version, next_version, file_key,
       created_by, created_at, updated_at, attempts, due_at)
     VALUES ($1, $2, $3, $4, 'queued', 0, 0, 0, 1, $5, $6, $7, $7, 0, $7)`,
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

/** Has another archive be read; whoever reads the former one loses it. */
export const replaceArchive = async (
  tx: Sql,
  { projectId, id, fileKey }: RepositoryRow,
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE repository SET file_key = $3, status = 'queued', error = NULL, lease = NULL, attempts = 0, due_at = $4
      WHERE project_id = $1 AND id = $2`,
    [projectId, id, fileKey, now],
    prepare,
  );
};

export const deleteRepositoryRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM repository WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};

/** Has an uploaded archive deleted. */
export const discardArchive = async (tx: Sql, fileKey: string, now: Date): Promise<void> => {
  const text = 'INSERT INTO archive_discard (file_key, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await tx.query(text, [fileKey, now], prepare);
};

/** Whether an archive is to be deleted. */
export const DISCARD_DUE = 'EXISTS (SELECT FROM archive_discard)';

/** Archives that are to be deleted. */
export const discardedArchives = async (sql: Sql, limit: number): Promise<string[]> => {
  const text = 'SELECT file_key AS key FROM archive_discard ORDER BY created_at LIMIT $1';
  return (await sql.query<{ key: string }>(text, [limit], prepare)).map(({ key }) => key);
};

/** Forgets an archive that was deleted. */
export const forgetArchive = async (sql: Sql, fileKey: string): Promise<void> => {
  await sql.query('DELETE FROM archive_discard WHERE file_key = $1', [fileKey], prepare);
};

/** Whether an archive is to be read. */
export const ARCHIVE_DUE = { at: '(SELECT min(due_at) FROM repository)' };

/** A repository whose archive this process reads, as this version. */
export interface HeldRepository extends RepositoryRow {
  lease: string;
  attempts: number;
}

const CLAIM = `WITH due AS (
    SELECT project_id, id, lease IS NOT NULL AS abandoned FROM repository
     WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE repository r SET status = 'indexing', lease = $2, due_at = $3, next_version = r.next_version + 1,
         attempts = r.attempts + due.abandoned::int
    FROM due WHERE r.project_id = due.project_id AND r.id = due.id
  RETURNING ${OF_R}, r.lease, r.attempts`;

/** Takes the archive that is due longest until `until`. Each taking is a version of its own. */
export const claimRepository = async (
  sql: Sql,
  now: Date,
  until: Date,
): Promise<HeldRepository | undefined> =>
  (await sql.query<HeldRepository>(CLAIM, [now, newId(), until], prepare))[0];

const HELD = 'project_id = $1 AND id = $2 AND lease = $3';
const keys = ({ projectId, id, lease }: HeldRepository): string[] => [projectId, id, lease];

/** Keeps an archive for longer; false when this process does not hold it any more. */
export const extendRepository = async (sql: Sql, held: HeldRepository, until: Date): Promise<boolean> => {
  const text = `UPDATE repository SET due_at = $4 WHERE ${HELD} RETURNING id`;
  return (await sql.query(text, [...keys(held), until], prepare)).length > 0;
};

/** Gives a held archive back, to be read from its beginning at a time. */
export const releaseRepository = async (
  sql: Sql,
  held: HeldRepository,
  { dueAt, failed }: { dueAt: Date; failed: boolean },
): Promise<void> => {
  const text = `UPDATE repository SET lease = NULL, due_at = $4, attempts = attempts + $5::int WHERE ${HELD}`;
  await sql.query(text, [...keys(held), dueAt, failed ? 1 : 0], prepare);
};

/** Ends the reading of an archive that now answers. */
export const endReading = async (
  tx: Sql,
  held: HeldRepository,
  { version, files, skipped, now }: { version: number; files: number; skipped: number; now: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE repository SET status = 'ready', error = NULL, version = $4, files = $5, skipped = $6, indexed_at = $7,
       file_key = NULL, lease = NULL, due_at = NULL, attempts = 0 WHERE ${HELD}`,
    [...keys(held), version, files, skipped, now],
    prepare,
  );
};

/** Ends the reading of an archive that cannot be read; the one before answers as before. */
export const failReading = async (tx: Sql, held: HeldRepository, error: string): Promise<void> => {
  await tx.query(
    `UPDATE repository SET status = 'failed', error = $4, file_key = NULL, lease = NULL, due_at = NULL, attempts = 0
      WHERE ${HELD}`,
    [...keys(held), error],
    prepare,
  );
};
