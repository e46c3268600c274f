import { defineJob, hastenJob, hastenJobsSql, STANDING } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/** Sends the mails of a line in order. Its key is the id of their aggregate, or of a mail by itself. */
export const mailJob = defineJob<{ isAlone: boolean }>({
  name: 'mail',
  // Twice the connections of the SMTP transport, so that none of them waits while a mail is taken or reported.
  concurrency: 10,
});

/** Milliseconds between two removals of old rows. */
const UPKEEP_MS = 600_000;

/** Deletes erased mails where the transport keeps them, and old rows. */
export const mailUpkeepJob = defineJob({ name: 'mail upkeep', every: UPKEEP_MS });

/** Milliseconds for which erasures are collected. */
const TOGETHER_MS = 3_000;

/** Deletes the files of mails with rows that a transaction deletes. */
export const eraseMails = (sql: Sql, now: Date): Promise<void> =>
  hastenJob(sql, mailUpkeepJob, {}, { ...STANDING, now, at: new Date(now.getTime() + TOGETHER_MS) });

/** A part of a statement that has mails sent, of those that `mails` selects from `mail_job`; wake the jobs after the commit. */
export const sendMailsSql = (mails: string): string =>
  hastenJobsSql(
    mailJob,
    `SELECT project_id, COALESCE(aggregate_id, id) AS key, min(next_attempt_at) AS due_at,
            jsonb_build_object('isAlone', aggregate_id IS NULL) AS payload
       FROM ${mails} m GROUP BY project_id, COALESCE(aggregate_id, id), aggregate_id IS NULL`,
  );
