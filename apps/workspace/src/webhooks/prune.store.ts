import { type Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Deletes deliveries of deleted webhooks, and webhooks that have none left. Answers how many deliveries. */
export const pruneDeleted = async (sql: Sql, chunk: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM webhook_delivery WHERE ctid = ANY (ARRAY(
       SELECT d.ctid FROM webhook h JOIN webhook_delivery d ON d.project_id = h.project_id AND d.webhook_id = h.id
       WHERE h.deleted_at IS NOT NULL LIMIT $1)) RETURNING 1`,
    [chunk],
    prepare,
  );
  if (rows.length < chunk) {
    await sql.query(
      `DELETE FROM webhook h WHERE h.deleted_at IS NOT NULL AND NOT EXISTS (
         SELECT FROM webhook_delivery d WHERE d.project_id = h.project_id AND d.webhook_id = h.id)`,
    );
  }
  return rows.length;
};

const olderThan = (
  table: 'webhook_delivery' | 'webhook_event',
) => `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM ${table} WHERE created_at < $1 ORDER BY created_at LIMIT $2)) RETURNING 1`;

/** Deletes deliveries of events before a time; answers how many. */
export const pruneDeliveries = async (sql: Sql, before: Date, chunk: number): Promise<number> =>
  (await sql.query(olderThan('webhook_delivery'), [before, chunk], prepare)).length;

/** Deletes events before a time; answers how many. */
export const pruneEvents = async (sql: Sql, before: Date, chunk: number): Promise<number> =>
  (await sql.query(olderThan('webhook_event'), [before, chunk], prepare)).length;
