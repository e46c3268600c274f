import { type Sql } from '@parley/persistence';
import { type FormerSecret } from '../secrets/former-secrets';

/** Most requests to one webhook at a time; one that fails gets one. */
const MAX_PER_WEBHOOK = 8;

/** Due deliveries of one webhook that are looked at for those that may go. */
const WINDOW = 200;

/** A delivery that a worker has taken, with all it needs to send it. */
export interface ClaimedDelivery {
  projectId: string;
  webhookId: string;
  id: string;
  /** Token of this claim: only who holds it may report. */
  lease: string;
  eventId: string;
  body: string;
  /** Attempts before this one since the event or the last redelivery. */
  tries: number;
  url: string;
  /** Sealed. */
  headers: string;
  /** Sealed. */
  secret: string;
  formerSecrets: FormerSecret[];
}

/**
 * Whether a delivery is on its way, as an SQL expression. Whose time has come is left to the claim, which knows whose turn it
 * is: one that waits for its next attempt is asked for as often.
 */
export const DELIVERIES_DUE = `EXISTS (SELECT FROM webhook_delivery WHERE status = 'pending')`;

/**
 * Due deliveries: of each webhook the ones due longest, round by round over the webhooks, so that a backlog of one takes
 * no turn of another. A webhook has a bounded number of requests at a time, one alone while it fails. The first attempt of
 * an event waits until that of the one before it about the same thing is over. Webhooks that wait are found by skipping
 * through the index, whatever the backlog of each.
 */
const CLAIM = `WITH RECURSIVE waiting AS (
    (SELECT project_id, webhook_id FROM webhook_delivery WHERE status = 'pending'
     ORDER BY project_id, webhook_id, due_at LIMIT 1)
    UNION ALL
    SELECT n.project_id, n.webhook_id FROM waiting w CROSS JOIN LATERAL (
      SELECT d.project_id, d.webhook_id FROM webhook_delivery d
      WHERE d.status = 'pending' AND (d.project_id, d.webhook_id) > (w.project_id, w.webhook_id)
      ORDER BY d.project_id, d.webhook_id, d.due_at LIMIT 1) n
  ), webhooks AS (
    SELECT h.project_id, h.id,
      CASE WHEN h.failing_since IS NULL THEN ${MAX_PER_WEBHOOK} ELSE 1 END - (
        SELECT count(*) FROM webhook_delivery l
        WHERE l.project_id = h.project_id AND l.webhook_id = h.id AND l.lease IS NOT NULL AND l.due_at > $1) AS free
    FROM waiting w JOIN webhook h ON h.project_id = w.project_id AND h.id = w.webhook_id
    WHERE h.enabled AND h.deleted_at IS NULL AND (h.paused_until IS NULL OR h.paused_until <= $1)
  ), due AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.project_id, c.webhook_id ORDER BY c.due_at, c.seq) AS turn
    FROM webhooks h CROSS JOIN LATERAL (
      SELECT d.project_id, d.webhook_id, d.id, d.due_at, d.seq FROM (
        SELECT * FROM webhook_delivery
        WHERE project_id = h.project_id AND webhook_id = h.id AND status = 'pending' AND due_at <= $1
        ORDER BY due_at, seq LIMIT ${WINDOW}) d
      WHERE d.attempted OR d.seq = (
        SELECT e.seq FROM webhook_delivery e
        WHERE e.project_id = d.project_id AND e.webhook_id = d.webhook_id AND e.aggregate_id = d.aggregate_id
          AND e.status = 'pending' AND NOT e.attempted
        ORDER BY e.seq LIMIT 1)
      ORDER BY d.due_at, d.seq LIMIT greatest(h.free, 0)) c
  ), taken AS (
    SELECT d.project_id, d.webhook_id, d.id FROM webhook_delivery d JOIN due USING (project_id, webhook_id, id)
    WHERE d.status = 'pending' AND d.due_at <= $1
    ORDER BY due.turn, due.due_at, due.seq LIMIT $2 FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE webhook_delivery d SET lease = $3, due_at = $4
  FROM taken t
  JOIN webhook h ON h.project_id = t.project_id AND h.id = t.webhook_id,
    webhook_event e
  WHERE d.project_id = t.project_id AND d.webhook_id = t.webhook_id AND d.id = t.id
    AND e.project_id = d.project_id AND e.id = d.event_id
  RETURNING d.project_id AS "projectId", d.webhook_id AS "webhookId", d.id, d.lease, d.event_id AS "eventId", e.body,
    d.tries, h.url, h.headers, h.secret, h.former_secrets AS "formerSecrets"`;

/**
 * Takes at most `limit` due deliveries until `until`, of all projects: this is the worker's own look at what waits. One
 * claim at a time, in whichever process, so that the bounds of a webhook hold.
 */
export const claimDeliveries = async (
  tx: Sql,
  { now, until, limit, lease }: { now: Date; until: Date; limit: number; lease: string },
): Promise<ClaimedDelivery[]> => {
  await tx.query("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('workspace:webhook-deliveries', 0))");
  // Not prepared: a plan made while the queue was empty would stay when it is long.
  return tx.query<ClaimedDelivery>(CLAIM, [now, limit, lease, until]);
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
