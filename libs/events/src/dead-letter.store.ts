import { newId, type Sql } from '@parley/persistence';
import type { DomainEvent } from './event';

/** An event that a handler failed on for good. */
export interface DeadLetter {
  id: string;
  durable: string;
  event: DomainEvent;
}

/** Which dead letters: one, those of a durable, or all. */
export interface DeadLetterFilter {
  durable?: string;
  id?: string;
}

interface DeadLetterRow {
  id: string;
  durable: string;
  event_id: string;
  subject: string;
  project_id: string;
  aggregate_id: string;
  payload: unknown;
  headers: Record<string, string>;
  event_at: Date;
}

const describe = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error))
    .replaceAll('\u0000', '')
    .slice(0, 8_000);

export const insertDeadLetter = async (
  sql: Sql,
  durable: string,
  event: DomainEvent,
  error: unknown,
  attempts: number,
): Promise<void> => {
  await sql.query(
    `INSERT INTO dead_letter
       (id, durable, event_id, subject, project_id, aggregate_id, payload, headers, error, attempts, event_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (durable, event_id) DO UPDATE
       SET error = excluded.error, attempts = dead_letter.attempts + excluded.attempts, replayed_at = NULL`,
    [
      newId(),
      durable,
      event.id,
      event.subject,
      event.projectId,
      event.aggregateId,
      JSON.stringify(event.payload),
      JSON.stringify(event.headers),
      describe(error),
      attempts,
      event.createdAt,
    ],
  );
};

/** Dead letters that wait for a replay, oldest first, after a given one. */
export const waitingDeadLetters = async (
  sql: Sql,
  filter: DeadLetterFilter,
  after: string,
  limit: number,
): Promise<DeadLetter[]> => {
  const rows = await sql.query<DeadLetterRow>(
    `SELECT id, durable, event_id, subject, project_id, aggregate_id, payload, headers, event_at FROM dead_letter
     WHERE replayed_at IS NULL AND id > $1 AND ($2::text IS NULL OR durable = $2) AND ($3::text IS NULL OR id = $3)
     ORDER BY id LIMIT $4`,
    [after, filter.durable ?? null, filter.id ?? null, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    durable: row.durable,
    event: {
      id: row.event_id,
      subject: row.subject,
      projectId: row.project_id,
      aggregateId: row.aggregate_id,
      payload: row.payload,
      headers: row.headers,
      createdAt: row.event_at,
    },
  }));
};

/** A dead letter as an operator sees it; the payload stays where it is. */
export interface WaitingDeadLetter {
  id: string;
  durable: string;
  subject: string;
  projectId: string;
  eventId: string;
  attempts: number;
  /** First line of the last error. */
  error: string;
  createdAt: Date;
}

const PAGE = 100;

/** Dead letters that wait for a replay, oldest first. */
export async function* listDeadLetters(sql: Sql): AsyncGenerator<WaitingDeadLetter> {
  let after = '';
  for (;;) {
    const rows = await sql.query<WaitingDeadLetter>(
      `SELECT id, durable, subject, project_id AS "projectId", event_id AS "eventId", attempts,
         split_part(error, E'\\n', 1) AS error, created_at AS "createdAt"
       FROM dead_letter WHERE replayed_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
      [after, PAGE],
    );
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

/** How long a dead letter waits for a replay, in milliseconds: 30 days. It holds what contacts wrote. */
const LETTER_RETENTION_MS = 30 * 86_400_000;

/** Whether a dead letter itself says that something is deleted, which must not be forgotten before it is done. */
const IS_END = `subject LIKE '%.deleted'`;

/** Deletes the dead letters about a deleted thing: those of its aggregate, and those that contain its id as a text. */
export const forgetDeadLetters = async (
  sql: Sql,
  ends: readonly Pick<DomainEvent, 'projectId' | 'aggregateId'>[],
): Promise<void> => {
  if (ends.length === 0) return;
  await sql.query(
    // The first condition is for the indexes, the others for pairs.
    `DELETE FROM dead_letter l USING unnest($1::text[], $2::text[]) AS e (project_id, id)
     WHERE (l.aggregate_id = ANY ($2) OR letter_texts(payload) ?| $2)
       AND l.project_id = e.project_id AND NOT ${IS_END} AND (l.aggregate_id = e.id OR letter_texts(payload) ? e.id)`,
    [ends.map(({ projectId }) => projectId), ends.map(({ aggregateId }) => aggregateId)],
    { prepare: true },
  );
};

/** Deletes dead letters of a durable that were replayed before a time, and those that waited too long for it. */
export const pruneDeadLetters = async (sql: Sql, durable: string, before: Date, now: Date): Promise<void> => {
  await sql.query(
    `DELETE FROM dead_letter WHERE durable = $1 AND (replayed_at < $2 OR (created_at < $3 AND NOT ${IS_END}))`,
    [durable, before, new Date(now.getTime() - LETTER_RETENTION_MS)],
  );
};

export const markReplayed = async (sql: Sql, id: string): Promise<void> => {
  await sql.query('UPDATE dead_letter SET replayed_at = now() WHERE id = $1', [id]);
};

export const markReplayFailed = async (sql: Sql, id: string, error: unknown): Promise<void> => {
  await sql.query('UPDATE dead_letter SET attempts = attempts + 1, error = $2 WHERE id = $1', [
    id,
    describe(error),
  ]);
};

export const countDeadLetters = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*) AS count FROM dead_letter WHERE replayed_at IS NULL',
  );
  return row?.count ?? 0;
};
