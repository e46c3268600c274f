import { compileList, type ListClauses, type ListQuery, type Sql } from '@parley/persistence';
import { type BulkReplyKey, type BulkReplyStatus, type BulkReplyText } from './bulk-reply.store';
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
    `UPDATE bulk_reply SET status = 'cancelled', lease_until = NULL, reason = NULL
      WHERE project_id = $1 AND ticket_id = $2 AND id = $3 AND is_scheduled AND status <> 'sent' RETURNING ${shown}`,
    [projectId, ticketId, id],
    { prepare: true },
  );
  return row;
};

/** A reply that this worker is to fire. */
export interface ClaimedReply extends BulkReplyKey {
  id: string;
  textId: string;
  attempts: number;
}

const IS_WAITING = `status = 'pending' AND lease_until IS NULL`;

/** Whether a reply is due. */
export const REPLIES_DUE = { at: `(SELECT min(next_attempt_at) FROM bulk_reply WHERE ${IS_WAITING})` };

/** Whether there is something to reconcile: a reply whose lease has run out, or a comment that may be spent. */
export const REPLIES_TO_RECONCILE = `
(SELECT min(lease_until) FROM bulk_reply WHERE status = 'pending' AND lease_until IS NOT NULL) <= $1
  OR EXISTS (SELECT FROM bulk_reply_text)`;

/**
 * Takes due replies; what a worker asks of a table that keeps what was ever sent. Not prepared: a plan made while
 * none were due would stay when many are.
 */
export const CLAIM = `
WITH due AS (
  SELECT project_id, id FROM bulk_reply
   WHERE ${IS_WAITING} AND next_attempt_at <= $1
   ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE bulk_reply r SET lease_until = $2 FROM due WHERE r.project_id = due.project_id AND r.id = due.id
RETURNING r.project_id AS "projectId", r.id, r.batch_id AS "batchId", r.ticket_id AS "ticketId",
  r.text_id AS "textId", r.attempts`;

/** Takes due replies of any project until `leaseUntil`; nobody else takes them before. */
export const claimDue = (
  sql: Sql,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedReply[]> => sql.query<ClaimedReply>(CLAIM, [now, leaseUntil, limit]);

/** Frees replies whose lease has run out; one that is locked is being fired at this moment. */
export const RELEASE = `
WITH expired AS (
  SELECT project_id, id FROM bulk_reply WHERE status = 'pending' AND lease_until <= $1 FOR UPDATE SKIP LOCKED
)
UPDATE bulk_reply r SET lease_until = NULL FROM expired
 WHERE r.project_id = expired.project_id AND r.id = expired.id RETURNING r.id`;

/** Gives replies back whose worker has not come to an end in time; answers how many. */
export const releaseExpired = async (sql: Sql, now: Date): Promise<number> =>
  (await sql.query(RELEASE, [now])).length;

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
 * Locks the tickets of replies that are still to be fired, and then the replies, as whoever writes a reply does. Leaves
 * out those that were cancelled, that another worker fired or whose ticket is gone. Answers by id whether the ticket is
 * merged.
 */
export const lockPending = async (
  tx: Sql,
  projectId: string,
  replies: readonly Pick<ClaimedReply, 'ticketId' | 'id'>[],
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
    `UPDATE bulk_reply r SET status = 'sent', message_id = f.message_id, sent_at = $4, lease_until = NULL, reason = NULL
       FROM unnest($2::text[], $3::text[]) AS f (id, message_id) WHERE r.project_id = $1 AND r.id = f.id`,
    [projectId, fired.map(({ id }) => id), fired.map(({ messageId }) => messageId), now],
    { prepare: true },
  );
};

/** Puts a reply off that could not be written, or gives it up. */
export const postpone = async (
  sql: Sql,
  { projectId, id }: Pick<ClaimedReply, 'projectId' | 'id'>,
  nextAttemptAt: Date,
): Promise<void> => {
  await sql.query(
    `UPDATE bulk_reply SET lease_until = NULL, attempts = attempts + 1, next_attempt_at = $3
      WHERE project_id = $1 AND id = $2 AND status = 'pending'`,
    [projectId, id, nextAttemptAt],
    { prepare: true },
  );
};

/** Ends a reply that will not be sent. */
export const failScheduled = async (
  sql: Sql,
  { projectId, id }: Pick<ClaimedReply, 'projectId' | 'id'>,
  reason: string,
): Promise<void> => {
  await sql.query(
    `UPDATE bulk_reply SET status = 'failed', lease_until = NULL, reason = $3
      WHERE project_id = $1 AND id = $2 AND status = 'pending'`,
    [projectId, id, reason],
    { prepare: true },
  );
};

/** The comments of scheduled replies, oldest first. */
export const getTexts = (
  sql: Sql,
  replies: readonly Pick<ClaimedReply, 'projectId' | 'textId'>[],
): Promise<BulkReplyText[]> =>
  sql.query<BulkReplyText>(
    `SELECT project_id AS "projectId", id, organisation_id AS "organisationId", comment, actor, author, headers
       FROM bulk_reply_text
      WHERE (project_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY id`,
    [replies.map(({ projectId }) => projectId), replies.map(({ textId }) => textId)],
    { prepare: true },
  );

const DELETE_TEXTS = `
DELETE FROM bulk_reply_text t
 WHERE NOT EXISTS (SELECT FROM bulk_reply r
                    WHERE r.project_id = t.project_id AND r.text_id = t.id AND r.status = 'pending')`;

/** Removes comments that no reply waits with. */
export const deleteSpentTexts = async (sql: Sql): Promise<void> => {
  await sql.query(DELETE_TEXTS, [], { prepare: true });
};

/** How late the most overdue reply is. */
export const LATENESS = `
SELECT extract(epoch FROM $1::timestamptz - min(fire_at))::double precision AS seconds
  FROM bulk_reply WHERE status = 'pending'`;

/** Seconds that the most overdue reply has been waiting; 0 when none is. */
export const latenessOf = async (sql: Sql, now: Date): Promise<number> => {
  const [row] = await sql.query<{ seconds: number | null }>(LATENESS, [now], { prepare: true });
  return Math.max(0, row?.seconds ?? 0);
};
