import type { Sql } from '@parley/persistence';
import type { Board } from '../boards';
import {
  type ListedEntry,
  recordJoin,
  customKeys,
  listedEntry,
  readListed,
  type StoredEntries,
} from '../entries';

/** The statement of `entriesAfterRank`: project, board, lane, rank, number. */
export const EXPORT_PAGE = `
WITH ${customKeys}
SELECT coalesce(json_agg(entry), '[]')::text AS entries FROM (
  SELECT ${listedEntry} AS entry FROM pipeline_entry e ${recordJoin}
   WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = $3 AND e.rank > $4
   ORDER BY e.rank LIMIT $5) found`;

/** The next entries of a lane in board order. */
export const entriesAfterRank = async (
  sql: Sql,
  board: Board,
  laneId: string,
  rank: string,
  limit: number,
): Promise<ListedEntry[]> => {
  const values = [board.projectId, board.id, laneId, rank, limit];
  const [row] = await sql.query<StoredEntries>(EXPORT_PAGE, values, { prepare: true });
  return row ? readListed(board, laneId, row) : [];
};
