import type { EventsHandler } from '@parley/events';
import { noteMessages } from '../tracking';

/** The durable that gets `tickets.v1.contact.heard_from`. */
export const HEARD_FROM_DURABLE = 'contacts-heard-from';

interface HeardFrom {
  contactId?: string;
  at?: string;
}

/** Messages of contacts move their `lastHeardFrom` and `lastActivity`. */
export const onHeardFrom: EventsHandler<HeardFrom> = (events, tx) =>
  noteMessages(
    tx,
    events.flatMap(({ projectId, payload: { contactId, at } }) =>
      contactId && at ? [{ projectId, contactId, at: new Date(at) }] : [],
    ),
  );
