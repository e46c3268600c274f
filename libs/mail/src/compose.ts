import type { SendMailOptions } from 'nodemailer';
import { type Mail, type MailAddress, prepareMail } from './mail';

const bracketed = (id: string): string => `<${id}>`;

const person = ({ name = '', address }: MailAddress): { name: string; address: string } => ({
  name,
  address,
});

/** The mail in Nodemailer's terms, checked once more: a transport never trusts its caller with headers. */
export const compose = (unchecked: Mail): SendMailOptions => {
  const mail = prepareMail(unchecked);
  return {
    messageId: bracketed(mail.messageId),
    from: person(mail.from),
    to: person(mail.to),
    ...(mail.envelopeFrom !== undefined && {
      envelope: { from: mail.envelopeFrom, to: [mail.to.address] },
    }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    ...(mail.inReplyTo !== undefined && { inReplyTo: bracketed(mail.inReplyTo) }),
    ...(mail.references && { references: mail.references.map(bracketed) }),
    ...(mail.headers && { headers: mail.headers }),
    ...(mail.date && { date: mail.date }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
