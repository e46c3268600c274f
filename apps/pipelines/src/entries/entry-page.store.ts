import type { ListClauses, Page, Sql } from '@parley/persistence';
import { boardSql, readBoard, type StoredBoard, type Board } from '../boards';
import type { ListedEntry } from './entry';
import { customKeys, listedEntry, readListed, type StoredEntries } from './listed-entry';
import { recordJoin } from './entry.store';

/** What entries of a page must be; SQL of ours over `e`, and over `r` when it reads records. */
export interface PageCondition {
  where: string;
  readsRecords: boolean;
}

/** A page of a lane; how many entries it passes over may be a parameter. */
export type EntryPage = Omit<ListClauses, 'skip'> &
  Pick<PageCondition, 'readsRecords'> & { skip: number | string };

/** A page of a lane: project, board, lane. Which entries they are is found by an index, and only those are read whole. */
const entriesSql = ({ where, readsRecords, orderBy, skip, limit }: EntryPage): string => `
(WITH ${customKeys}, page AS MATERIALIZED (
  SELECT id, row_number() OVER () AS place FROM (
    SELECT e.id FROM pipeline_entry e ${readsRecords ? recordJoin : ''}
     WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = $3 AND ${where}
     ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}) found
)
SELECT coalesce(json_agg(${listedEntry} ORDER BY page.place), '[]')::text
  FROM page JOIN pipeline_entry e ON e.project_id = $1 AND e.id = page.id ${recordJoin})`;

/** The statement of `findPage`: project, board, lane, and the parameters of the conditions. */
export const pageSql = (page: EntryPage): string => `SELECT ${entriesSql(page)} AS entries`;

/**
 * The statement of `findBoardPage`: project, board, lane, number of entries to pass over. With the limit as a parameter the
 * plan for all values would read whole tables.
 */
export const boardPageSql = (limit: number): string => `
SELECT ${boardSql} AS board,
       ${entriesSql({ where: 'TRUE', readsRecords: false, orderBy: 'e.rank', limit, skip: '$4::integer' })} AS entries
  FROM pipeline p WHERE p.project_id = $1 AND p.id = $2 AND p.deleted_at IS NULL`;

/** A lane of a board, by their ids. */
export interface LaneKey {
  projectId: string;
  pipelineId: string;
  laneId: string;
}

/** A board with a page of a lane in board order. It is the most frequent read, so it is one statement, planned once. */
export const findBoardPage = async (
  sql: Sql,
  { projectId, pipelineId, laneId }: LaneKey,
  { limit, skip }: Page,
): Promise<{ board: Board; entries: () => ListedEntry[] } | undefined> => {
  const values = [projectId, pipelineId, laneId, skip];
  const [row] = await sql.query<StoredBoard & StoredEntries>(boardPageSql(limit), values, { prepare: true });
  if (!row) return undefined;
  const board = readBoard(row);
  return { board, entries: () => readListed(board, laneId, row) };
};

/** Entries of a lane; `params` begin with project, board and lane. */
export const findPage = async (
  sql: Sql,
  board: Board,
  laneId: string,
  page: EntryPage,
  params: readonly unknown[],
): Promise<ListedEntry[]> => {
  const [row] = await sql.query<StoredEntries>(pageSql(page), params);
  return row ? readListed(board, laneId, row) : [];
};
