import { compileList, type ListClauses, type ListQuery, type Sql } from '@parley/persistence';
import type { BulkReplyStatus, BulkReplyText } from './bulk-reply.store';
import { scheduledReplyList } from './scheduled-reply.fields';

/** A scheduled reply as it is shown. */
export interface ScheduledReplyRow {
  id: string;
  ticketId: string;
  batchId: string;
  status: BulkReplyStatus;
  fireAt: Date;
  sentAt: Date | null;
  reason: string | null;
}

const shown = `id, ticket_id AS "ticketId", batch_id AS "batchId", status, fire_at AS "fireAt", sent_at AS "sentAt",
  reason`;

/** The statement of a part of a ticket's list. */
export const listSql = ({ where, orderBy, skip, limit }: ListClauses): string =>
  `SELECT ${shown} FROM bulk_reply WHERE project_id = $1 AND ticket_id = $2 AND is_scheduled AND ${where}
    ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;

/** Scheduled replies of a ticket. */
export const findScheduled = (
  sql: Sql,
  projectId: string,
  ticketId: string,
  query: ListQuery,
): Promise<ScheduledReplyRow[]> => {
  const params: unknown[] = [projectId, ticketId];
  return sql.query<ScheduledReplyRow>(listSql(compileList(query, scheduledReplyList, params)), params);
};

/** One scheduled reply of a ticket. */
export const getScheduled = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  id: string,
): Promise<ScheduledReplyRow | undefined> => {
  const [row] = await sql.query<ScheduledReplyRow>(
    `SELECT ${shown} FROM bulk_reply WHERE project_id = $1 AND ticket_id = $2 AND id = $3 AND is_scheduled`,
    [projectId, ticketId, id],
    { prepare: true },
  );
  return row;
};

/**
 * Cancels a reply that was not sent, cancelled ones again; undefined for any other. Waits for a reply that is firing.
 */
export const cancelScheduled = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  id: string,
): Promise<ScheduledReplyRow | undefined> => {
  const [row] = await sql.query<ScheduledReplyRow>(
    `UPDATE bulk_reply SET status = 'cancelled', reason = NULL
      WHERE project_id = $1 AND ticket_id = $2 AND id = $3 AND is_scheduled AND status <> 'sent' RETURNING ${shown}`,
    [projectId, ticketId, id],
    { prepare: true },
  );
  return row;
};

/** A reply that is to be fired. */
export interface DueReply {
  id: string;
  ticketId: string;
  batchId: string;
  attempts: number;
}

type TextKey = Pick<BulkReplyText, 'projectId' | 'id'>;

/** The statement of a part of the due replies with a text. */
export const FIND_DUE = `
SELECT id, ticket_id AS "ticketId", batch_id AS "batchId", attempts FROM bulk_reply
 WHERE project_id = $1 AND text_id = $2 AND status = 'pending' AND next_attempt_at <= $3 AND id > $4 ORDER BY id LIMIT $5`;

/** Due replies with a text after one, in the order of their ids. Not prepared: the plan made while few wait would stay when many do. */
export const findDue = (
  sql: Sql,
  { projectId, id }: TextKey,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<DueReply[]> => sql.query<DueReply>(FIND_DUE, [projectId, id, now, after, limit]);

/** The statement of the next time at which a reply with a text is due. */
export const NEXT_DUE = `
SELECT min(next_attempt_at) AS at FROM bulk_reply WHERE project_id = $1 AND text_id = $2 AND status = 'pending'`;

/** When the next reply with a text is due; undefined when none waits. */
export const nextDue = async (sql: Sql, { projectId, id }: TextKey): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date | null }>(NEXT_DUE, [projectId, id]);
  return row?.at ?? undefined;
};

// Replies are looked for by the ids of the locked tickets, so that their locks always come second.
const LOCK_PENDING = `
WITH locked AS MATERIALIZED (
  SELECT id, duplicate_of_id FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE
)
SELECT reply.id, locked.duplicate_of_id IS NOT NULL AS "isMerged"
  FROM locked CROSS JOIN LATERAL (
    SELECT id FROM bulk_reply
     WHERE project_id = $1 AND id = ANY ($3::text[]) AND ticket_id = locked.id AND status = 'pending' FOR UPDATE) reply`;

/**
 * Locks the tickets of replies that are still to be sent, and then the replies, in the lock order of all writers of replies. Leaves
 * out replies that were cancelled, sent by another worker, or deleted with their ticket. Answers by id whether the ticket is
 * merged.
 */
export const lockPending = async (
  tx: Sql,
  projectId: string,
  replies: readonly Pick<DueReply, 'ticketId' | 'id'>[],
): Promise<Map<string, { isMerged: boolean }>> => {
  const rows = await tx.query<{ id: string; isMerged: boolean }>(
    LOCK_PENDING,
    [projectId, replies.map(({ ticketId }) => ticketId), replies.map(({ id }) => id)],
    { prepare: true },
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
};

/** Records that locked replies were fired, in the transaction of their messages. */
export const recordFired = async (
  tx: Sql,
  projectId: string,
  fired: readonly { id: string; messageId: string }[],
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE bulk_reply r SET status = 'sent', message_id = f.message_id, sent_at = $4, reason = NULL
       FROM unnest($2::text[], $3::text[]) AS f (id, message_id) WHERE r.project_id = $1 AND r.id = f.id`,
    [projectId, fired.map(({ id }) => id), fired.map(({ messageId }) => messageId), now],
    { prepare: true },
  );
};

