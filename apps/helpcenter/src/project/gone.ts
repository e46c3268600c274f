import { unauthenticated } from '@parley/errors';
import { goneAmong } from '@parley/events';
import type { Sql } from '@parley/persistence';

/** Keeps a contact from being deleted until the transaction ends. 401 `invalid_session` when it was: sessions are cached for 2 s. */
export const demandLiving = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  if ((await goneAmong(tx, projectId, [contactId])).size > 0)
    throw unauthenticated('INVALID_SESSION', 'The contact of this widget session is gone.');
};
