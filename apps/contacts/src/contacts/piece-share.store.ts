import type { Sql } from '@parley/persistence';

/** Newest contacts that decide how common a piece is in a project. */
const SAMPLE = 500;

/** How large a share of the newest contacts of a project has each piece. */
export const sampleShares = async (
  sql: Sql,
  projectId: string,
  pieces: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await sql.query<{ piece: string; share: number }>(
    `SELECT piece, avg((strpos(search_text, piece) > 0)::integer)::float8 AS share
       FROM (SELECT search_text FROM contact WHERE project_id = $1 AND deleted_at IS NULL
              ORDER BY last_activity DESC, id DESC LIMIT ${SAMPLE}) newest, unnest($2::text[]) piece
      GROUP BY piece`,
    [projectId, pieces],
    { prepare: true },
  );
  return new Map(rows.map(({ piece, share }) => [piece, share]));
};
