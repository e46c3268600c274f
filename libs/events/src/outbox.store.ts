import type { Sql } from '@parley/persistence';
import type { DomainEvent } from './event';

/** An event with its place in the outbox. */
export interface OutboxEvent extends DomainEvent {
  seq: number;
}

interface OutboxRow {
  seq: number;
  id: string;
  subject: string;
  project_id: string;
  aggregate_id: string;
  payload: unknown;
  headers: Record<string, string>;
  created_at: Date;
}

const COLUMNS = 'seq, id, subject, project_id, aggregate_id, payload, headers, created_at';

const toEvent = (row: OutboxRow): OutboxEvent => ({
  seq: row.seq,
  id: row.id,
  subject: row.subject,
  projectId: row.project_id,
  aggregateId: row.aggregate_id,
  payload: row.payload,
  headers: row.headers,
  createdAt: row.created_at,
});

/** Whether an event is not delivered everywhere, as an SQL expression. */
export const IN_OUTBOX = 'EXISTS (SELECT FROM outbox_event)';

/** Whether a broker has an event yet to get, as an SQL expression. */
export const UNPUBLISHED = 'EXISTS (SELECT FROM outbox_event WHERE published_at IS NULL)';

/** The next events that no broker has, in order. */
export const unpublishedEvents = async (sql: Sql, limit: number): Promise<OutboxEvent[]> => {
  const text = `SELECT ${COLUMNS} FROM outbox_event WHERE published_at IS NULL ORDER BY seq LIMIT $1`;
  return (await sql.query<OutboxRow>(text, [limit], { prepare: true })).map(toEvent);
};

/** The next events of the outbox that are not among those in hand, in order. */
export const eventsExcept = async (
  sql: Sql,
  inHand: readonly number[],
  limit: number,
): Promise<OutboxEvent[]> => {
  // Not <> ALL, which compares each event with every one in hand.
  const text = `SELECT ${COLUMNS} FROM outbox_event WHERE seq NOT IN (SELECT unnest($1::bigint[])) ORDER BY seq LIMIT $2`;
  return (await sql.query<OutboxRow>(text, [inHand, limit], { prepare: true })).map(toEvent);
};

export const deleteEvents = async (sql: Sql, seqs: readonly number[]): Promise<void> => {
  await sql.query('DELETE FROM outbox_event WHERE seq = ANY ($1::bigint[])', [seqs], { prepare: true });
};

/** Where the broker stored an event. */
export interface Placement {
  seq: number;
  streamSeq: number;
}

export const recordPublished = async (
  sql: Sql,
  epoch: string,
  placements: readonly Placement[],
): Promise<void> => {
  await sql.query(
    `UPDATE outbox_event AS o SET stream_seq = p.stream_seq, stream_epoch = $1, published_at = now()
     FROM unnest($2::bigint[], $3::bigint[]) AS p (seq, stream_seq) WHERE o.seq = p.seq`,
    [epoch, placements.map(({ seq }) => seq), placements.map(({ streamSeq }) => streamSeq)],
    { prepare: true },
  );
};

/** Figures about published, undelivered events. */
export interface PublishedState {
  count: number;
  /** How many of them were put into another stream than the one of `epoch`. */
  stale: number;
  lowest: number | null;
  highest: number | null;
}

export const publishedState = async (sql: Sql, epoch: string): Promise<PublishedState> => {
  const [state] = await sql.query<PublishedState>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE stream_epoch <> $1) AS stale,
       min(stream_seq) AS lowest, max(stream_seq) AS highest
     FROM outbox_event WHERE published_at IS NOT NULL`,
    [epoch],
    { prepare: true },
  );
  return state ?? { count: 0, stale: 0, lowest: null, highest: null };
};

/** Makes every undelivered event unpublished again; answers how many were. */
export const resetPublished = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `WITH reset AS (
       UPDATE outbox_event SET stream_seq = NULL, stream_epoch = NULL, published_at = NULL
       WHERE published_at IS NOT NULL RETURNING 1)
     SELECT count(*) AS count FROM reset`,
  );
  return row?.count ?? 0;
};

/** Up to which place of the stream a durable acknowledged what its subject pattern matches. */
export interface Floor {
  pattern: string;
  floor: number;
}

/** Deletes the published events that every durable which matches them has acknowledged. */
export const deleteDelivered = async (sql: Sql, epoch: string, floors: readonly Floor[]): Promise<void> => {
  await sql.query(
    `DELETE FROM outbox_event AS o
     WHERE o.published_at IS NOT NULL AND o.stream_epoch = $1 AND NOT EXISTS (
       SELECT FROM unnest($2::text[], $3::bigint[]) AS f (pattern, floor)
       WHERE o.stream_seq > f.floor AND o.subject ~ f.pattern)`,
    [epoch, floors.map(({ pattern }) => pattern), floors.map(({ floor }) => floor)],
    { prepare: true },
  );
};

/** Number of events not delivered yet, and the age of the oldest in seconds. */
export const outboxLag = async (sql: Sql): Promise<{ pending: number; age: number }> => {
  const [row] = await sql.query<{ pending: number; age: number }>(
    `SELECT count(*) AS pending,
       coalesce(greatest(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS age FROM outbox_event`,
  );
  return row ?? { pending: 0, age: 0 };
};
