import type { Sql } from '@parley/persistence';
import type { FormerSecret } from '../secrets';

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

/** A delivery that is due. */
export interface DueDelivery extends WebhookPlace {
  id: string;
  eventId: string;
  /** Attempts before this one since the event or the last redelivery. */
  tries: number;
}

/** State of a webhook at a time. */
export interface Look {
  at: Date;
  /** Undefined when nothing is sent to the webhook: it is disabled, deleted, or was never there. */
  target: Target | undefined;
  /** Deliveries that may go, those due longest first; none while the webhook is paused. */
  due: DueDelivery[];
  /** Whether others are due, too, which have to wait for these or did not fit. */
  hasMore: boolean;
  /** When the next delivery becomes due after that time; undefined when none does. */
  next: Date | undefined;
}

/** Due deliveries that are looked at for those that may go. */
const WINDOW = 200;

const LOOK = `WITH waiting AS (
    SELECT * FROM webhook_delivery
     WHERE project_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at <= $3
     ORDER BY due_at, seq LIMIT ${WINDOW}
  ), due AS (
    SELECT id, event_id, tries, due_at, seq FROM waiting d
     WHERE id <> ALL ($4::text[]) AND (attempted OR seq = (
       SELECT e.seq FROM webhook_delivery e
        WHERE e.project_id = d.project_id AND e.webhook_id = d.webhook_id AND e.aggregate_id = d.aggregate_id
          AND e.status = 'pending' AND NOT e.attempted
        ORDER BY e.seq LIMIT 1))
     ORDER BY due_at, seq LIMIT $5
  )
  SELECT h.url, h.headers, h.secret, h.former_secrets AS "formerSecrets", h.failing_since IS NOT NULL AS "isFailing",
    h.paused_until AS "pausedUntil",
    CASE WHEN h.paused_until > $3 THEN '[]' ELSE COALESCE((
      SELECT json_agg(json_build_object('id', id, 'eventId', event_id, 'tries', tries) ORDER BY due_at, seq) FROM due), '[]') END AS due,
    (SELECT count(*) FROM waiting WHERE id <> ALL ($4::text[])) > (SELECT count(*) FROM due) AS "hasMore",
    (SELECT min(due_at) FROM webhook_delivery
      WHERE project_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at > $3) AS next
  FROM webhook h WHERE h.project_id = $1 AND h.id = $2 AND h.enabled AND h.deleted_at IS NULL`;

type LookRow = Target & {
  due: Pick<DueDelivery, 'id' | 'eventId' | 'tries'>[];
  hasMore: boolean;
  next: Date | null;
};

/**
 * Looks what may be sent to a webhook at a time, without some. The first attempt of an event waits until that of the one before it about
 * the same thing is over.
 */
export const lookAtWebhook = async (
  sql: Sql,
  place: WebhookPlace,
  { at, without, limit }: { at: Date; without: readonly string[]; limit: number },
): Promise<Look> => {
  // Not prepared: a plan made while the queue was empty would stay when it is long.
  const [row] = await sql.query<LookRow>(LOOK, [place.projectId, place.webhookId, at, without, limit]);
  if (!row) return { at, target: undefined, due: [], hasMore: false, next: undefined };
  const { due, hasMore, next, ...target } = row;
  return { at, target, due: due.map((one) => ({ ...place, ...one })), hasMore, next: next ?? undefined };
};

const BODIES = `SELECT b.body FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p (project_id, webhook_id, id, place)
  LEFT JOIN LATERAL (
    SELECT e.body FROM webhook_delivery d JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id
     WHERE d.project_id = p.project_id AND d.webhook_id = p.webhook_id AND d.id = p.id LIMIT 1) b ON true
  ORDER BY p.place`;

/** Of each the request's body; undefined when the delivery was deleted, e.g. with its contact. */
export const findBodies = async (
  sql: Sql,
  deliveries: readonly DueDelivery[],
): Promise<(string | undefined)[]> => {
  const places = [
    deliveries.map(({ projectId }) => projectId),
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ id }) => id),
  ];
  const rows = await sql.query<{ body: string | null }>(BODIES, places, prepare);
  return rows.map(({ body }) => body ?? undefined);
};

/**
 * Seconds that the delivery due longest has been waiting; 0 when none is due. Failing webhooks are left out: their wait measures
 * the outage of their receivers, not this service.
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
