import { type Sql } from '@parley/persistence';

/** What is read of other services. */
export type SourceKind = 'article' | 'ticket';

/** Something that waits to be read. */
export interface SourceMark {
  projectId: string;
  id: string;
  seq: number;
}

const MARK = `
INSERT INTO source_mark (project_id, kind, id)
  SELECT DISTINCT project_id, $1::text, id FROM unnest($2::text[], $3::text[]) AS t (project_id, id) ORDER BY 1, 3
ON CONFLICT (project_id, kind, id) DO UPDATE SET seq = EXCLUDED.seq, attempts = 0, retry_at = NULL`;

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
};

/** Seconds that others leave a taken mark alone; doubles with each attempt beyond. */
const LEASE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 300;

const isDue = (kind: string): string => `kind = ${kind} AND (retry_at IS NULL OR retry_at <= now())`;

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
RETURNING m.project_id AS "projectId", m.id, m.seq`;

/** Takes the oldest marks of a kind. One that is not ended comes back by itself, so that a crash loses none. */
export const takeSourceMarks = (sql: Sql, kind: SourceKind, limit: number): Promise<SourceMark[]> =>
  sql.query<SourceMark>(TAKE, [kind, limit]);

/** Puts taken marks back, to be taken again after so many milliseconds. */
export const releaseSourceMarks = async (
  sql: Sql,
  kind: SourceKind,
  marks: readonly SourceMark[],
  pauseMs: number,
): Promise<void> => {
  await sql.query(
    `UPDATE source_mark m SET retry_at = now() + $4 * interval '1 millisecond', attempts = 0
       FROM unnest($2::text[], $3::text[]) AS t (project_id, id)
      WHERE m.kind = $1 AND m.project_id = t.project_id AND m.id = t.id AND m.retry_at IS NOT NULL`,
    [kind, marks.map(({ projectId }) => projectId), marks.map(({ id }) => id), pauseMs],
  );
};

/** Ends a mark; false when it was made anew since it was taken. */
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
