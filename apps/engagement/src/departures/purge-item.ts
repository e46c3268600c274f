import type { Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { purgeItem } from './forget.store';

/** Rows of an item that is gone which one attempt removes of a table. */
const BATCH = 1_000;

/** Removes the data of a deleted item. */
export const createPurger = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: itemId }) =>
    (await purgeItem(db, { projectId, itemId }, BATCH)) ? { goOnAt: clock() } : undefined,
});
