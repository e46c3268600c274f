import { hashId, type Sql } from '@parley/persistence';
import type { Board } from '../boards';
import type { Ranked } from './entry';

type BoardKey = Pick<Board, 'projectId' | 'id'>;

/**
 * Lanes of a board by their ids, locked in this order against new entries until the transaction ends. Missing ones are left out.
 */
export const lockLanes = (
  tx: Sql,
  { projectId, id }: BoardKey,
  laneIds: readonly string[],
): Promise<{ id: string; archived: boolean }[]> =>
  tx.query(
    `SELECT id, archived FROM pipeline_lane WHERE project_id = $1 AND pipeline_id = $2 AND id = ANY ($3::text[])
      ORDER BY id FOR NO KEY UPDATE`,
    [projectId, id, laneIds],
    { prepare: true },
  );

/** One lane, as `lockLanes`. */
export const lockLane = async (
  tx: Sql,
  board: BoardKey,
  laneId: string,
): Promise<{ archived: boolean } | undefined> => (await lockLanes(tx, board, [laneId]))[0];

/** Whether a board is there still, asked when a lane of it is locked. */
export const isThere = async (tx: Sql, { projectId, id }: BoardKey): Promise<boolean> => {
  const rows = await tx.query(
    'SELECT FROM pipeline WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL',
    [projectId, id],
    { prepare: true },
  );
  return rows.length > 0;
};

/** The facts for adding entries for records to a locked lane. */
export interface AddingView {
  /** Whether the board is there still. */
  isThere: boolean;
  /** Those of the records that are gone. */
  gone: ReadonlySet<string>;
  /** Those that are on the board already. */
  onBoard: ReadonlySet<string>;
  /** The last entry of the lane. */
  last: Ranked | undefined;
}

/** The statement of `lookToAdd`: project, board, lane, records, digests of their ids. */
export const LOOK_TO_ADD = `
SELECT EXISTS (SELECT FROM pipeline WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL) AS "isThere",
       ARRAY(SELECT digest FROM gone_contact WHERE project_id = $1 AND digest = ANY ($5::text[])) AS gone,
       ARRAY(SELECT record_id FROM pipeline_entry
              WHERE project_id = $1 AND pipeline_id = $2 AND record_id = ANY ($4::text[])) AS "onBoard",
       (SELECT json_build_object('id', id, 'rank', rank) FROM pipeline_entry
         WHERE project_id = $1 AND pipeline_id = $2 AND lane_id = $3 ORDER BY rank DESC LIMIT 1) AS last`;

/** Reads all that in one statement, because others wait for the lane. */
export const lookToAdd = async (
  tx: Sql,
  { projectId, id }: BoardKey,
  laneId: string,
  recordIds: readonly string[],
): Promise<AddingView> => {
  const [row] = await tx.query<{ isThere: boolean; gone: string[]; onBoard: string[]; last: Ranked | null }>(
    LOOK_TO_ADD,
    [projectId, id, laneId, recordIds, recordIds.map(hashId)],
    { prepare: true },
  );
  if (!row) throw new Error('A look at a lane answered nothing');
  const gone = new Set(row.gone);
  return {
    isThere: row.isThere,
    gone: new Set(recordIds.filter((recordId) => gone.has(hashId(recordId)))),
    onBoard: new Set(row.onBoard),
    last: row.last ?? undefined,
  };
};

const LANE = 'project_id = $1 AND pipeline_id = $2 AND lane_id = $3';

const neighbours = (side: '<' | '>'): string => `
SELECT id, rank FROM pipeline_entry WHERE ${LANE} AND rank ${side} $4 AND id <> $5
 ORDER BY rank ${side === '<' ? 'DESC' : 'ASC'} LIMIT $6`;

const BEFORE = neighbours('<');
const AFTER = neighbours('>');

/** Sorts after every rank: the characters of ranks are ASCII. */
const BEYOND = '\u007f';

/** A lane seen from an entry that is put into it, which itself is not counted. */
export interface LaneView {
  board: BoardKey;
  laneId: string;
  /** The entry that is put somewhere; empty when none of the lane is. */
  except: string;
}

const read = (
  tx: Sql,
  text: string,
  { board, laneId, except }: LaneView,
  rank: string,
  limit: number,
): Promise<Ranked[]> =>
  tx.query<Ranked>(text, [board.projectId, board.id, laneId, rank, except, limit], { prepare: true });

/** The nearest entries before a rank, the nearest first; before the end without one. */
export const entriesBefore = (
  tx: Sql,
  lane: LaneView,
  rank: string | undefined,
  limit: number,
): Promise<Ranked[]> => read(tx, BEFORE, lane, rank ?? BEYOND, limit);

/** The nearest entries after a rank, the nearest first; from the beginning without one. */
export const entriesAfter = (
  tx: Sql,
  lane: LaneView,
  rank: string | undefined,
  limit: number,
): Promise<Ranked[]> => read(tx, AFTER, lane, rank ?? '', limit);

/** The entry of the lane that has a rank. */
export const entryAtRank = async (
  tx: Sql,
  { board, laneId, except }: LaneView,
  rank: string,
): Promise<Ranked | undefined> => {
  const [row] = await tx.query<Ranked>(
    `SELECT id, rank FROM pipeline_entry WHERE ${LANE} AND rank = $4 AND id <> $5`,
    [board.projectId, board.id, laneId, rank, except],
    { prepare: true },
  );
  return row;
};

/** An entry of the lane. */
export const entryInLane = async (
  tx: Sql,
  { board, laneId, except }: LaneView,
  id: string,
): Promise<Ranked | undefined> => {
  const [row] = await tx.query<Ranked>(
    `SELECT id, rank FROM pipeline_entry WHERE ${LANE} AND id = $4 AND id <> $5`,
    [board.projectId, board.id, laneId, id, except],
    { prepare: true },
  );
  return row;
};

/** Gives entries of one lane other ranks in the same order; an entry with one of those ranks loses it. */
export const respaceEntries = async (
  tx: Sql,
  { projectId }: BoardKey,
  ranked: readonly Ranked[],
): Promise<void> => {
  // The entry that is placed has its old rank until it is saved, and that may be one of the new ones.
  await tx.query('SET CONSTRAINTS pipeline_entry_rank_key DEFERRED');
  await tx.query(
    'SELECT FROM pipeline_entry WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE',
    [projectId, ranked.map(({ id }) => id)],
  );
  await tx.query(
    `UPDATE pipeline_entry e SET rank = r.rank FROM unnest($2::text[], $3::text[]) r (id, rank)
      WHERE e.project_id = $1 AND e.id = r.id`,
    [projectId, ranked.map(({ id }) => id), ranked.map(({ rank }) => rank)],
  );
};
