import type { Sql } from '@parley/persistence';
import type { MailRecipients } from './mail';
import { eraseMails } from './mail-jobs';
import { withoutRecipients } from './without-recipients';

/** Mails in which recipients are forgotten. */
export interface ForgottenMails {
  projectId: string;
  /** The mails of these are searched for the addresses. */
  aggregateIds: readonly string[];
  /** Mails to the addresses: of one that was sent its row does not know the recipients. */
  sentIds: readonly string[];
  addresses: readonly string[];
}

const FIND = `
SELECT id, status, mail - '{text,html}'::text[] AS mail FROM mail_job
 WHERE project_id = $1 AND (
   aggregate_id = ANY ($2::text[]) AND jsonb_path_query_array(
     jsonb_build_array(mail -> 'to', mail -> 'moreTo', mail -> 'cc', mail -> 'bcc'), '$[*][*].address') ?| $4::text[]
   OR id = ANY ($3::text[]) AND status IN ('sent', 'failed'))
 ORDER BY id FOR UPDATE`;

const KEEP_OTHERS = `UPDATE mail_job SET mail = (mail - '{to,moreTo,cc,bcc,only}'::text[]) || $2::jsonb WHERE id = $1`;
/** A process may be about to keep a copy with all recipients; it is deleted when the process has had a minute. */
const ERASE_LATER = `INSERT INTO mail_erasure (message_id, due_at) VALUES ($1, now() + interval '1 minute')`;

/**
 * Takes addresses out of mails that are yet to be sent; one without another recipient is cancelled. Mails that were sent to them are deleted,
 * with the copies that a transport keeps.
 */
export const forgetRecipients = async (
  tx: Sql,
  { projectId, aggregateIds, sentIds, addresses }: ForgottenMails,
): Promise<void> => {
  const mails = await tx.query<{ id: string; status: string; mail: MailRecipients & { messageId: string } }>(
    FIND,
    [projectId, aggregateIds, sentIds, addresses],
  );
  if (mails.length === 0) return;
  for (const { id, status, mail } of mails) {
    const isOver = status === 'sent' || status === 'failed';
    const rest = isOver ? undefined : withoutRecipients(mail, addresses);
    await (rest
      ? tx.query(KEEP_OTHERS, [id, JSON.stringify(rest)])
      : tx.query('DELETE FROM mail_job WHERE id = $1', [id]));
    if (rest && status === 'sending') await tx.query(ERASE_LATER, [mail.messageId]);
  }
  await eraseMails(tx, new Date());
};
