import type { Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { pruneDeleted, pruneDeliveries, pruneEvents } from './prune.store';

/** Milliseconds that deliveries are kept: 30 days. */
const RETENTION_MS = 30 * 86_400_000;

/** Most rows that one statement deletes. */
const CHUNK = 1_000;

/** Removes rows older than 30 days, and the rows of deleted webhooks, in chunks. */
export const createUpkeep = ({
  store: { sql },
  clock,
}: Pick<Deps, 'clock'> & { store: Pick<Deps['store'], 'sql'> }): Doer<object> => ({
  handle: async () => {
    const before = new Date(clock().getTime() - RETENTION_MS);
    const deleted = await pruneDeleted(sql, CHUNK);
    const deliveries = await pruneDeliveries(sql, before, CHUNK);
    // The event goes after its deliveries, which show it.
    const events = deliveries < CHUNK ? await pruneEvents(sql, before, CHUNK) : 0;
    return Math.max(deleted, deliveries, events) === CHUNK ? { goOnIn: 0 } : undefined;
  },
});
