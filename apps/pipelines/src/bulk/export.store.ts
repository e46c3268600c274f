import { type Sql } from '@parley/persistence';
import { type Board } from '../boards/board';
import { type EntryRow } from '../entries/entry';
import { customKeys, listedColumns, recordJoin } from '../entries/entry.store';

/** The statement of `entriesAfterRank`: project, board, lane, keys of free data, rank, number. */
export const EXPORT_PAGE = `
SELECT ${listedColumns('$4')} FROM pipeline_entry e ${recordJoin}
 WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = $3 AND e.rank > $5
 ORDER BY e.rank LIMIT $6`;

/** The next entries of a lane in board order. */
export const entriesAfterRank = (
  sql: Sql,
  board: Board,
  laneId: string,
  rank: string,
  limit: number,
): Promise<EntryRow[]> =>
  sql.query<EntryRow>(EXPORT_PAGE, [board.projectId, board.id, laneId, customKeys(board), rank, limit], {
    prepare: true,
  });
