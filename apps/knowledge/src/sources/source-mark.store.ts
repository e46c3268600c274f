import { goneAmong } from '@parley/events';
import type { Database, Sql } from '@parley/persistence';
import { tellMarked } from '../marks';

/** The things that are read from other services. */
export type SourceKind = 'article' | 'ticket';

/** Something that waits to be read. */
export interface SourceMark {
  projectId: string;
  id: string;
  seq: number;
  /** How often it was taken, this time too. */
  attempts: number;
}

const MARK = `
INSERT INTO source_mark (project_id, kind, id)
  SELECT DISTINCT project_id, $1::text, id FROM unnest($2::text[], $3::text[]) AS t (project_id, id) ORDER BY 1, 3
ON CONFLICT (project_id, kind, id) DO UPDATE SET seq = EXCLUDED.seq, attempts = 0, retry_at = NULL, failed_at = NULL`;

/** Marks things to be read, in the caller's transaction. Each once. */
export const markSources = async (
  tx: Sql,
  kind: SourceKind,
  sources: readonly { projectId: string; id: string }[],
): Promise<void> => {
  if (sources.length === 0) return;
  await tx.query(MARK, [kind, sources.map(({ projectId }) => projectId), sources.map(({ id }) => id)], {
    prepare: true,
  });
  tellMarked(tx, 'sources');
};

/** Times that something is tried, over about three hours, before it stays failed. */
export const MAX_ATTEMPTS = 10;

/** Seconds that others leave a taken mark alone; doubles with each attempt beyond. */
const LEASE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;

const isDue = (kind: string): string =>
  `kind = ${kind} AND failed_at IS NULL AND (retry_at IS NULL OR retry_at <= now())`;

/** Whether something of a kind waits to be read. */
export const sourcesDue = (kind: SourceKind): string =>
  `EXISTS (SELECT FROM source_mark WHERE ${isDue(`'${kind}'`)})`;

const TAKE = `
WITH due AS (
  SELECT project_id, kind, id FROM source_mark WHERE ${isDue('$1')} ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE source_mark m SET attempts = m.attempts + 1,
       retry_at = now() + least(${LEASE_SECONDS} * power(2, least(m.attempts, 8)), ${MAX_PAUSE_SECONDS}) * interval '1 second'
  FROM due WHERE m.project_id = due.project_id AND m.kind = due.kind AND m.id = due.id
RETURNING m.project_id AS "projectId", m.id, m.seq, m.attempts`;

/** Takes the oldest marks of a kind. One that is not ended comes back by itself, so that a crash loses none. */
export const takeSourceMarks = (sql: Sql, kind: SourceKind, limit: number): Promise<SourceMark[]> =>
  sql.query<SourceMark>(TAKE, [kind, limit]);

/** Puts taken marks back as if they had not been taken, to be taken again after so many milliseconds. */
export const releaseSourceMarks = async (
  sql: Sql,
  kind: SourceKind,
  marks: readonly SourceMark[],
  pauseMs: number,
): Promise<void> => {
  await sql.query(
    `UPDATE source_mark m SET retry_at = now() + $4 * interval '1 millisecond', attempts = greatest(m.attempts - 1, 0)
       FROM unnest($2::text[], $3::text[]) AS t (project_id, id)
      WHERE m.kind = $1 AND m.project_id = t.project_id AND m.id = t.id AND m.retry_at IS NOT NULL`,
    [kind, marks.map(({ projectId }) => projectId), marks.map(({ id }) => id), pauseMs],
  );
};

/**
 * Leaves a claimed row alone until its thing changes or all of its project is queued; not a row that was queued again in between.
 */
export const giveUpSource = (
  db: Pick<Database, 'transaction'>,
  kind: SourceKind,
  mark: SourceMark,
  contactId: string | undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { projectId, id, seq } = mark;
    const gone = contactId === undefined ? undefined : await goneAmong(tx, projectId, [contactId]);
    if (gone?.size) return void (await endSourceMark(tx, kind, mark));
    await tx.query(
      `UPDATE source_mark SET failed_at = now(), retry_at = NULL, contact_id = $5
        WHERE project_id = $1 AND kind = $2 AND id = $3 AND seq = $4`,
      [projectId, kind, id, seq, contactId ?? null],
    );
  });

/** Ends given-up tickets of a deleted contact. */
export const endGivenUpOf = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  await tx.query(
    `DELETE FROM source_mark
      WHERE project_id = $1 AND kind = 'ticket' AND failed_at IS NOT NULL AND contact_id = $2`,
    [projectId, contactId],
  );
};

/** Those of the things that were given up, or that no attempt at reading them has ended: they may end the process, too. */
export const findDoubtful = async (
  sql: Sql,
  kind: SourceKind,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM source_mark
      WHERE kind = $1 AND project_id = $2 AND id = ANY ($3::text[]) AND (failed_at IS NOT NULL OR attempts > 1)`,
    [kind, projectId, ids],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};

/** Queues given-up things of a project again. */
export const retryGivenUp = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(
    `UPDATE source_mark SET failed_at = NULL, attempts = 0, changed_at = now()
      WHERE project_id = $1 AND failed_at IS NOT NULL`,
    [projectId],
  );
  tellMarked(tx, 'sources');
};

/** Ends a row; false when it was queued again since it was claimed. */
export const endSourceMark = async (
  tx: Sql,
  kind: SourceKind,
  { projectId, id, seq }: SourceMark,
): Promise<boolean> =>
  (
    await tx.query(
      'DELETE FROM source_mark WHERE project_id = $1 AND kind = $2 AND id = $3 AND seq = $4 RETURNING seq',
      [projectId, kind, id, seq],
      { prepare: true },
    )
  ).length > 0;

// In the order in which things are marked, so that neither waits for the other.
const END_ALL = `
WITH held AS (
  SELECT m.id FROM source_mark m JOIN unnest($3::text[], $4::bigint[]) AS t (id, seq) ON m.id = t.id AND m.seq = t.seq
   WHERE m.project_id = $1 AND m.kind = $2 ORDER BY m.id FOR UPDATE OF m
)
DELETE FROM source_mark m USING held WHERE m.project_id = $1 AND m.kind = $2 AND m.id = held.id RETURNING m.id`;

/** Ends rows of one kind and project; answers the ids of those not queued again since they were claimed. */
export const endSourceMarks = async (
  tx: Sql,
  kind: SourceKind,
  projectId: string,
  marks: readonly SourceMark[],
): Promise<Set<string>> => {
  const rows = await tx.query<{ id: string }>(
    END_ALL,
    [projectId, kind, marks.map(({ id }) => id), marks.map(({ seq }) => seq)],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};
