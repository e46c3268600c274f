import type { Sql } from '@parley/persistence';
import type { EventContacts } from './event-sources';
import type { WebhookEventName } from './webhook';

/** An event that webhooks get. */
export interface NewWebhookEvent extends EventContacts {
  projectId: string;
  /** Id of the domain event, or an id of its own when one domain event becomes several. */
  id: string;
  event: WebhookEventName;
  aggregateId: string;
  /** The request's body. */
  body: string;
  createdAt: Date;
}

const prepare = { prepare: true };

/** A webhook and which events it gets. */
export interface Receiver {
  projectId: string;
  id: string;
  events: WebhookEventName[];
  ticketTypes: string[];
}

/** The webhooks of projects that get events at all. */
export const findReceivers = (sql: Sql, projectIds: readonly string[]): Promise<Receiver[]> =>
  sql.query(
    `SELECT project_id AS "projectId", id, events, ticket_types AS "ticketTypes" FROM webhook
     WHERE project_id = ANY ($1::text[]) AND enabled AND deleted_at IS NULL ORDER BY project_id, id`,
    [projectIds],
    prepare,
  );

const KEEP = `WITH kept AS (
    INSERT INTO webhook_event (project_id, id, event, aggregate_id, body, created_at, contact_id, author_id, mentioned_ids)
    VALUES ($1, $2, $3, $4, $5, $6, $10, $11, $12) ON CONFLICT DO NOTHING
  )
  INSERT INTO webhook_delivery (project_id, webhook_id, id, event_id, aggregate_id, due_at, created_at)
  SELECT $1, webhook_id, id, $2, $4, $9, $6 FROM unnest($7::text[], $8::text[]) AS d (id, webhook_id)
  ON CONFLICT (project_id, webhook_id, event_id) DO NOTHING`;

/** Keeps an event with a delivery, due now, for each receiver. */
export const keepEvent = async (
  tx: Sql,
  { projectId, id, event, aggregateId, body, createdAt, ...about }: NewWebhookEvent,
  deliveries: readonly { id: string; webhookId: string }[],
  now: Date,
): Promise<void> => {
  const ids = deliveries.map((delivery) => delivery.id);
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);
  const { contactId = null, authorId = null, mentionedIds = [] } = about;
  const contacts = [contactId, authorId, mentionedIds.length > 0 ? mentionedIds : null];
  const values = [projectId, id, event, aggregateId, body, createdAt, ids, webhookIds, now, ...contacts];
  await tx.query(KEEP, values, prepare);
};
