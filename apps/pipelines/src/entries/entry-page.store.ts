import { type ListClauses, type Page, type Sql } from '@parley/persistence';
import { boardSql, readBoard, type StoredBoard } from '../boards/stored-board';
import { type Board } from '../boards/board';
import { type EntryRow, type FieldValues, type ListedEntry } from './entry';
import { listedAttributes, recordJoin } from './entry.store';

/** What entries of a page must be; SQL of ours over `e`, and over `r` when it reads records. */
export interface PageCondition {
  where: string;
  readsRecords: boolean;
}

/** A page of a lane; how many entries it passes over may be a parameter. */
export type EntryPage = Omit<ListClauses, 'skip'> &
  Pick<PageCondition, 'readsRecords'> & { skip: number | string };

/** A page as one JSON text: fifty rows of fourteen columns each cost several times as much to read. */
interface StoredPage {
  entries: string;
}

type EntryJson = [
  id: string,
  recordId: string,
  rank: string,
  laneEnteredAt: string,
  fieldValues: FieldValues,
  dueDate: string | null,
  createdBy: string,
  createdAt: string,
  updatedAt: string,
  attributes: EntryRow['attributes'],
];

/** Characters of a time in JSON of PostgreSQL with all of its milliseconds, and of what comes before the zone. */
const WHOLE_TIME = '2026-11-22T16:20:37.123+00:00'.length;
const BEFORE_ZONE = '2026-11-22T16:20:37.123'.length;

/** A time of PostgreSQL in UTC as JavaScript writes it; zeros at its end are left out there. */
const isoTime = (text: string): string =>
  text.length === WHOLE_TIME && text.endsWith('+00:00')
    ? `${text.slice(0, BEFORE_ZONE)}Z`
    : new Date(text).toISOString();

const readPage = (
  { projectId, id: pipelineId, recordType }: Board,
  laneId: string,
  { entries }: StoredPage,
): ListedEntry[] =>
  (JSON.parse(entries) as EntryJson[]).map((row) => ({
    projectId,
    id: row[0],
    pipelineId,
    recordType,
    recordId: row[1],
    laneId,
    rank: row[2],
    laneEnteredAt: isoTime(row[3]),
    fieldValues: row[4],
    dueDate: row[5] === null ? null : isoTime(row[5]),
    createdBy: row[6],
    createdAt: isoTime(row[7]),
    updatedAt: isoTime(row[8]),
    attributes: row[9],
  }));

/** A page of a lane: project, board, lane. Which entries they are is found by an index, and only those are read whole. */
const entriesSql = ({ where, readsRecords, orderBy, skip, limit }: EntryPage): string => `
(WITH custom AS MATERIALIZED (
  SELECT coalesce(array_agg(substr(field_id, ${'customData.'.length + 1})), '{}') AS keys FROM pipeline_field
   WHERE project_id = $1 AND pipeline_id = $2 AND source = 'RECORD' AND starts_with(field_id, 'customData.')
), page AS MATERIALIZED (
  SELECT id, row_number() OVER () AS place FROM (
    SELECT e.id FROM pipeline_entry e ${readsRecords ? recordJoin : ''}
     WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.lane_id = $3 AND ${where}
     ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}) found
)
SELECT coalesce(json_agg(json_build_array(
         e.id, e.record_id, e.rank, e.lane_entered_at, e.field_values, e.due_date, e.created_by, e.created_at,
         e.updated_at, ${listedAttributes('(SELECT keys FROM custom)')}) ORDER BY page.place), '[]')::text
  FROM page JOIN pipeline_entry e ON e.project_id = $1 AND e.id = page.id ${recordJoin})`;

/** The statement of `findPage`: project, board, lane, and what the conditions add. */
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

/** A board with a page of a lane in board order: what a board shows all the time, so that it is one statement, planned once. */
export const findBoardPage = async (
  sql: Sql,
  { projectId, pipelineId, laneId }: LaneKey,
  { limit, skip }: Page,
): Promise<{ board: Board; entries: () => ListedEntry[] } | undefined> => {
  const values = [projectId, pipelineId, laneId, skip];
  const [row] = await sql.query<StoredBoard & StoredPage>(boardPageSql(limit), values, { prepare: true });
  if (!row) return undefined;
  const board = readBoard(row);
  return { board, entries: () => readPage(board, laneId, row) };
};

/** Entries of a lane; `params` begin with project, board and lane. */
export const findPage = async (
  sql: Sql,
  board: Board,
  laneId: string,
  page: EntryPage,
  params: readonly unknown[],
): Promise<ListedEntry[]> => {
  const [row] = await sql.query<StoredPage>(pageSql(page), params);
  return row ? readPage(board, laneId, row) : [];
};
