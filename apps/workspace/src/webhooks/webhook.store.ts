import { compileList, inOrder, type ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import type { Prisma, Webhook } from '../generated/prisma/client';
import type { FormerSecret } from '../secrets';
import { findIds } from '../short-list.store';
import { webhookList } from './webhook.fields';

/** A stored webhook. */
export interface WebhookRow extends Omit<Webhook, 'formerSecrets' | 'deletedAt'> {
  formerSecrets: FormerSecret[];
}

/** The fields of a new webhook. */
export type NewWebhook = Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'enabled' | 'events' | 'headers' | 'ticketTypes' | 'secret' | 'createdBy'
>;

/** The changes of a webhook; a field that is left out keeps its value. */
export type WebhookChange = Partial<
  Omit<WebhookRow, 'projectId' | 'id' | 'createdBy' | 'createdAt' | 'updatedAt'>
>;

const toRow = (row: Webhook): WebhookRow => row as unknown as WebhookRow;

/** The project's webhooks that a list asks for. */
export const listWebhookRows = async (
  store: Store,
  projectId: string,
  query: ListQuery,
): Promise<WebhookRow[]> => {
  const params: unknown[] = [projectId];
  const clauses = compileList(query, webhookList, params);
  const from = 'FROM webhook WHERE project_id = $1 AND deleted_at IS NULL';
  const ids = await findIds(store.sql, from, clauses, params);
  const rows = await store.prisma.webhook.findMany({
    where: { projectId, deletedAt: null, id: { in: ids } },
  });
  return inOrder(ids, rows).map(toRow);
};

/** The webhook; undefined when the project has no such webhook. */
export const findWebhook = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> => {
  const row = await store.prisma.webhook.findFirst({ where: { projectId, id, deletedAt: null } });
  return row ? toRow(row) : undefined;
};

/** The webhook, locked until the transaction ends. */
export const lockWebhook = async (
  tx: Store,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> => {
  await tx.sql.query('SELECT id FROM webhook WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  return findWebhook(tx, projectId, id);
};

/** Lets one transaction at a time add webhooks to a project, so that they can be counted. */
export const lockWebhooks = async (tx: Store, projectId: string): Promise<void> => {
  await tx.sql.query(
    "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('workspace:webhooks:' || $1, 0))",
    [projectId],
  );
};

export const countWebhooks = (store: Store, projectId: string): Promise<number> =>
  store.prisma.webhook.count({ where: { projectId, deletedAt: null } });

export const insertWebhook = async (
  store: Store,
  projectId: string,
  webhook: NewWebhook,
): Promise<WebhookRow> => toRow(await store.prisma.webhook.create({ data: { ...webhook, projectId } }));

/** Changes a webhook; undefined when the project has no such webhook. */
export const updateWebhookRow = async (
  store: Store,
  projectId: string,
  id: string,
  { formerSecrets, ...rest }: WebhookChange,
): Promise<WebhookRow | undefined> => {
  const [row] = await store.prisma.webhook.updateManyAndReturn({
    where: { projectId, id, deletedAt: null },
    data: {
      ...rest,
      ...(formerSecrets && { formerSecrets: formerSecrets as unknown as Prisma.InputJsonArray }),
      updatedAt: new Date(),
    },
  });
  return row && toRow(row);
};

/** Deletes a webhook and answers its last state; a job removes its remaining rows. */
export const removeWebhook = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> => {
  const [row] = await store.prisma.webhook.updateManyAndReturn({
    where: { projectId, id, deletedAt: null },
    data: { deletedAt: new Date() },
  });
  return row && toRow(row);
};
