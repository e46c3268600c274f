import type { Task } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { Mail } from './mail';

/** A mail that is next in its line. */
export interface TakenMail {
  id: string;
  projectId: string;
  /** The thing that the mail belongs to. */
  aggregateId: string | null;
  /** Including this one. Distinguishes this attempt from a later one. */
  attempts: number;
  mail: Mail;
  /** Whether it may have been sent: the process that took it before has not reported. */
  resumed: boolean;
}

const prepare = { prepare: true };

/** Mails that leave in order: those of an aggregate, or one by itself. */
export interface Line {
  projectId: string;
  /** The id of the aggregate, or of the mail. */
  key: string;
  isAlone: boolean;
}

/** `$1` is the time, the database's own unless a clock is given: what several hosts write then agrees. */
const NOW = 'COALESCE($1::timestamptz, now())';

const UNFINISHED = `status IN ('pending', 'sending')`;

const inLine = ({ isAlone }: Line): string =>
  `project_id = $2 AND ${isAlone ? 'id = $3 AND aggregate_id IS NULL' : 'aggregate_id = $3'}`;

/** The first mail of a line, or the time until which the line waits. */
export interface Turn {
  taken: TakenMail | undefined;
  /** Milliseconds until its time comes; 0 when a process of a former release took it at this moment. */
  waitMs: number;
}

interface TurnRow {
  waitMs: number | null;
  id: string | null;
  aggregate_id: string | null;
  attempts: number;
  mail: Omit<Mail, 'date'> & { date?: string };
  created_at: Date;
  resumed: boolean;
}

// Only one process has the job of a line. A process of a former release, which knows no jobs, skips rows that wait for ever, and
// keeps the rows that it has leased (`lease_until`).
const take = (line: Line): string => `
WITH first AS (
  SELECT id, attempts, status, CASE status WHEN 'sending' THEN lease_until ELSE next_attempt_at END AS at
    FROM mail_job WHERE ${inLine(line)} AND ${UNFINISHED} ORDER BY seq LIMIT 1
), taken AS (
  UPDATE mail_job m SET status = 'sending', attempts = m.attempts + 1, next_attempt_at = 'infinity', lease_until = NULL
    FROM first f
   WHERE m.id = f.id AND m.attempts = f.attempts AND m.status = f.status AND COALESCE(f.at <= ${NOW}, true)
  RETURNING m.id, m.aggregate_id, m.attempts, m.mail, m.created_at, f.status = 'sending' AS resumed
)
SELECT greatest(extract(epoch FROM f.at - ${NOW}) * 1000, 0)::float8 AS "waitMs", t.*
  FROM first f LEFT JOIN taken t ON true`;

/** Takes the first mail of a line that is not sent and has not failed. Undefined when there is none. */
export const takeMail = async (sql: Sql, now: Date | undefined, line: Line): Promise<Turn | undefined> => {
  const [row] = await sql.query<TurnRow>(take(line), [now ?? null, line.projectId, line.key], prepare);
  if (!row) return undefined;
  const { waitMs, id, aggregate_id: aggregateId, created_at, mail, attempts, resumed } = row;
  if (id === null) return { taken: undefined, waitMs: waitMs ?? 0 };
  const { date, ...rest } = mail;
  return {
    taken: {
      id,
      projectId: line.projectId,
      aggregateId,
      attempts,
      mail: { ...rest, date: date ? new Date(date) : created_at },
      resumed,
    },
    waitMs: 0,
  };
};

// Who took it after this process stood still reports, and not this one.
const HELD = `id = $4 AND attempts = $5 AND status = 'sending'`;

const sent = (line: Line, ending: string): string => `
WITH sent AS (
  UPDATE mail_job SET status = 'sent', sent_at = ${NOW}, last_error = NULL,
    mail = jsonb_build_object('messageId', mail -> 'messageId')
   WHERE ${HELD} OR id = ANY ($6::text[]) AND status = 'pending' RETURNING id
), more AS (
  SELECT id FROM mail_job WHERE ${inLine(line)} AND ${UNFINISHED} AND id NOT IN (SELECT id FROM sent) LIMIT 1
), ended AS (
  ${ending}
)
SELECT EXISTS (SELECT FROM sent WHERE id = $4) AS held, EXISTS (SELECT FROM more) AS "hasMore",
       EXISTS (SELECT FROM ended) AS "isEnded"`;

/** The result of a report. */
export interface Report {
  /** Whether the mail was still this process's. */
  held: boolean;
  /** Whether another mail of its line is yet to be sent. */
  hasMore: boolean;
  /** Whether the job of its line is ended. */
  isEnded: boolean;
}

/**
 * Reports a mail as sent, and those that left in it, and forgets their content. Ends the job of its line when that was the last.
 *
 * @param together Ids of those that left in it.
 */
