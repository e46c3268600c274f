import { type EventHandler } from '@parley/events';
import { newId } from '@parley/persistence';
import { type Deps } from '../deps';
import { eventSources } from './event-sources';
import { findReceivers, keepEvent } from './webhook-event.store';

/** Durables that feed webhooks, one for each service that something is told of. */
export const WEBHOOK_DURABLES = [
  'workspace-webhooks-tickets',
  'workspace-webhooks-contacts',
  'workspace-webhooks-helpcenter',
] as const;

/**
 * Keeps an event for the webhooks that want it, in the transaction that remembers it as handled: one delivery for each
 * event and webhook, whatever happens in between.
 */
export const onEvent =
  ({ clock, deliveries }: Pick<Deps, 'clock' | 'deliveries'>): EventHandler =>
  async ({ id, subject, projectId, aggregateId, payload, createdAt }, tx) => {
    const source = eventSources[subject];
    if (!source) throw new Error(`Nothing is known of events ${subject}`);
    const { event } = source;
    const receivers = await findReceivers(tx, projectId, event, source.ticketType?.(payload));
    if (receivers.length === 0) return;
    const data = source.document(payload);
    const body = JSON.stringify({ event, projectId, createdAt: createdAt.toISOString(), data });
    await keepEvent(
      tx,
      { projectId, id, event, aggregateId, body, createdAt },
      receivers.map((webhookId) => ({ id: newId(), webhookId })),
      clock(),
    );
    deliveries.expect();
  };
