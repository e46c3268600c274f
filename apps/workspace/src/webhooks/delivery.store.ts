import type { Store } from '../db';
import { compileList, type ListQuery, type Sql } from '@parley/persistence';
import { deliveryList } from './delivery.fields';

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
  deliveredAt: Date | null;
  createdAt: Date;
}

/** Which deliveries a list shows. */
export interface DeliveryQuery extends ListQuery {
  before: string | undefined;
  status: string | undefined;
}

const prepare = { prepare: true };

const COLUMNS = `d.project_id AS "projectId", d.webhook_id AS "webhookId", d.id, d.event_id AS "eventId", e.event, d.status,
  d.attempts, d.due_at AS "dueAt", d.delivered_at AS "deliveredAt", d.created_at AS "createdAt"`;

const FROM = `FROM webhook_delivery d JOIN webhook_event e ON e.project_id = d.project_id AND e.id = d.event_id`;

/** A page of a webhook's deliveries. */
export const listDeliveryRows = (
  sql: Sql,
  projectId: string,
  webhookId: string,
  { before, status, ...query }: DeliveryQuery,
): Promise<DeliveryRow[]> => {
  const params: unknown[] = [projectId, webhookId];
  const conditions = ['d.project_id = $1 AND d.webhook_id = $2'];
  if (before !== undefined) conditions.push(`d.id < $${params.push(before)}`);
  if (status !== undefined) conditions.push(`d.status = $${params.push(status)}`);
  const { where, orderBy, skip, limit } = compileList(query, deliveryList, params);
  return sql.query(
    `SELECT ${COLUMNS} ${FROM} WHERE ${[...conditions, where].join(' AND ')}
     ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** Whether a webhook has a delivery. */
export const hasDelivery = async (
  { prisma }: Pick<Store, 'prisma'>,
  projectId: string,
  webhookId: string,
  id: string,
): Promise<boolean> => (await prisma.webhookDelivery.count({ where: { projectId, webhookId, id } })) > 0;

// The following attempts count from the beginning, also after an attempt in progress.
const REDELIVER = `UPDATE webhook_delivery d SET status = 'pending', tries = 0, delivered_at = NULL, due_at = $4
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
