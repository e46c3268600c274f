import type { Doer } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import type { Deps } from '../deps';
import { tell } from './tell';
import { appendHeld, nextRelease, streamsHeldTooLong } from '../streams';

/** Streams of one attempt. */
const TOGETHER = 100;

/** Emits events that were held for too long. */
export const createReleaser = ({
  db,
  clock,
  broadcast,
}: Pick<Deps, 'db' | 'clock' | 'broadcast'>): Doer<Record<string, never>> => ({
  handle: async () => {
    for (const stream of await streamsHeldTooLong(db, clock(), TOGETHER))
      tell({ broadcast }, stream, await runTransaction(db, (tx) => appendHeld(tx, stream)));
    const next = await nextRelease(db);
    return next && { goOnAt: next };
  },
});
