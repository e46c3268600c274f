import { type Sql } from '@parley/persistence';
import { type Mail } from './mail';

/** A job this worker holds the lease of. `attempts` tells this lease from a later one. */
export interface ClaimedJob {
  id: string;
  projectId: string;
  /** What the mail belongs to. */
  aggregateId: string | null;
  attempts: number;
  mail: Mail;
  /** Whether an earlier worker may have sent it: it stopped between claiming and reporting. */
  resumed: boolean;
}

interface ClaimedRow {
  id: string;
  project_id: string;
  aggregate_id: string | null;
  attempts: number;
  mail: Omit<Mail, 'date'> & { date?: string };
  created_at: Date;
  resumed: boolean;
}

/** `$1` is the time, the database's own unless a clock is given: workers on several hosts then agree. */
const NOW = 'COALESCE($1::timestamptz, now())';

/** Whether a mail waits for its turn, as an SQL expression. */
export const MAIL_DUE = `
((SELECT min(COALESCE(lease_until, next_attempt_at)) FROM mail_job WHERE status IN ('pending', 'sending')) <= now()
  OR (SELECT min(due_at) FROM mail_erasure) <= now())`;

/** Takes due jobs for `lease` milliseconds, oldest first, and of each aggregate only its earliest unfinished one. */
export const claimJobs = async (
  sql: Sql,
  { now, limit, lease }: { now: Date | undefined; limit: number; lease: number },
): Promise<ClaimedJob[]> => {
  const rows = await sql.query<ClaimedRow>(
    `WITH due AS (
       SELECT id, status = 'sending' AS resumed FROM mail_job AS job
       WHERE status IN ('pending', 'sending')
         AND COALESCE(lease_until, next_attempt_at) <= ${NOW}
         AND (aggregate_id IS NULL OR NOT EXISTS (
           SELECT FROM mail_job AS earlier
           WHERE earlier.project_id = job.project_id AND earlier.aggregate_id = job.aggregate_id
             AND earlier.seq < job.seq AND earlier.status IN ('pending', 'sending')))
       ORDER BY COALESCE(lease_until, next_attempt_at), seq
       LIMIT $2
       FOR UPDATE SKIP LOCKED
     )
     UPDATE mail_job SET status = 'sending', attempts = attempts + 1,
       lease_until = ${NOW} + make_interval(secs => $3::double precision / 1000)
     FROM due WHERE mail_job.id = due.id
     RETURNING mail_job.id, project_id, aggregate_id, attempts, mail, created_at, resumed`,
    // Not prepared: a plan made while the queue was empty would stay when it is long.
    [now ?? null, limit, lease],
  );
  return rows.map(
    ({ mail: { date, ...mail }, created_at, project_id: projectId, aggregate_id: aggregateId, ...job }) => ({
      ...job,
      projectId,
      aggregateId,
      mail: { ...mail, date: date ? new Date(date) : created_at },
    }),
  );
};

// A lease that was lost is another worker's: only the attempt it belongs to may report.
const HELD = `id = $2 AND attempts = $3 AND status = 'sending'`;

/**
 * Reports a mail as sent, and those that left in it, and forgets their content; answers whether the lease was still held.
 *
 * @param together Ids of those that left in it.
 */
export const markSent = async (
  sql: Sql,
  now: Date | undefined,
  job: ClaimedJob,
  together: readonly string[],
): Promise<boolean> => {
  const rows = await sql.query<{ id: string }>(
    `UPDATE mail_job SET status = 'sent', sent_at = ${NOW}, lease_until = NULL, last_error = NULL,
       mail = jsonb_build_object('messageId', mail -> 'messageId')
     WHERE ${HELD} OR id = ANY ($4::text[]) AND status = 'pending' RETURNING id`,
    [now ?? null, job.id, job.attempts, together],
    { prepare: true },
  );
  return rows.some(({ id }) => id === job.id);
};

/** Reports a failure: for another attempt after `retryIn` milliseconds, or for good without it. */
export const markFailed = async (
  sql: Sql,
  now: Date | undefined,
  job: ClaimedJob,
  { error, retryIn }: { error: string; retryIn: number | undefined },
): Promise<boolean> => {
  const rows = await sql.query(
    `UPDATE mail_job SET status = $4, last_error = $5, lease_until = NULL,
       next_attempt_at = ${NOW} + make_interval(secs => $6::double precision / 1000)
     WHERE ${HELD} RETURNING id`,
    [now ?? null, job.id, job.attempts, retryIn === undefined ? 'failed' : 'pending', error, retryIn ?? 0],
    { prepare: true },
  );
  return rows.length > 0;
};

/** Most jobs one clean-up removes. */
export const PRUNE_BATCH = 5000;

/** Removes what was finished more than `days` days ago, at most `PRUNE_BATCH` jobs; answers how many. */
export const pruneJobs = async (sql: Sql, now: Date | undefined, days: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM mail_job WHERE id IN (
       SELECT id FROM mail_job
       WHERE status IN ('sent', 'failed') AND COALESCE(sent_at, created_at) < ${NOW} - make_interval(days => $2)
       LIMIT ${PRUNE_BATCH})
     RETURNING id`,
    [now ?? null, days],
    { prepare: true },
  );
  return rows.length;
};

/** Most mails that are erased at once. */
const ERASE_BATCH = 500;

/** Mails that were forgotten and are to be deleted where they are kept, too. */
export const dueErasures = (sql: Sql, now: Date | undefined): Promise<{ seq: string; messageId: string }[]> =>
  sql.query(
    `SELECT seq::text AS seq, message_id AS "messageId" FROM mail_erasure WHERE due_at <= ${NOW}
      ORDER BY due_at LIMIT ${ERASE_BATCH}`,
    [now ?? null],
  );

/** Forgets mails that were erased. */
export const endErasures = async (sql: Sql, seqs: readonly string[]): Promise<void> => {
  await sql.query('DELETE FROM mail_erasure WHERE seq = ANY ($1::bigint[])', [seqs]);
};

/** Seconds the most overdue unfinished job has been waiting; 0 when none is. */
export const lagOf = async (sql: Sql, now: Date | undefined): Promise<number> => {
  const [row] = await sql.query<{ lag: number | null }>(
    `SELECT EXTRACT(epoch FROM ${NOW} - min(COALESCE(lease_until, next_attempt_at)))::double precision AS lag
     FROM mail_job WHERE status IN ('pending', 'sending')`,
    [now ?? null],
    { prepare: true },
  );
  return Math.max(0, row?.lag ?? 0);
};
