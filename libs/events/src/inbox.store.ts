import type { Sql } from '@parley/persistence';

/** How long a consumer remembers handled events, in milliseconds: 7 days. */
export const inboxRetentionMs = 7 * 86_400_000;

/** Remembers an event as handled. False when it was before; waits for a transaction that is handling it right now. */
export const remember = async (sql: Sql, durable: string, eventId: string): Promise<boolean> => {
  const rows = await sql.query(
    'INSERT INTO inbox_event (durable, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [durable, eventId],
    { prepare: true },
  );
  return rows.length > 0;
};

/** Remembers several events of one durable as handled, in the order of their ids; answers those that were not before. */
export const rememberAll = async (
  sql: Sql,
  durable: string,
  eventIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    `INSERT INTO inbox_event (durable, event_id)
     SELECT $1, id FROM unnest($2::text[]) AS e (id) ORDER BY id ON CONFLICT DO NOTHING RETURNING event_id AS id`,
    [durable, eventIds],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};

export const isRemembered = async (sql: Sql, durable: string, eventId: string): Promise<boolean> => {
  const text = 'SELECT 1 FROM inbox_event WHERE durable = $1 AND event_id = $2';
  return (await sql.query(text, [durable, eventId], { prepare: true })).length > 0;
};

/**
 * Deletes the records of events handled before a time, in batches. Ids start with their time, so the key's index finds the old
 * ones.
 */
export const pruneInbox = async (sql: Sql, durable: string, before: Date, batch = 1_000): Promise<number> => {
  const idBefore = before.getTime().toString(16).padStart(12, '0');
  let forgotten = 0;
  for (;;) {
    const rows = await sql.query(
      `DELETE FROM inbox_event WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM inbox_event WHERE durable = $1 AND event_id < $2 AND handled_at < $3 LIMIT $4))
       RETURNING 1`,
      [durable, idBefore, before, batch],
    );
    forgotten += rows.length;
    if (rows.length < batch) return forgotten;
  }
};
