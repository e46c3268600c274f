import { rankBetween, type Sql } from '@parley/persistence';
import { type Board } from '../boards/board';
import { entriesBefore, type LaneView } from './lane.store';
import { rankIn } from './make-room';

/** So many ranks in their order at the end of a locked lane. */
export const placeAtEnd = async (
  tx: Sql,
  board: Pick<Board, 'projectId' | 'id'>,
  laneId: string,
  count: number,
): Promise<string[]> => {
  if (count === 0) return [];
  const lane: LaneView = { board, laneId, except: '' };
  const [last] = await entriesBefore(tx, lane, undefined, 1);
  const ranks = [await rankIn(tx, lane, { low: last?.rank, high: undefined })];
  while (ranks.length < count) {
    const next = rankBetween(ranks.at(-1), undefined);
    if (next === undefined) throw new Error('There is no room at the end of a lane that was respaced');
    ranks.push(next);
  }
  return ranks;
};
