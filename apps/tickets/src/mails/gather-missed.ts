import type { Gathered, TakenMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { escaped } from './frame-mail';
import { findMissed, type WaitingMail } from './missed.store';

/** Most characters that further messages may add to a mail; those beyond follow in the next. */
const MOST_TEXT = 500_000;

/**
 * The content of a mail to a contact who may read live: all unread messages in one mail, or undefined when there are none. The
 * message id stays that of the job, so that mail programs show one mail even if it is sent again.
 */
export const gatherMissed =
  (sql: Sql) =>
  async ({ id, projectId, aggregateId, mail }: TakenMail): Promise<Gathered | undefined> => {
    if (!mail.isMissed || aggregateId === null) return { mail, together: [] };
    let size = 0;
    const waiting = (
      await findMissed(sql, { projectId, ticketId: aggregateId, id, to: mail.to.address })
    ).filter((one, index) => {
      size += one.mail.text.length + (one.mail.html?.length ?? 0);
      return index === 0 || size <= MOST_TEXT;
    });
    const [first, ...others] = waiting.flatMap((one) => (one.isRead ? [] : [one.mail]));
    if (!first) return undefined;
    const { from, text, html } = others.length === 0 ? first : joined([first, ...others]);
    return {
      mail: { ...mail, from, text, ...(html !== undefined && { html }) },
      together: waiting.flatMap((one) => (one.id === id ? [] : [one.id])),
      unsaid: waiting.flatMap((one) => (one.isRead ? [one.id] : [])),
    };
  };

const joined = (mails: readonly [WaitingMail['mail'], ...WaitingMail['mail'][]]): WaitingMail['mail'] => ({
  from: mails[0].from,
  text: mails
    .map(({ from: { name }, text }) => (name === undefined ? text : `${name}:\n${text}`))
    .join('\n\n'),
  html: mails
    .map(({ from: { name }, html = '' }) =>
      name === undefined ? html : `<p><strong>${escaped(name)}</strong></p>\n${html}`,
    )
    .join('\n<hr>\n'),
});
