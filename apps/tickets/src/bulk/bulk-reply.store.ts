import type { Actor } from '@parley/auth';
import type { Sql } from '@parley/persistence';
import type { UserRecord } from '../core';

/** What became of a ticket in a batch. */
export type BulkReplyStatus = 'pending' | 'sent' | 'cancelled' | 'failed';

/** The key of a batch's effect on a ticket; its one row is kept for good. */
export interface BulkReplyKey {
  projectId: string;
  batchId: string;
  ticketId: string;
}

const LOCK_TICKET = `
SELECT duplicate_of_id IS NOT NULL AS "isMerged" FROM ticket WHERE project_id = $1 AND id = $2 FOR UPDATE`;

/**
 * Locks a ticket before a reply; undefined when it is deleted. Every writer of replies takes this lock before any row of
 * `bulk_reply`, as does a deletion, so that they never wait for each other in a circle.
 */
export const lockForReply = async (
  tx: Sql,
  projectId: string,
  ticketId: string,
): Promise<{ isMerged: boolean } | undefined> => {
  const [row] = await tx.query<{ isMerged: boolean }>(LOCK_TICKET, [projectId, ticketId], { prepare: true });
  return row;
};

/** The batch's earlier effect on a ticket; undefined when there is none. */
export const statusInBatch = async (
  tx: Sql,
  { projectId, batchId, ticketId }: BulkReplyKey,
): Promise<BulkReplyStatus | undefined> => {
  const [row] = await tx.query<{ status: BulkReplyStatus }>(
    'SELECT status FROM bulk_reply WHERE project_id = $1 AND batch_id = $2 AND ticket_id = $3',
    [projectId, batchId, ticketId],
    { prepare: true },
  );
  return row?.status;
};

/** Messages that were written with a mutation id of the batch before, by ticket. */
export const findEarlier = async (
  tx: Sql,
  projectId: string,
  replies: readonly { ticketId: string; mutationId: string }[],
): Promise<Map<string, string>> => {
  const rows = await tx.query<{ ticketId: string; id: string }>(
    `SELECT ticket_id AS "ticketId", id FROM message
      WHERE project_id = $1 AND (ticket_id, client_mutation_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [projectId, replies.map(({ ticketId }) => ticketId), replies.map(({ mutationId }) => mutationId)],
    { prepare: true },
  );
  return new Map(rows.map(({ ticketId, id }) => [ticketId, id]));
};

/** Records that a batch has replied to a ticket, in the transaction of the message. */
export const recordSent = async (
  tx: Sql,
  { projectId, batchId, ticketId }: BulkReplyKey,
  { id, messageId, now }: { id: string; messageId: string; now: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO bulk_reply (project_id, id, batch_id, ticket_id, status, is_scheduled, message_id, sent_at, created_at)
     VALUES ($1, $2, $3, $4, 'sent', false, $5, $6, $6)
     ON CONFLICT (project_id, batch_id, ticket_id) DO UPDATE SET
       status = 'sent', message_id = EXCLUDED.message_id, sent_at = EXCLUDED.sent_at, reason = NULL`,
    [projectId, id, batchId, ticketId, messageId, now],
    { prepare: true },
  );
};

/** Replies of one batch to schedule. */
export interface ReplySchedule {
  projectId: string;
  batchId: string;
  /** Tickets, and an id for the scheduled reply of each. */
  ticketIds: readonly string[];
  ids: readonly string[];
  textId: string;
  fireAt: Date;
  now: Date;
}

// Locks before the insert: a reply that is sent at once locks the ticket first and the row of its batch second.
const SCHEDULE = `
WITH found AS MATERIALIZED (
  SELECT id FROM ticket WHERE project_id = $1 AND id = ANY ($3::text[]) AND duplicate_of_id IS NULL
   ORDER BY id FOR KEY SHARE
)
INSERT INTO bulk_reply AS r (project_id, id, batch_id, ticket_id, status, is_scheduled, text_id, fire_at,
    next_attempt_at, created_at)
  SELECT $1, w.id, $2, w.ticket_id, 'pending', true, $5, $6::timestamptz, $6::timestamptz, $7::timestamptz
    FROM found JOIN unnest($3::text[], $4::text[]) AS w (ticket_id, id) ON w.ticket_id = found.id
   ORDER BY w.ticket_id COLLATE "C"
ON CONFLICT (project_id, batch_id, ticket_id) DO UPDATE SET
  status = 'pending', is_scheduled = true, text_id = EXCLUDED.text_id, fire_at = EXCLUDED.fire_at,
  next_attempt_at = EXCLUDED.next_attempt_at, attempts = 0, reason = NULL
  WHERE r.status = 'failed'
RETURNING r.ticket_id`;

/**
 * Schedules replies to those of the tickets that exist, are not merged and that the batch has not handled yet; failed ones are
 * scheduled again. Answers how many.
 */
export const scheduleReplies = async (tx: Sql, schedule: ReplySchedule): Promise<number> => {
  const { projectId, batchId, ticketIds, ids, textId, fireAt, now } = schedule;
  const rows = await tx.query(SCHEDULE, [projectId, batchId, ticketIds, ids, textId, fireAt, now]);
  return rows.length;
};

/** What became of a ticket in a batch. */
export interface Handled {
  ticketId: string;
  /** Whether the batch has taken care of it: sent, scheduled or cancelled. */
  isHandled: boolean;
  /** Whether there is such a ticket, merged into another. */
  isMerged: boolean;
}

/** What became of tickets in a batch, in the order given. */
export const findHandled = (
  tx: Sql,
  projectId: string,
  batchId: string,
  ticketIds: readonly string[],
): Promise<Handled[]> =>
  tx.query<Handled>(
    `SELECT w.id AS "ticketId", r.id IS NOT NULL AS "isHandled", t.duplicate_of_id IS NOT NULL AS "isMerged"
       FROM unnest($3::text[]) WITH ORDINALITY AS w (id, place)
       LEFT JOIN bulk_reply r ON r.project_id = $1 AND r.batch_id = $2 AND r.ticket_id = w.id AND r.status <> 'failed'
       LEFT JOIN ticket t ON t.project_id = $1 AND t.id = w.id
      ORDER BY w.place`,
    [projectId, batchId, ticketIds],
    { prepare: true },
  );

/** The comment of scheduled replies, and its author. */
export interface BulkReplyText {
  projectId: string;
  id: string;
  organisationId: string;
  comment: unknown;
  actor: Actor;
  author: UserRecord | null;
  /** What of the call travels with the events it causes. */
  headers: Record<string, string>;
}

/** Keeps the comment of scheduled replies. */
export const insertText = async (tx: Sql, text: BulkReplyText, now: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO bulk_reply_text (project_id, id, organisation_id, comment, actor, author, headers, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      text.projectId,
      text.id,
      text.organisationId,
      JSON.stringify(text.comment),
      JSON.stringify(text.actor),
      text.author && JSON.stringify(text.author),
      JSON.stringify(text.headers),
      now,
    ],
    { prepare: true },
  );
};
