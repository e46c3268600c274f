import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { noteMessage } from '../tracking/note-message';

/** The durable that gets `tickets.v1.contact.heard_from`. */
export const HEARD_FROM_DURABLE = 'contacts-heard-from';

interface HeardFrom {
  contactId?: string;
  at?: string;
}

/** A contact's message moves `lastHeardFrom` and `lastActivity`. */
export const onHeardFrom = async (
  { projectId, payload: { contactId, at } }: DomainEvent<HeardFrom>,
  tx: Sql,
): Promise<void> => {
  if (contactId && at) await noteMessage(tx, projectId, contactId, new Date(at));
};
