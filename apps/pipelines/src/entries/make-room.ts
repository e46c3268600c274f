import { rankBetween, type Sql, spreadRanks } from '@parley/persistence';
import type { Ranked } from './entry';
import { entriesAfter, entriesBefore, entryAtRank, type LaneView, respaceEntries } from './lane.store';

/** Neighbours on each side that are respaced at first. */
const FIRST_WINDOW = 32;
/** Longest rank that a respacing leaves behind, so that there is room for long; all of the lane is spread all the same. */
const ROOMY = 24;

/** Two ranks of a lane with nothing between them; undefined is an end of the lane. */
export interface Gap {
  low: string | undefined;
  high: string | undefined;
}

/** The entry at a rank and so many more on one side of it, the nearest first. */
const around = async (
  side: typeof entriesBefore,
  tx: Sql,
  lane: LaneView,
  rank: string,
  more: number,
): Promise<Ranked[]> => {
  const at = await entryAtRank(tx, lane, rank);
  return [...(at ? [at] : []), ...(await side(tx, lane, rank, more))];
};

/** Spreads the neighbours of a gap again, as many as needed, and answers a rank between them. */
const respace = async (tx: Sql, lane: LaneView, { low, high }: Gap): Promise<string> => {
  for (let size = FIRST_WINDOW; ; size *= 4) {
    // One more on each side is the bound that stays where it is.
    const below = low === undefined ? [] : await around(entriesBefore, tx, lane, low, size);
    const above = high === undefined ? [] : await around(entriesAfter, tx, lane, high, size);
    const bottom = below.length > size ? below.pop() : undefined;
    const top = above.length > size ? above.pop() : undefined;
    const isWhole = bottom === undefined && top === undefined;
    const ranks = spreadRanks(bottom?.rank, top?.rank, below.length + 1 + above.length);
    if (!ranks || (!isWhole && ranks.some((rank) => rank.length > ROOMY))) {
      if (isWhole) throw new Error('The entries of a lane cannot be spread');
      continue;
    }
    const own = ranks.splice(below.length, 1)[0] as string;
    const entries = [...below.reverse(), ...above];
    await respaceEntries(
      tx,
      lane.board,
      entries.map(({ id }, index) => ({ id, rank: ranks[index] as string })),
    );
    return own;
  }
};

/** A rank in a gap of a locked lane; where there is no room, neighbours get other ranks and keep their order. */
export const rankIn = async (tx: Sql, lane: LaneView, gap: Gap): Promise<string> =>
  rankBetween(gap.low, gap.high) ?? (await respace(tx, lane, gap));
