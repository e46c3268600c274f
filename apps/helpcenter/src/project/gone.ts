import { unauthenticated } from '@parley/errors';
import { createGone, type Sql } from '@parley/persistence';

const DAY_MS = 86_400_000;
/** Milliseconds after which nothing of a contact that is gone is under way any more. */
const KEPT_MS = 7 * DAY_MS;
const BATCH = 1_000;

/** Contacts that were deleted or merged away: sessions are cached for 2 s, and nothing of these is kept meanwhile. */
export const gone = createGone();

/** Keeps a contact from being forgotten until the transaction ends. 401 `invalid_session` when it is gone. */
export const demandLiving = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  if ((await gone.among(tx, projectId, [contactId])).size > 0)
    throw unauthenticated('INVALID_SESSION', 'The contact of this widget session is gone.');
};

/** Forgets which contacts were gone long ago. */
export const forgetGone = async (sql: Sql, now: Date): Promise<void> => {
  while ((await gone.forget(sql, new Date(now.getTime() - KEPT_MS), BATCH)) === BATCH);
};
