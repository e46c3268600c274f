import { forbidden } from '@parley/errors';
import { appendEvents } from '@parley/events';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { type ContactEventRow, inParts, lastPageView, findLatest } from './contact-event';
import { presentEvent } from './contact-event.present';
import { insertEvents, noteActivity } from './contact-event.store';

/** The call with events, and its work at the end of their transaction. */
export interface Tracking {
  context: CallContext;
  recordTo(tx: Sql): Promise<void>;
}

/**
 * Stores a contact's events, emits them, and moves `lastActivity` and `lastPageView`. Answers whether there is such a contact. 403
 * `contact_blocked`.
 */
export const recordEvents = async (
  { db, wakeEvents }: Pick<Deps, 'db' | 'wakeEvents'>,
  { projectId, svcId }: { projectId: string; svcId: string },
  events: readonly ContactEventRow[],
  { context, recordTo }: Tracking,
): Promise<boolean> => {
  const seen = { at: findLatest(events), page: lastPageView(events) };
  const isThere = await runTransaction(db, async (tx) => {
    const contact = await noteActivity(tx, projectId, svcId, seen);
    if (!contact || events.length === 0) return contact !== undefined;
    if (contact.blocked) throw forbidden('CONTACT_BLOCKED');
    await addEvents(tx, { projectId, id: contact.id }, events, context);
    await recordTo(tx);
    return true;
  });
  wakeEvents();
  return isThere;
};

/** Stores events of a locked contact and emits them. */
export const addEvents = async (
  tx: Sql,
  { projectId, id: contactId }: { projectId: string; id: string },
  events: readonly ContactEventRow[],
  context: CallContext,
): Promise<void> => {
  await insertEvents(tx, projectId, contactId, events);
  await appendEvents(
    tx,
    inParts(events.map(presentEvent)).map((part) => ({
      subject: 'contacts.v1.contact.tracked',
      projectId,
      aggregateId: contactId,
      payload: { contactId, events: part, channel: context.scope.client ? 'WIDGET' : 'S2S' },
      headers: eventHeaders(context),
    })),
  );
};
