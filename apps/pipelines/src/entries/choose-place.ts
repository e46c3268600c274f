import type { FieldProblem } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import type { EntryRow, Place, Ranked } from './entry';
import { entriesAfter, entriesBefore, entryAtRank, entryInLane, type LaneView } from './lane.store';
import { rankIn } from './make-room';

/** Where in a lane an entry is to come; the end by default. */
export interface Target {
  lexorank?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
}

/** Two neighbours between which an entry comes. */
interface Neighbours {
  low: Ranked | undefined;
  high: Ranked | undefined;
}

/**
 * The place that a target means for an entry, in a locked lane of which `last` is the last other entry; the place that it
 * has when it is there already.
 * Problems go to `problems`.
 */
export const choosePlace = async (
  tx: Sql,
  entry: Pick<EntryRow, 'id' | 'laneId' | 'rank'>,
  lane: LaneView & { last: Ranked | undefined },
  target: Target,
  problems: FieldProblem[],
): Promise<Place> => {
  const own = entry.laneId === lane.laneId ? entry.rank : undefined;
  const stay = { laneId: entry.laneId, rank: entry.rank };
  const between = async ({ low, high }: Neighbours): Promise<Place> => {
    const isBetween = own !== undefined && (!low || low.rank < own) && (!high || own < high.rank);
    if (isBetween) return stay;
    return { laneId: lane.laneId, rank: await rankIn(tx, lane, { low: low?.rank, high: high?.rank }) };
  };
  const directlyAfter = async (low: Ranked): Promise<Place> =>
    between({ low, high: (await entriesAfter(tx, lane, low.rank, 1))[0] });

  if (target.lexorank !== undefined) {
    if (own === target.lexorank) return stay;
    const there = await entryAtRank(tx, lane, target.lexorank);
    return there ? directlyAfter(there) : { laneId: lane.laneId, rank: target.lexorank };
  }
  for (const side of ['before', 'after'] as const) {
    const id = target[side];
    if (id === undefined) continue;
    const there = await entryInLane(tx, lane, id);
    if (!there) {
      problems.push({ field: side, message: 'must be the id of another entry of the target lane' });
      return stay;
    }
    if (side === 'after') return directlyAfter(there);
    return between({ low: (await entriesBefore(tx, lane, there.rank, 1))[0], high: there });
  }
  return between({ low: lane.last, high: undefined });
};