/** Puts a reply off that could not be written. */
export const postpone = async (
  sql: Sql,
  projectId: string,
  id: string,
  nextAttemptAt: Date,
): Promise<void> => {
  await sql.query(
    `UPDATE bulk_reply SET attempts = attempts + 1, next_attempt_at = $3
      WHERE project_id = $1 AND id = $2 AND status = 'pending'`,
    [projectId, id, nextAttemptAt],
    { prepare: true },
  );
};

/** Ends a reply that will not be sent. */
export const failScheduled = async (
  sql: Sql,
  projectId: string,
  id: string,
  reason: string,
): Promise<void> => {
  await sql.query(
    `UPDATE bulk_reply SET status = 'failed', reason = $3 WHERE project_id = $1 AND id = $2 AND status = 'pending'`,
    [projectId, id, reason],
    { prepare: true },
  );
};

/** Ends all replies with a text that have not been sent, and removes it. */
export const failAll = async (sql: Sql, { projectId, id }: TextKey, reason: string): Promise<void> => {
  await sql.query(
    `WITH failed AS (
       UPDATE bulk_reply SET status = 'failed', reason = $3 WHERE project_id = $1 AND text_id = $2 AND status = 'pending'
     ) DELETE FROM bulk_reply_text WHERE project_id = $1 AND id = $2`,
    [projectId, id, reason],
  );
};

/** The comment of scheduled replies; undefined when none waits with it any more. */
export const getText = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<BulkReplyText | undefined> => {
  const [row] = await sql.query<BulkReplyText>(
    `SELECT project_id AS "projectId", id, organisation_id AS "organisationId", comment, actor, author, headers
       FROM bulk_reply_text WHERE project_id = $1 AND id = $2`,
    [projectId, id],
    { prepare: true },
  );
  return row;
};

/** Removes a comment that no reply waits with. */
export const deleteText = async (sql: Sql, { projectId, id }: TextKey): Promise<void> => {
  await sql.query('DELETE FROM bulk_reply_text WHERE project_id = $1 AND id = $2', [projectId, id], {
    prepare: true,
  });
};

/** How late the most overdue reply is. */
export const LATENESS = `
SELECT extract(epoch FROM $1::timestamptz - min(fire_at))::double precision AS seconds
  FROM bulk_reply WHERE status = 'pending'`;

/** Seconds that the most overdue reply has been waiting; 0 when none is. */
export const readLateness = async (sql: Sql, now: Date): Promise<number> => {
  const [row] = await sql.query<{ seconds: number | null }>(LATENESS, [now], { prepare: true });
  return Math.max(0, row?.seconds ?? 0);
};
