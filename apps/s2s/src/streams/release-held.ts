import { runTransaction } from '@parley/persistence';
import { type Deps } from '../deps';
import { tell } from '../runs/tell';
import { appendHeld, PATIENCE_MS, streamsHeldSince } from './held.store';

export { HELD_DUE } from './held.store';

/** Streams of one round. */
const TOGETHER = 100;

/** Tells what was held for too long; answers whether there may be more. */
export const releaseHeld = async ({
  db,
  clock,
  broadcast,
}: Pick<Deps, 'db' | 'clock' | 'broadcast'>): Promise<boolean> => {
  const streams = await streamsHeldSince(db, new Date(clock().getTime() - PATIENCE_MS), TOGETHER);
  for (const stream of streams)
    tell({ broadcast }, stream, await runTransaction(db, (tx) => appendHeld(tx, stream)));
  return streams.length === TOGETHER;
};
