import { type DomainEvent, type EventHandler } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { findDeparted, holdDepartures } from './departed-contact.store';
import { type EventContacts, type EventSource, eventSources } from './event-sources';
import { onDeparture } from './follow-departures';
import { findReceivers, keepEvent } from './webhook-event.store';

/**
 * Whom an event is about, with a contact that turned out to be another as that one; undefined when one of them is deleted.
 * Until the transaction ends that stays so.
 */
const presentContacts = async (
  tx: Sql,
  projectId: string,
  contacts: EventContacts,
): Promise<EventContacts | undefined> => {
  const ids = [contacts.contactId, contacts.authorId].filter((id) => id !== undefined);
  if (ids.length === 0) return contacts;
  await holdDepartures(tx, projectId);
  const departed = await findDeparted(tx, projectId, ids);
  if ([...departed.values()].includes(null)) return undefined;
  const present = (id: string | undefined): string | undefined =>
    id === undefined ? undefined : (departed.get(id) ?? id);
  return { contactId: present(contacts.contactId), authorId: present(contacts.authorId) };
};

/** Keeps what an event tells, under an id, for the webhooks that want it. */
const tell = async (
  { clock, deliveries }: Pick<Deps, 'clock' | 'deliveries'>,
  { event, document, ticketType, contacts }: EventSource,
  { id, projectId, aggregateId, payload, createdAt }: DomainEvent,
  tx: Sql,
): Promise<void> => {
  const receivers = await findReceivers(tx, projectId, event, ticketType?.(payload));
  if (receivers.length === 0) return;
  const about = await presentContacts(tx, projectId, contacts?.(payload) ?? {});
  if (!about) return;
  const body = JSON.stringify({
    event,
    projectId,
    createdAt: createdAt.toISOString(),
    data: document(payload),
  });
  await keepEvent(
    tx,
    { projectId, id, event, aggregateId, body, createdAt, ...about },
    receivers.map((webhookId) => ({ id: newId(), webhookId })),
    clock(),
  );
  deliveries.expect();
};

/**
 * Keeps an event for the webhooks that want it, in the transaction that remembers it as handled: one delivery for each
 * event and webhook, whatever happens in between. The end of a contact is told to none.
 */
export const onEvent = (deps: Pick<Deps, 'clock' | 'deliveries'>): EventHandler => {
  const departed = onDeparture(deps);
  return async (event, tx) => {
    const { subject } = event;
    if (subject === 'contacts.v1.contact.deleted' || subject === 'contacts.v1.contact.merged')
      return departed(event, tx);
    const sources = eventSources[subject];
    if (!sources) throw new Error(`Nothing is known of events ${subject}`);
    const told = sources.filter(({ applies }) => applies?.(event.payload) ?? true);
    for (const [index, source] of told.entries()) {
      // Beside the first each is an event of its own.
      await tell(deps, source, index === 0 ? event : { ...event, id: newId() }, tx);
    }
  };
};
