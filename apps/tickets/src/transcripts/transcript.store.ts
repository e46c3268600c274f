import { cancelJob } from '@parley/jobs';
import { mailJob, purgeMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { leftEmailSql } from '../core';

/** A conversation as far as sending it is concerned. */
export interface TranscriptSubject {
  title: string | null;
  contactId: string;
  /** Language of the contact. */
  lang: string | null;
  /** Address of the contact, else the one that a guest left. */
  email: string | null;
  name: string | null;
  /** Whether the contact has no id of the customer's. */
  isGuest: boolean;
  isBlocked: boolean;
  /** Whether a person of the team wrote publicly. */
  isAnswered: boolean;
  isEmpty: boolean;
}

/** A conversation to send; undefined when no contact sees it. */
export const findSubject = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<TranscriptSubject | undefined> => {
  const [row] = await sql.query<TranscriptSubject>(
    `SELECT t.title, t.session_id AS "contactId", c.lang, coalesce(c.email, ${leftEmailSql("(t.extra -> 'channel')")}) AS email,
            c.name, c.user_id IS NULL AS "isGuest", coalesce(c.blocked, false) AS "isBlocked",
            t.contact_agent_id IS NOT NULL AS "isAnswered", t.last_public_message_id IS NULL AS "isEmpty"
       FROM ticket t LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.session_id
      WHERE t.project_id = $1 AND t.id = $2 AND t.session_id IS NOT NULL AND NOT t.hidden`,
    [projectId, ticketId],
    { prepare: true },
  );
  return row;
};

/**
 * The queue of transcripts for a contact, or of those that the team sends of a ticket. It is not that of replies, where a transcript
 * would wait for missed messages.
 */
export const toTranscriptQueue = (id: string): string => `transcript:${id}`;

/** How many transcripts a contact asked for in the last hour, and when the first of them was; it is locked until the transaction ends. */
export const countOwn = async (
  tx: Sql,
  projectId: string,
  contactId: string,
): Promise<{ count: number; secondsLeft: number }> => {
  await tx.query('SELECT FROM contact_reference WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    projectId,
    contactId,
  ]);
  const [row] = await tx.query<{ count: number; secondsLeft: number }>(
    `SELECT count(*)::integer AS count,
            ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now()))::integer AS "secondsLeft"
       FROM mail_job WHERE project_id = $1 AND aggregate_id = $2 AND created_at > now() - interval '1 hour'`,
    [projectId, toTranscriptQueue(contactId)],
  );
  return row ?? { count: 0, secondsLeft: 0 };
};

/** Deletes the transcripts for a contact. */
export const forgetTranscripts = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const queue = toTranscriptQueue(contactId);
  await purgeMail(tx, projectId, queue);
  await cancelJob(tx, mailJob, { projectId, key: queue });
};

/** Makes the transcripts that a merged contact got those of the other one. One that has not left yet is dropped. */
export const moveTranscripts = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  otherId: string,
): Promise<void> => {
  await tx.query(
    `UPDATE mail_job SET aggregate_id = $3 WHERE project_id = $1 AND aggregate_id = $2 AND status = 'sent'`,
    [projectId, toTranscriptQueue(contactId), toTranscriptQueue(otherId)],
  );
  await forgetTranscripts(tx, projectId, contactId);
};
