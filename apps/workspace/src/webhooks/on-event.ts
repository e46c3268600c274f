import { type DomainEvent, type EventsHandler } from '@parley/events';
import { hastenJob } from '@parley/jobs';
import { newId, type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { findDeparted, holdDepartures } from './departed-contact.store';
import { type EventContacts, type EventSource, eventSources } from './event-sources';
import { onDeparture } from './follow-departures';
import { findReceivers, keepEvent, type Receiver } from './webhook-event.store';
import { webhookJob } from './webhook-jobs';

/**
 * The contacts of an event, a merged one replaced by the contact it was merged into; undefined when one of them is deleted. The
 * answer stays true until the transaction ends.
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

/** Whether a webhook gets an event; the filter for types of tickets does not apply to an event without a type. */
const gets = (
  { projectId, events, ticketTypes }: Receiver,
  { event, ticketType }: EventSource,
  told: DomainEvent,
): boolean => {
  if (projectId !== told.projectId || !events.includes(event)) return false;
  const type = ticketType?.(told.payload);
  return ticketTypes.length === 0 || type === undefined || ticketTypes.includes(type);
};

/** Stores an event, under an id, for the webhooks that subscribe to it. */
const tell = async (
  { clock }: Pick<Deps, 'clock'>,
  { event, document, contacts }: EventSource,
  { id, projectId, aggregateId, payload, createdAt }: DomainEvent,
  { tx, receivers }: { tx: Sql; receivers: readonly Receiver[] },
): Promise<void> => {
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
    receivers.map((webhook) => ({ id: newId(), webhookId: webhook.id })),
    clock(),
  );
  for (const { id: key } of receivers) await hastenJob(tx, webhookJob, {}, { projectId, key, now: clock() });
};

/** The events of webhooks for a domain event. */
const findSources = ({ subject, payload }: DomainEvent): EventSource[] => {
  const sources = eventSources[subject];
  if (!sources) throw new Error(`Nothing is known of events ${subject}`);
  return sources.filter(({ applies }) => applies?.(payload) ?? true);
};

const isDeparture = ({ subject }: DomainEvent): boolean =>
  subject === 'contacts.v1.contact.deleted' || subject === 'contacts.v1.contact.merged';

/**
 * Stores events for the webhooks that subscribe to them, in the transaction that remembers them as handled. Each event and webhook
 * has exactly one delivery, even after a crash. The deletion of a contact is sent to no webhook.
 */
export const onEvents = (deps: Pick<Deps, 'clock'>): EventsHandler => {
  const departed = onDeparture(deps);
  return async (events, tx) => {
    const projectIds = events.filter((event) => !isDeparture(event)).map(({ projectId }) => projectId);
    const webhooks = projectIds.length > 0 ? await findReceivers(tx, [...new Set(projectIds)]) : [];
    for (const event of events) {
      if (isDeparture(event)) {
        await departed(event, tx);
        continue;
      }
      for (const [index, source] of findSources(event).entries()) {
        const receivers = webhooks.filter((webhook) => gets(webhook, source, event));
        // Beside the first each is an event of its own.
        const told = index === 0 ? event : { ...event, id: newId() };
        if (receivers.length > 0) await tell(deps, source, told, { tx, receivers });
      }
    }
  };
};
