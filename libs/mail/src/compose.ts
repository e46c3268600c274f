import type { SendMailOptions } from 'nodemailer';
import { listRecipients, type Mail, type MailAddress, prepareMail } from './mail';

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
    to: [mail.to, ...(mail.moreTo ?? [])].map(person),
    ...(mail.cc && { cc: mail.cc.map(person) }),
    // In the envelope alone.
    ...(mail.bcc && { bcc: mail.bcc.map(person) }),
    ...((mail.envelopeFrom !== undefined || mail.only) && {
      envelope: { from: mail.envelopeFrom ?? mail.from.address, to: mail.only ?? listRecipients(mail) },
    }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    ...(mail.files && {
      attachments: mail.files.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content,
      })),
    }),
    ...(mail.inReplyTo !== undefined && { inReplyTo: bracketed(mail.inReplyTo) }),
    ...(mail.references && { references: mail.references.map(bracketed) }),
    ...(mail.headers && { headers: mail.headers }),
    ...(mail.date && { date: mail.date }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
