import { forbidden } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import { holdContact, sessionGone } from '../core';

/**
 * Keeps the contact that writes from being forgotten until the transaction ends. 400 when it is not kept any more, 403
 * `contact_blocked` when it may not write.
 */
export const holdWriter = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const held = await holdContact(tx, projectId, contactId);
  if (!held) throw sessionGone();
  if (held.blocked) throw forbidden('CONTACT_BLOCKED');
};
