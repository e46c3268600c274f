import { emailDomain } from '@parley/addresses';
import type { Mail } from '@parley/mail';
import { type RichText, toHtml, toMailText } from '@parley/rich-text';
import type { Sql } from '@parley/persistence';
import type { Brands } from './brand';
import { frameMail, readTicketId } from './frame-mail';
import type { FindSender, MailOwner } from './mailboxes';
import { quoteHistory } from './quote-history';
import { findQuoted } from './quoted.store';
import { findTicketMailbox } from './ticket-mailbox.store';

/** The parts that a mail is finished with. */
export interface FinishDeps {
  db: Sql;
  brands: Brands;
  findSender: FindSender;
  /** Domain at which reply addresses are received; undefined when none is set. */
  inboundDomain: string | undefined;
}

type Finishing = (mail: Mail, projectId: string) => Promise<Mail>;

/**
 * Gives a mail to a contact its sender and its frame when it leaves. It answers the contact's own conversation, and carries no
 * `List-Unsubscribe`: who unsubscribes wants no more campaigns, and the answers all the same.
 */
export const finishMail =
  ({ db, brands, findSender, inboundDomain }: FinishDeps): Finishing =>
  async (mail, projectId) => {
    if (mail.recipient === undefined) return mail;
    const ticketId = mail.transcriptOf ?? readTicketId(mail);
    const ticket =
      ticketId === undefined
        ? undefined
        : await findTicketMailbox(db, projectId, { ticketId, contactId: mail.recipient });
    const sender = ticket && (await findSender(ticket, ticket.mailboxId ?? undefined));
    const { language, ...look } = await brands(projectId);
    const brand = { ...look, language: ticket?.lang ?? language };
    if (!sender || ticketId === undefined) return frameMail(answeredAt(mail, inboundDomain), brand);
    const signed = fromMailbox(mail, ticket, sender, inboundDomain);
    if (!sender.quoteHistory) return frameMail(signed, brand);
    const earlier = await findQuoted(db, { projectId, ticketId, emailId: mail.messageId });
    return frameMail(quoteHistory(signed, earlier), brand);
  };

type Sender = NonNullable<Awaited<ReturnType<FindSender>>>;

/** A mail as it leaves from a mailbox: with its address, its signature, and its way to answer. */
const fromMailbox = (
  mail: Mail,
  { projectId, organisationId }: MailOwner,
  sender: Sender,
  inboundDomain: string | undefined,
): Mail => {
  const { id, address, fromName, signature, hasServer, takesReplies } = sender;
  const name = fromName ?? mail.from.name;
  const signed = signature as unknown as RichText | undefined;
  const domain = takesReplies ? emailDomain(address) : inboundDomain;
  return {
    ...(domain === undefined
      ? { ...mail, headers: { ...mail.headers, 'Reply-To': address } }
      : answeredAt(mail, domain)),
    from: { address, ...(name !== undefined && { name }) },
    ...(hasServer && { by: { id, projectId, organisationId } }),
    ...(signed && {
      text: `${mail.text}\n\n-- \n${toMailText(signed)}`,
      ...(mail.html !== undefined && { html: `${mail.html}\n${toHtml(signed)}` }),
    }),
  };
};

/** The mail with its reply address at another domain. */
const answeredAt = (mail: Mail, domain: string | undefined): Mail => {
  const replyTo = mail.headers?.['Reply-To'];
  if (domain === undefined || replyTo === undefined) return mail;
  return { ...mail, headers: { ...mail.headers, 'Reply-To': replyTo.replace(/@[^@]*$/, `@${domain}`) } };
};
