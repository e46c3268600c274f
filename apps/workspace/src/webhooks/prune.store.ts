import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

// An event is looked for at each webhook of its project that is left: they are few, and an index serves that.
const DELETED = `WITH gone AS (
    DELETE FROM webhook_delivery WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM webhook h CROSS JOIN LATERAL (
        SELECT ctid FROM webhook_delivery WHERE project_id = h.project_id AND webhook_id = h.id
        ORDER BY id LIMIT $1) d
      WHERE h.deleted_at IS NOT NULL LIMIT $1)) RETURNING project_id, event_id
  ), untold AS (
    DELETE FROM webhook_event e USING (SELECT DISTINCT project_id, event_id FROM gone) g
    WHERE e.project_id = g.project_id AND e.id = g.event_id AND NOT EXISTS (
      SELECT FROM webhook h JOIN webhook_delivery d
        ON d.project_id = h.project_id AND d.webhook_id = h.id AND d.event_id = g.event_id
      WHERE h.project_id = g.project_id AND h.deleted_at IS NULL)
  )
  SELECT 1 FROM gone`;

/**
 * Deletes deliveries of deleted webhooks, with the events that no other webhook got, and webhooks that have none left.
 * Answers how many deliveries.
 */
export const pruneDeleted = async (sql: Sql, chunk: number): Promise<number> => {
  const rows = await sql.query(DELETED, [chunk], prepare);
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
