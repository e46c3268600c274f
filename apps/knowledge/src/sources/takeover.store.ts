import type { Sql } from '@parley/persistence';

/** How far taking over came. */
export interface Position {
  projectId: string;
  id: string;
}

/** How far taking over something came; undefined when it is done. */
export const findTakeover = async (sql: Sql, kind: string): Promise<Position | undefined> =>
  (
    await sql.query<Position>(
      `SELECT after_project AS "projectId", after_id AS id FROM takeover WHERE kind = $1 AND done_at IS NULL`,
      [kind],
    )
  )[0];

/** Moves on from a position, or ends it; answers false when another process did. */
export const moveTakeover = async (
  tx: Sql,
  kind: string,
  { from, to, doneAt }: { from: Position; to: Position; doneAt: Date | null },
): Promise<boolean> => {
  const moved = await tx.query(
    `UPDATE takeover SET after_project = $4, after_id = $5, done_at = $6
      WHERE kind = $1 AND after_project = $2 AND after_id = $3 AND done_at IS NULL RETURNING kind`,
    [kind, from.projectId, from.id, to.projectId, to.id, doneAt],
  );
  return moved.length > 0;
};

/** Notes that an accepted suggestion became an entry; false when it had before. */
export const noteTaken = async (tx: Sql, projectId: string, id: string): Promise<boolean> => {
  const taken = await tx.query(
    'INSERT INTO taken_faq (project_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
    [projectId, id],
    { prepare: true },
  );
  return taken.length > 0;
};
