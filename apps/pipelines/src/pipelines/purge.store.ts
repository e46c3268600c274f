import type { Sql } from '@parley/persistence';
import type { Board, RecordType } from '../boards';

type BoardKey = Pick<Board, 'projectId' | 'id'>;

/** Whether a board is gone of which rows are left. */
export const PURGE_DUE = '(SELECT min(deleted_at) FROM pipeline WHERE deleted_at IS NOT NULL)';

/** A board that is gone and of which rows are left. */
export const findDeletedBoard = async (
  sql: Sql,
): Promise<(BoardKey & { recordType: RecordType }) | undefined> => {
  const [row] = await sql.query<BoardKey & { recordType: RecordType }>(
    `SELECT project_id AS "projectId", id, record_type AS "recordType" FROM pipeline
      WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1`,
  );
  return row;
};

/** Some entries of a board. */
export const someEntries = (
  sql: Sql,
  { projectId, id }: BoardKey,
  limit: number,
): Promise<{ id: string; recordId: string }[]> =>
  sql.query(
    `SELECT id, record_id AS "recordId" FROM pipeline_entry
      WHERE project_id = $1 AND pipeline_id = $2 ORDER BY record_id LIMIT $3`,
    [projectId, id, limit],
  );

/** Deletes all rows of a board without entries. */
export const deleteBoardRows = async (tx: Sql, { projectId, id }: BoardKey): Promise<void> => {
  for (const table of ['pipeline_tally', 'pipeline_field', 'pipeline_lane'])
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND pipeline_id = $2`, [projectId, id]);
  await tx.query('DELETE FROM pipeline WHERE project_id = $1 AND id = $2', [projectId, id]);
};
