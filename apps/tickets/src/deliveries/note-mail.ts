import { comparableEmail } from '@parley/addresses';
import type { MailOutcome, NotedMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { eventHeaders, systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeDeliveries } from './change-deliveries';

/** Why a mail is skipped: the only rule is that of missed messages. */
const READ = 'The contact has read it where it was written.';

const MAX_DETAIL = 500;

/** The server's words, without those of the library around them. */
const plain = (detail: string): string =>
  detail
    .replace(/^(?:Can't send mail - all recipients were rejected|[\w ]{1,40} command failed): /, '')
    .slice(0, MAX_DETAIL)
    .toWellFormed();

/** Notes at the messages of a mail what became of it, in the transaction that reports the mail. */
export const noteMail =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (
    tx: Sql,
    { projectId, mail }: NotedMail,
    { ids, unsaid = [], refused = [], status, detail }: MailOutcome,
  ): Promise<void> => {
    // Mails that answer no contact belong to no message.
    if (mail.recipient === undefined) return;
    const now = clock();
    const skipped = { status: 'skipped', at: now.toISOString(), detail: READ } as const;
    const words = detail && plain(detail);
    const next = { status, at: now.toISOString(), ...(words && { detail: words }) };
    await changeDeliveries(tx, {
      projectId,
      emailIds: ids,
      now,
      headers: eventHeaders(systemContext('mails', { projectId })),
      // A report on the mail names the first, and is about all that left in it.
      leftIn: ({ emailId }) =>
        status === 'sent' && !unsaid.includes(emailId) ? (ids[0] ?? emailId) : emailId,
      change: ({ address, ...before }, { emailId }) => {
        if (before.status !== 'queued') return { address, ...before };
        const own = refused.find((one) => comparableEmail(one.address) === comparableEmail(address));
        if (own) {
          const words = { detail: plain(own.message) };
          return { address, status: own.permanent ? 'failed' : 'queued', at: next.at, ...words };
        }
        return { address, ...(status === 'skipped' || unsaid.includes(emailId) ? skipped : next) };
      },
    });
  };
