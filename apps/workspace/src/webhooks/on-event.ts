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

/** Whether a webhook gets what an event tells; without a type of ticket no filter holds it back. */
const gets = (
  { projectId, events, ticketTypes }: Receiver,
  { event, ticketType }: EventSource,
  told: DomainEvent,
): boolean => {
  if (projectId !== told.projectId || !events.includes(event)) return false;
  const type = ticketType?.(told.payload);
  return ticketTypes.length === 0 || type === undefined || ticketTypes.includes(type);
};

/** Keeps what an event tells, under an id, for the webhooks that want it. */
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

/** An event about something that webhooks are told of, as what each of them tells. */
const sourcesOf = ({ subject, payload }: DomainEvent): EventSource[] => {
  const sources = eventSources[subject];
  if (!sources) throw new Error(`Nothing is known of events ${subject}`);
  return sources.filter(({ applies }) => applies?.(payload) ?? true);
};

const isDeparture = ({ subject }: DomainEvent): boolean =>
  subject === 'contacts.v1.contact.deleted' || subject === 'contacts.v1.contact.merged';

/**
 * Keeps events for the webhooks that want them, in the transaction that remembers them as handled: one delivery for each
 * event and webhook, whatever happens in between. The end of a contact is told to none.
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
      for (const [index, source] of sourcesOf(event).entries()) {
        const receivers = webhooks.filter((webhook) => gets(webhook, source, event));
        // Beside the first each is an event of its own.
        const told = index === 0 ? event : { ...event, id: newId() };
        if (receivers.length > 0) await tell(deps, source, told, { tx, receivers });
      }
    }
  };
};
