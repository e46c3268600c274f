import { emailDomain } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import { enqueueMail } from '@parley/mail';
import { newId } from '@parley/persistence';
import type {
  SendContactMailRequest,
  SendContactMailResponse,
} from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { toContactQueue } from './contact-mail.store';

/** Queues a mail to a contact that belongs to no ticket, such as a link to sign in. */
export const sendContactMail = async (
  { db, mailFrom }: Pick<Deps, 'db' | 'mailFrom'>,
  { contactId, email, name, fromName, subject, text }: SendContactMailRequest,
  context: CallContext,
): Promise<SendContactMailResponse> => {
  const { projectId } = projectScope(context.scope);
  const id = newId();
  await enqueueMail(db, {
    id: `contact:${id}`,
    projectId,
    aggregateId: toContactQueue(contactId),
    mail: {
      messageId: `contact.${id}@${emailDomain(mailFrom)}`,
      from: { address: mailFrom, name: fromName },
      to: { address: email, ...(name !== undefined && { name }) },
      recipient: contactId,
      subject,
      text,
      // Asks other programs not to answer (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  });
  return {};
};
