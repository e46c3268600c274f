import { type Sql } from '@parley/persistence';

/** One try to deliver. */
export interface Attempt {
  /** ISO time. */
  at: string;
  /** Status that was answered. */
  status?: number;
  durationMs: number;
  error?: string;
  /** Beginning of the answer. */
  response?: string;
}

/** A stored delivery. */
export interface DeliveryRow {
  projectId: string;
  webhookId: string;
  id: string;
  eventId: string;
  event: string;
  status: string;
  attempts: Attempt[];
  dueAt: Date;
  lease: string | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

/** Which deliveries a list shows. */
export interface DeliveryPage {
  before: string | undefined;
  status: string | undefined;
  skip: number;
  limit: number;
}

const prepare = { prepare: true };

const COLUMNS = `d.project_id AS "projectId", d.webhook_id AS "webhookId", d.id, d.event_id AS "eventId", e.event, d.status,
  d.attempts, d.due_at AS "dueAt", d.lease, d.delivered_at AS "deliveredAt", d.created_at AS "createdAt"`;

const FROM = `FROM webhook_delivery d JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id`;

/** A page of a webhook's deliveries, the newest first. */
export const listDeliveryRows = (
  sql: Sql,
  projectId: string,
  webhookId: string,
  { before, status, skip, limit }: DeliveryPage,
): Promise<DeliveryRow[]> => {
  const conditions = [
    ...(before === undefined ? [] : ['d.id < $5']),
    ...(status === undefined ? [] : [`d.status = $${before === undefined ? 5 : 6}`]),
  ];
  return sql.query(
    `SELECT ${COLUMNS} ${FROM} WHERE ${['d.project_id = $1 AND d.webhook_id = $2', ...conditions].join(' AND ')}
     ORDER BY d.id DESC LIMIT $3 OFFSET $4`,
    [
      projectId,
      webhookId,
      limit,
      skip,
      ...(before === undefined ? [] : [before]),
      ...(status === undefined ? [] : [status]),
    ],
    prepare,
  );
};

// A delivery that is being sent is left with its worker; what follows counts anew.
const REDELIVER = `UPDATE webhook_delivery d SET status = 'pending', tries = 0, delivered_at = NULL,
    due_at = CASE WHEN d.lease IS NOT NULL AND d.due_at > $4 THEN d.due_at ELSE $4 END
  FROM webhook_event e
  WHERE d.project_id = $1 AND d.webhook_id = $2 AND d.id = $3 AND e.project_id = d.project_id AND e.id = d.event_id
  RETURNING ${COLUMNS}`;

/** Makes a delivery due now, with all its attempts before it; undefined when the webhook has no such delivery. */
export const redeliverRow = async (
  sql: Sql,
  projectId: string,
  webhookId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> =>
  (await sql.query<DeliveryRow>(REDELIVER, [projectId, webhookId, id, now], prepare))[0];
