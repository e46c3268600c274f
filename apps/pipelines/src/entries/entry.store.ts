import type { Sql } from '@parley/persistence';
import { type Board, boardSql, readBoard, type StoredBoard } from '../boards';
import type { EntryRow, Ranked } from './entry';

type BoardKey = Pick<Board, 'projectId' | 'id'>;

const columns = `e.project_id AS "projectId", e.id, e.pipeline_id AS "pipelineId", e.record_type AS "recordType",
  e.record_id AS "recordId", e.lane_id AS "laneId", e.rank, e.lane_entered_at AS "laneEnteredAt",
  e.field_values AS "fieldValues", e.due_date AS "dueDate", e.created_by AS "createdBy",
  e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;

const WHOLE = `${columns}, coalesce(r.attributes, '{}') AS attributes`;

const withRecord = `LEFT JOIN pipeline_record r
  ON r.project_id = e.project_id AND r.record_type = e.record_type AND r.id = e.record_id`;

export const recordJoin = withRecord;

const FIND = `SELECT ${WHOLE} FROM pipeline_entry e ${withRecord}`;

/** An entry of the project, also of a board that is gone. */
export const findEntry = async (sql: Sql, projectId: string, id: string): Promise<EntryRow | undefined> => {
  const [row] = await sql.query<EntryRow>(`${FIND} WHERE e.project_id = $1 AND e.id = $2`, [projectId, id], {
    prepare: true,
  });
  return row;
};

const ON_BOARD = `JOIN pipeline p ON p.project_id = e.project_id AND p.id = e.pipeline_id AND p.deleted_at IS NULL`;

/** An entry with its board. */
export interface EntryOnBoard {
  entry: EntryRow;
  board: Board;
}

/** The statement of `findEntryOnBoard`: project, entry. */
export const ENTRY_ON_BOARD = `SELECT ${WHOLE}, ${boardSql} AS board FROM pipeline_entry e ${withRecord} ${ON_BOARD}
  WHERE e.project_id = $1 AND e.id = $2`;

/** An entry of a board that is there. */
export const findEntryOnBoard = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<EntryOnBoard | undefined> => {
  const [row] = await sql.query<EntryRow & StoredBoard>(ENTRY_ON_BOARD, [projectId, id], { prepare: true });
  if (!row) return undefined;
  const { board, ...entry } = row;
  return { entry, board: readBoard({ board }) };
};

/** Entries of a board by their ids, locked in the order of these. */
export const lockEntries = (
  tx: Sql,
  { projectId, id }: BoardKey,
  ids: readonly string[],
): Promise<EntryRow[]> =>
  tx.query<EntryRow>(
    `${FIND} WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.id = ANY ($3::text[])
      ORDER BY e.id FOR UPDATE OF e`,
    [projectId, id, ids],
    { prepare: true },
  );

/** The statement of `lockEntry`: project, board, entry. */
export const LOCK_ENTRY = `${FIND} ${ON_BOARD}
  WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.id = $3 FOR UPDATE OF e`;

/** An entry, locked, when its board is there. One statement, because others may wait for the lane. */
export const lockEntry = async (
  tx: Sql,
  { projectId, id }: BoardKey,
  entryId: string,
): Promise<EntryRow | undefined> => {
  const [row] = await tx.query<EntryRow>(LOCK_ENTRY, [projectId, id, entryId], { prepare: true });
  return row;
};

/** The statement of `lockEntryToMove`: project, board, entry, lane. */
export const LOCK_ENTRY_TO_MOVE = `SELECT ${WHOLE}, (
    SELECT json_build_object('id', l.id, 'rank', l.rank) FROM pipeline_entry l
     WHERE l.project_id = $1 AND l.pipeline_id = $2 AND l.lane_id = $4 AND l.id <> $3 ORDER BY l.rank DESC LIMIT 1) AS last
  FROM pipeline_entry e ${withRecord} ${ON_BOARD}
 WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.id = $3 FOR UPDATE OF e`;

/** Like `lockEntry`, with the last other entry of a locked lane: others wait for the lane in the meantime. */
export const lockEntryToMove = async (
  tx: Sql,
  { projectId, id }: BoardKey,
  entryId: string,
  laneId: string,
): Promise<{ entry: EntryRow; last: Ranked | undefined } | undefined> => {
  const [row] = await tx.query<EntryRow & { last: Ranked | null }>(
    LOCK_ENTRY_TO_MOVE,
    [projectId, id, entryId, laneId],
    { prepare: true },
  );
  if (!row) return undefined;
  const { last, ...entry } = row;
  return { entry, last: last ?? undefined };
};

/** Entries of a board by the ids of their records, locked in the order of their own. */
export const lockEntriesOfRecords = (
  tx: Sql,
  { projectId, id }: BoardKey,
  recordIds: readonly string[],
): Promise<EntryRow[]> =>
  tx.query<EntryRow>(
    `${FIND} WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.record_id = ANY ($3::text[])
      ORDER BY e.id FOR UPDATE OF e`,
    [projectId, id, recordIds],
    { prepare: true },
  );

/** The entry of a record on a board. */
export const findEntryOfRecord = async (
  sql: Sql,
  { projectId, id }: BoardKey,
  recordId: string,
): Promise<EntryRow | undefined> => {
  const [row] = await sql.query<EntryRow>(
    `${FIND} WHERE e.project_id = $1 AND e.pipeline_id = $2 AND e.record_id = $3`,
    [projectId, id, recordId],
    { prepare: true },
  );
  return row;
};

/** All entries of a record, the latest first. */
export const entriesOfRecord = (
  sql: Sql,
  projectId: string,
  recordType: string,
  recordId: string,
): Promise<EntryRow[]> =>
  sql.query<EntryRow>(
    `${FIND} WHERE e.project_id = $1 AND e.record_type = $2 AND e.record_id = $3
      ORDER BY e.created_at DESC, e.id DESC`,
    [projectId, recordType, recordId],
    { prepare: true },
  );

/** Ids of the first entries of a lane in board order. */
export const firstOfLane = async (
  sql: Sql,
  { projectId, id }: BoardKey,
  laneId: string,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM pipeline_entry WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = $3
      ORDER BY rank LIMIT $4`,
    [projectId, id, laneId, limit],
    { prepare: true },
  );
  return rows.map((row) => row.id);
};

/** How many entries lanes have; those without any are left out. */
export const countEntriesByLane = async (
  sql: Sql,
  { projectId, id }: BoardKey,
  laneIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await sql.query<{ laneId: string; count: number }>(
    `SELECT lane_id AS "laneId", count(*) AS count FROM pipeline_entry
      WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = ANY ($3::text[]) GROUP BY lane_id`,
    [projectId, id, laneIds],
  );
  return new Map(rows.map(({ laneId, count }) => [laneId, count]));
};

/** Entries of lanes, in the order of the list and in board order, locked. */
export const entriesOfLanes = async (
  tx: Sql,
  board: BoardKey,
  laneIds: readonly string[],
): Promise<EntryRow[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM pipeline_entry WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = ANY ($3::text[])
      ORDER BY array_position($3::text[], lane_id), rank`,
    [board.projectId, board.id, laneIds],
  );
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await lockEntries(tx, board, ids)).map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Deletes entries of a board, with their history. */
export const deleteEntries = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    'DELETE FROM pipeline_entry WHERE project_id = $1 AND id = ANY ($2::text[])',
    [projectId, ids],
    {
      prepare: true,
    },
  );
  await tx.query(
    'DELETE FROM pipeline_entry_history WHERE project_id = $1 AND entry_id = ANY ($2::text[])',
    [projectId, ids],
    { prepare: true },
  );
};
