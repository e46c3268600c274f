import { type About, type DomainEvent, type EventsHandler, heirsAmong } from '@parley/events';
import { hastenJob } from '@parley/jobs';
import { newId, type Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { type EventContacts, type EventSource, eventSources } from './event-sources';
import { findReceivers, keepEvent, type Receiver } from './webhook-event.store';
import { departureJob, webhookJob } from './webhook-jobs';

const isContactState = ({ subject }: DomainEvent): boolean => subject.startsWith('contacts.');

/** The contacts of the ticket, message or entry of an event. The library keeps the states of a contact in order with its end. */
export const aboutContacts: About = (event) => {
  const { contactId, authorId } = eventSources[event.subject]?.[0]?.contacts?.(event.payload) ?? {};
  return isContactState(event) ? [] : [contactId, authorId];
};

/** The contacts that an event only mentions: sessions of its ticket, its participants among them. */
export const mentionedContacts: About = ({ subject, payload }) =>
  eventSources[subject]?.[0]?.contacts?.(payload)?.mentionedIds ?? [];

/** The contacts of an event. The state of a merged contact belongs to the one it was merged into; undefined for a deleted one. */
const presentContacts = async (
  tx: Sql,
  { contacts }: EventSource,
  event: DomainEvent,
): Promise<EventContacts | undefined> => {
  if (!isContactState(event)) return contacts?.(event.payload) ?? {};
  const { projectId, aggregateId } = event;
  const heirId = (await heirsAmong(tx, projectId, [aggregateId])).get(aggregateId);
  return heirId === null ? undefined : { contactId: heirId ?? aggregateId };
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
  source: EventSource,
  told: DomainEvent,
  { tx, receivers }: { tx: Sql; receivers: readonly Receiver[] },
): Promise<void> => {
  const { id, projectId, aggregateId, payload, createdAt } = told;
  const { event, document } = source;
  const about = await presentContacts(tx, source, told);
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

/** The events of projects with webhooks, which most do not have. */
export const findEventsWithWebhooks = async (
  events: readonly DomainEvent[],
  sql: Sql,
): Promise<readonly DomainEvent[]> => {
  const receivers = await findReceivers(sql, [...new Set(events.map(({ projectId }) => projectId))]);
  const projects = new Set(receivers.map(({ projectId }) => projectId));
  return events.filter((event) => projects.has(event.projectId));
};

/**
 * Stores events for the webhooks that subscribe to them, in the transaction that remembers them as handled. Each event and webhook
 * has exactly one delivery, even after a crash. The deletion of a contact is sent to no webhook.
 */
export const onEvents =
  (deps: Pick<Deps, 'clock'>): EventsHandler =>
  async (events, tx) => {
    const projectIds = events.filter((event) => !isDeparture(event)).map(({ projectId }) => projectId);
    const webhooks = projectIds.length > 0 ? await findReceivers(tx, [...new Set(projectIds)]) : [];
    for (const event of events) {
      if (isDeparture(event)) {
        const { projectId, aggregateId: key } = event;
        await hastenJob(tx, departureJob, {}, { projectId, key, now: deps.clock() });
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
