import type { ListClauses, Sql } from '@parley/persistence';
import { boardSql, readBoard, type StoredBoard } from './stored-board';
import type { Board, Lane } from './board';

/** Boards with their lanes and fields; conditions and order follow. */
const SELECT = `SELECT ${boardSql} AS board FROM pipeline p`;

const FIND = `${SELECT} WHERE p.project_id = $1 AND p.id = $2 AND p.deleted_at IS NULL`;

/** A board that is there. */
export const findBoard = async (sql: Sql, projectId: string, id: string): Promise<Board | undefined> => {
  const [row] = await sql.query<StoredBoard>(FIND, [projectId, id], { prepare: true });
  return row && readBoard(row);
};

/** Like `findBoard`; locks the board, its lanes and fields until the transaction ends. */
export const lockBoard = async (tx: Sql, projectId: string, id: string): Promise<Board | undefined> => {
  await tx.query('SELECT FROM pipeline WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE', [projectId, id]);
  return findBoard(tx, projectId, id);
};

const GET = `${SELECT} WHERE p.project_id = $1 AND p.id = ANY ($2::text[]) AND p.deleted_at IS NULL`;

/** The boards among the ids that are there. */
export const getBoards = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<Board[]> => {
  const rows = await sql.query<StoredBoard>(GET, [projectId, ids], { prepare: true });
  return rows.map(readBoard);
};

/** Boards of a list: conditions and order are SQL of ours. */
export const listBoards = async (
  sql: Sql,
  { where, orderBy, skip, limit }: ListClauses,
  params: readonly unknown[],
): Promise<Board[]> => {
  const rows = await sql.query<StoredBoard>(
    `${SELECT} WHERE p.project_id = $1 AND p.deleted_at IS NULL AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  return rows.map(readBoard);
};

/** The number of the project's boards; no other one can be added until the transaction ends. */
export const countBoardsLocked = async (tx: Sql, projectId: string): Promise<number> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [`pipelines ${projectId}`]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM pipeline WHERE project_id = $1 AND deleted_at IS NULL',
    [projectId],
  );
  return row?.count ?? 0;
};

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Stores a new board without its lanes. */
export const insertBoard = async (tx: Sql, board: Board): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline (project_id, id, organisation_id, name, record_type, visibility, users, teams, columns,
                           created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      board.projectId,
      board.id,
      board.organisationId,
      board.name,
      board.recordType,
      board.visibility,
      board.users,
      board.teams,
      json(board.columns),
      board.createdBy,
      board.createdAt,
      board.updatedAt,
    ],
  );
};

/** Stores what may change of a board, lanes and fields aside. */
export const updateBoard = async (tx: Sql, board: Board): Promise<void> => {
  await tx.query(
    `UPDATE pipeline SET name = $3, visibility = $4, users = $5, teams = $6, columns = $7, updated_at = $8
      WHERE project_id = $1 AND id = $2`,
    [
      board.projectId,
      board.id,
      board.name,
      board.visibility,
      board.users,
      board.teams,
      json(board.columns),
      board.updatedAt,
    ],
  );
};

/** Moves the time of a board's last change. */
export const touchBoard = async (
  tx: Sql,
  { projectId, id, updatedAt }: Pick<Board, 'projectId' | 'id' | 'updatedAt'>,
): Promise<void> => {
  await tx.query('UPDATE pipeline SET updated_at = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    updatedAt,
  ]);
};

/** Hides a board for all callers. */
export const markDeleted = async (
  tx: Sql,
  { projectId, id }: Pick<Board, 'projectId' | 'id'>,
  at: Date,
): Promise<void> => {
  await tx.query('UPDATE pipeline SET deleted_at = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    at,
  ]);
};

/** Brings the stored lanes of a board into line with the given ones; those that are not among them stay. */
export const saveLanes = async (
  tx: Sql,
  { projectId, id }: Pick<Board, 'projectId' | 'id'>,
  lanes: readonly Lane[],
): Promise<void> => {
  await tx.query(
    `INSERT INTO pipeline_lane (project_id, pipeline_id, id, title, color, position, archived)
     SELECT $1, $2, l.id, l.title, l.color, l.ordinality - 1, l.archived
       FROM unnest($3::text[], $4::text[], $5::text[], $6::boolean[]) WITH ORDINALITY l (id, title, color, archived)
     ON CONFLICT (project_id, pipeline_id, id) DO UPDATE
       SET title = EXCLUDED.title, color = EXCLUDED.color, position = EXCLUDED.position, archived = EXCLUDED.archived`,
    [
      projectId,
      id,
      lanes.map((lane) => lane.id),
      lanes.map(({ title }) => title),
      lanes.map(({ color }) => color),
      lanes.map(({ archived }) => archived),
    ],
  );
};

/** Deletes lanes without entries, with their counters. */
export const deleteLanes = async (
  tx: Sql,
  { projectId, id }: Pick<Board, 'projectId' | 'id'>,
  laneIds: readonly string[],
): Promise<void> => {
  const values = [projectId, id, laneIds];
  await tx.query(
    'DELETE FROM pipeline_lane WHERE project_id = $1 AND pipeline_id = $2 AND id = ANY ($3::text[])',
    values,
  );
  await tx.query(
    'DELETE FROM pipeline_tally WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = ANY ($3::text[])',
    values,
  );
};

/** Keeps entries from coming into any lane of a board until the transaction ends. */
export const lockAllLanes = async (
  tx: Sql,
  { projectId, id }: Pick<Board, 'projectId' | 'id'>,
): Promise<void> => {
  await tx.query(
    'SELECT FROM pipeline_lane WHERE project_id = $1 AND pipeline_id = $2 ORDER BY id FOR UPDATE',
    [projectId, id],
  );
};

/** Whether a board has entries. */
export const hasEntries = async (
  sql: Sql,
  { projectId, id }: Pick<Board, 'projectId' | 'id'>,
): Promise<boolean> => {
  const rows = await sql.query(
    'SELECT FROM pipeline_entry WHERE project_id = $1 AND pipeline_id = $2 LIMIT 1',
    [projectId, id],
  );
  return rows.length > 0;
};

/** The boards of a project that name a person or team, locked. */
export const lockBoardsNaming = async (
  tx: Sql,
  projectId: string,
  column: 'users' | 'teams',
  id: string,
): Promise<Board[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM pipeline WHERE project_id = $1 AND deleted_at IS NULL AND $2 = ANY (${column})
      ORDER BY id FOR NO KEY UPDATE`,
    [projectId, id],
  );
  return getBoards(
    tx,
    projectId,
    rows.map((row) => row.id),
  );
};
