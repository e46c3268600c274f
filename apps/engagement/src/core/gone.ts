import { goneAmong } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { contactGone } from '../contacts';

/** Keeps a contact from being deleted until the transaction ends. 401 `invalid_session` when it was. */
export const demandLiving = async (
  tx: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
): Promise<void> => {
  if ((await goneAmong(tx, projectId, [contactId])).size > 0) throw contactGone();
};
