import { type Sql } from '@parley/persistence';
import { type FormerSecret } from '../secrets/former-secrets';

/** Which webhook of a project. */
export interface WebhookPlace {
  projectId: string;
  webhookId: string;
}

/** Where a webhook's deliveries go, and what they are signed with. */
export interface Target {
  url: string;
  /** Sealed. */
  headers: string;
  /** Sealed. */
  secret: string;
  formerSecrets: FormerSecret[];
  isFailing: boolean;
  pausedUntil: Date | null;
}

const prepare = { prepare: true };

/** Undefined when nothing is sent to the webhook: it is disabled, deleted, or was never there. */
export const findTarget = async (
  sql: Sql,
  { projectId, webhookId }: WebhookPlace,
): Promise<Target | undefined> => {
  const [row] = await sql.query<Target>(
    `SELECT url, headers, secret, former_secrets AS "formerSecrets", failing_since IS NOT NULL AS "isFailing",
       paused_until AS "pausedUntil"
     FROM webhook WHERE project_id = $1 AND id = $2 AND enabled AND deleted_at IS NULL`,
    [projectId, webhookId],
    prepare,
  );
  return row;
};

/** A delivery whose time has come. */
export interface DueDelivery extends WebhookPlace {
  id: string;
  eventId: string;
  /** Attempts before this one since the event or the last redelivery. */
  tries: number;
}

/** Due deliveries that are looked at for those that may go. */
const WINDOW = 200;

const DUE = `SELECT project_id AS "projectId", webhook_id AS "webhookId", id, event_id AS "eventId", tries FROM (
    SELECT * FROM webhook_delivery
     WHERE project_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at <= $3
     ORDER BY due_at, seq LIMIT ${WINDOW}) d
  WHERE id <> ALL ($4::text[]) AND (attempted OR seq = (
    SELECT e.seq FROM webhook_delivery e
     WHERE e.project_id = d.project_id AND e.webhook_id = d.webhook_id AND e.aggregate_id = d.aggregate_id
       AND e.status = 'pending' AND NOT e.attempted
     ORDER BY e.seq LIMIT 1))
  ORDER BY due_at, seq LIMIT $5`;

/**
 * Deliveries of a webhook that may go at a time, those due longest first, without some. The first attempt of an event waits until that
 * of the one before it about the same thing is over.
 */
export const findDue = (
  sql: Sql,
  { projectId, webhookId }: WebhookPlace,
  { now, without, limit }: { now: Date; without: readonly string[]; limit: number },
): Promise<DueDelivery[]> =>
  // Not prepared: a plan made while the queue was empty would stay when it is long.
  sql.query<DueDelivery>(DUE, [projectId, webhookId, now, without, limit]);

/** When the next delivery of a webhook becomes due after a time; undefined when none does. */
export const findNextDue = async (
  sql: Sql,
  { projectId, webhookId }: WebhookPlace,
  after: Date,
): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(due_at) AS at FROM webhook_delivery
     WHERE project_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at > $3`,
    [projectId, webhookId, after],
  );
  return row?.at ?? undefined;
};

/** The request's body; undefined when the delivery was deleted, e.g. with its contact. */
export const findBody = async (
  sql: Sql,
  { projectId, webhookId, id }: DueDelivery,
): Promise<string | undefined> => {
  const [row] = await sql.query<{ body: string }>(
    `SELECT e.body FROM webhook_delivery d JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id
     WHERE d.project_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
    [projectId, webhookId, id],
    prepare,
  );
  return row?.body;
};

/**
 * Seconds that the delivery due longest has been waiting; 0 when none is. Of webhooks that fail it would tell how long their
 * receivers have been away, which is nothing of this service.
 */
export const deliveryLag = async (sql: Sql, now: Date): Promise<number> => {
  const [row] = await sql.query<{ lag: number | null }>(
    `SELECT extract(epoch FROM $1::timestamptz - min(d.due_at))::double precision AS lag
     FROM webhook h CROSS JOIN LATERAL (
       SELECT due_at FROM webhook_delivery
       WHERE project_id = h.project_id AND webhook_id = h.id AND status = 'pending' ORDER BY due_at LIMIT 1) d
     WHERE h.enabled AND h.deleted_at IS NULL AND h.failing_since IS NULL
       AND (h.paused_until IS NULL OR h.paused_until <= $1)`,
    [now],
  );
  return Math.max(0, row?.lag ?? 0);
};
