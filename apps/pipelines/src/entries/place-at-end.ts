import { rankBetween, type Sql } from '@parley/persistence';
import type { Board } from '../boards';
import type { Ranked } from './entry';
import { entriesBefore, type LaneView } from './lane.store';
import { rankIn } from './make-room';

/** So many ranks in their order after the last entry of a locked lane. */
export const placeAfter = async (
  tx: Sql,
  board: Pick<Board, 'projectId' | 'id'>,
  laneId: string,
  last: Ranked | undefined,
  count: number,
): Promise<string[]> => {
  const lane: LaneView = { board, laneId, except: '' };
  const ranks = [await rankIn(tx, lane, { low: last?.rank, high: undefined })];
  while (ranks.length < count) {
    const next = rankBetween(ranks.at(-1), undefined);
    if (next === undefined) throw new Error('There is no room at the end of a lane that was respaced');
    ranks.push(next);
  }
  return ranks;
};

/** So many ranks in their order at the end of a locked lane. */
export const placeAtEnd = async (
  tx: Sql,
  board: Pick<Board, 'projectId' | 'id'>,
  laneId: string,
  count: number,
): Promise<string[]> => {
  if (count === 0) return [];
  const [last] = await entriesBefore(tx, { board, laneId, except: '' }, undefined, 1);
  return placeAfter(tx, board, laneId, last, count);
};
