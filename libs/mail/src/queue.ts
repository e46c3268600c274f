import { hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { type Mail, prepareMail } from './mail';
import { eraseMails, mailJob } from './mail-jobs';

/** A mail to send once the caller's transaction is committed. */
export interface MailJob {
  /** Unique in the service's database: a second job with the same id is ignored for as long as the first is kept. */
  id: string;
  projectId: string;
  /** The thing that the mail belongs to, e.g. a ticket id: its mails leave in order, and `purgeMail` removes them. */
  aggregateId?: string;
  mail: Mail;
  /** Not before this time; default: at once. */
  sendAt?: Date;
}

/**
 * Queues a mail in the caller's transaction. Answers false when the id is taken.
 *
 * @throws DomainError `invalid` for a mail that `prepareMail` refuses.
 */
export const enqueueMail = async (
  sql: Sql,
  { id, projectId, aggregateId, mail, sendAt }: MailJob,
): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO mail_job (id, project_id, aggregate_id, mail, next_attempt_at)
     VALUES ($1, $2, $3, $4, COALESCE($5::timestamptz, now()))
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, projectId, aggregateId ?? null, JSON.stringify(prepareMail(mail)), sendAt ?? null],
    { prepare: true },
  );
  if (rows.length === 0) return false;
  const payload = { isAlone: aggregateId === undefined };
  const now = new Date();
  await hastenJob(sql, mailJob, payload, { projectId, key: aggregateId ?? id, now, at: sendAt ?? now });
  return true;
};

/** Removes every mail of an aggregate, sent or not; answers how many. A mail that is being sent still arrives. */
export const purgeMail = async (sql: Sql, projectId: string, aggregateId: string): Promise<number> => {
  const rows = await sql.query(
    'DELETE FROM mail_job WHERE project_id = $1 AND aggregate_id = $2 RETURNING id',
    [projectId, aggregateId],
    { prepare: true },
  );
  await eraseMails(sql, new Date());
  return rows.length;
};