export const markSent = async (
  sql: Sql,
  now: Date | undefined,
  line: Line,
  { mail: { id, attempts }, together }: { mail: TakenMail; together: readonly string[] },
  task: Pick<Task, 'endSql'>,
): Promise<Report> => {
  const values: unknown[] = [now ?? null, line.projectId, line.key, id, attempts, together];
  const ending = task.endSql(values, 'NOT EXISTS (SELECT FROM more)');
  const [row] = await sql.query<Report>(sent(line, ending), values, prepare);
  return row ?? { held: false, hasMore: false, isEnded: false };
};

/** A failure of a mail. */
export interface Failure {
  error: string;
  /** Milliseconds until another attempt; undefined when there is none. */
  retryIn: number | undefined;
  /** The recipients that have yet to get it; undefined for those of this attempt. */
  only?: readonly string[] | undefined;
}

/** The recipients of `$7` that the mail still names: one may have been erased while it was being sent. */
const STILL_NAMED = `(SELECT coalesce(jsonb_agg(a), '[]') FROM jsonb_array_elements($7::jsonb) a
  WHERE strpos((mail - 'only' - 'text' - 'html')::text, a::text) > 0)`;

/** Reports a failure: for another attempt, or for good. */
export const markFailed = async (
  sql: Sql,
  now: Date | undefined,
  { id, attempts }: TakenMail,
  { error, retryIn, only }: Failure,
): Promise<void> => {
  await sql.query(
    `UPDATE mail_job SET status = $2, last_error = $3,
       next_attempt_at = ${NOW} + make_interval(secs => $6::double precision / 1000),
       mail = CASE WHEN $7::jsonb IS NULL THEN mail ELSE mail || jsonb_build_object('only', ${STILL_NAMED}) END
     WHERE ${HELD}`,
    [
      ...[now ?? null, retryIn === undefined ? 'failed' : 'pending', error, id, attempts, retryIn ?? 0],
      only ? JSON.stringify(only) : null,
    ],
    prepare,
  );
};

/** The mail of a line that a process took and did not report. */
export const findSending = (sql: Sql, line: Line): Promise<Pick<TakenMail, 'id' | 'projectId' | 'mail'>[]> =>
  sql.query(
    `SELECT id, project_id AS "projectId", mail FROM mail_job
      WHERE ${inLine(line)} AND status = $1`,
    ['sending', line.projectId, line.key],
  );

/** Gives up a mail that a process took and did not report. */
export const giveUpSending = async (sql: Sql, id: string, error: string): Promise<void> => {
  await sql.query(
    `UPDATE mail_job SET status = 'failed', last_error = $2 WHERE id = $1 AND status = 'sending'`,
    [id, error],
  );
};

/** Most mails that one clean-up removes together with their files. */
export const UPKEEP_BATCH = 1000;

/** Removes mails that were finished more than `days` days ago, at most `UPKEEP_BATCH` mails; answers how many. */
export const pruneMails = async (sql: Sql, now: Date | undefined, days: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM mail_job WHERE id IN (
       SELECT id FROM mail_job
       WHERE status IN ('sent', 'failed') AND COALESCE(sent_at, created_at) < ${NOW} - make_interval(days => $2)
       LIMIT ${UPKEEP_BATCH})
     RETURNING id`,
    [now ?? null, days],
    prepare,
  );
  return rows.length;
};

/** Mails that were forgotten and are to be deleted where they are kept, too. */
export const dueErasures = (sql: Sql, now: Date | undefined): Promise<{ seq: string; messageId: string }[]> =>
  sql.query(
    `SELECT seq::text AS seq, message_id AS "messageId" FROM mail_erasure WHERE due_at <= ${NOW}
      ORDER BY due_at LIMIT ${UPKEEP_BATCH}`,
    [now ?? null],
  );

/** Forgets mails that were erased. */
export const endErasures = async (sql: Sql, seqs: readonly string[]): Promise<void> => {
  await sql.query('DELETE FROM mail_erasure WHERE seq = ANY ($1::bigint[])', [seqs]);
};

/** Milliseconds until the next mail is to be deleted where it is kept; undefined when none is. */
export const untilErasure = async (sql: Sql, now: Date | undefined): Promise<number | undefined> => {
  const [row] = await sql.query<{ wait: number | null }>(
    `SELECT (extract(epoch FROM min(due_at) - ${NOW}) * 1000)::float8 AS wait FROM mail_erasure`,
    [now ?? null],
  );
  return row?.wait ?? undefined;
};

/** Seconds that the most overdue unfinished mail has been waiting; 0 when none is. */
export const readLag = async (sql: Sql, now: Date | undefined): Promise<number> => {
  // A mail that is being sent has no end time while its process lives.
  const [row] = await sql.query<{ lag: number | null }>(
    `SELECT EXTRACT(epoch FROM ${NOW} - min(COALESCE(lease_until, next_attempt_at)))::double precision AS lag
     FROM mail_job WHERE ${UNFINISHED} AND COALESCE(lease_until, next_attempt_at) < 'infinity'`,
    [now ?? null],
    prepare,
  );
  return Math.max(0, row?.lag ?? 0);
};
