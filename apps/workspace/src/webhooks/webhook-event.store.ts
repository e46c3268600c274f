import { type Sql } from '@parley/persistence';
import { type EventContacts } from './event-sources';
import { type WebhookEventName } from './webhook';

/** An event that webhooks get. */
export interface NewWebhookEvent extends EventContacts {
  projectId: string;
  /** Id of the domain event, or one of its own when that tells of several things. */
  id: string;
  event: WebhookEventName;
  aggregateId: string;
  /** The request's body. */
  body: string;
  createdAt: Date;
}

const prepare = { prepare: true };

/** Ids of the project's webhooks that get an event; without a type of ticket no filter holds it back. */
export const findReceivers = async (
  sql: Sql,
  projectId: string,
  event: WebhookEventName,
  ticketType: string | undefined,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM webhook
     WHERE project_id = $1 AND enabled AND deleted_at IS NULL AND $2 = ANY (events)
       AND (cardinality(ticket_types) = 0 OR $3::text IS NULL OR $3 = ANY (ticket_types))
     ORDER BY id`,
    [projectId, event, ticketType ?? null],
    prepare,
  );
  return rows.map(({ id }) => id);
};

const KEEP = `WITH kept AS (
    INSERT INTO webhook_event (project_id, id, event, aggregate_id, body, created_at, contact_id, author_id)
    VALUES ($1, $2, $3, $4, $5, $6, $10, $11) ON CONFLICT DO NOTHING
  )
  INSERT INTO webhook_delivery (project_id, webhook_id, id, event_id, aggregate_id, due_at, created_at)
  SELECT $1, webhook_id, id, $2, $4, $9, $6 FROM unnest($7::text[], $8::text[]) AS d (id, webhook_id)
  ON CONFLICT (project_id, webhook_id, event_id) DO NOTHING`;

/** Keeps an event with a delivery, due now, for each receiver. */
export const keepEvent = async (
  tx: Sql,
  { projectId, id, event, aggregateId, body, createdAt, contactId, authorId }: NewWebhookEvent,
  deliveries: readonly { id: string; webhookId: string }[],
  now: Date,
): Promise<void> => {
  const ids = deliveries.map((delivery) => delivery.id);
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);
  const contacts = [contactId ?? null, authorId ?? null];
  const values = [projectId, id, event, aggregateId, body, createdAt, ids, webhookIds, now, ...contacts];
  await tx.query(KEEP, values, prepare);
};
