import type { About, DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { addFacts, type Kind } from '../facts';
import { type MailChange, noteMail } from './mail.store';

/** The durable that gets what becomes of mails of engagement items. */
export const EMAILS_DURABLE = 'statistics-emails';

interface Payload {
  outbound: string;
  session: string;
  delivery: string;
  at: string;
  domain?: string;
  client?: string;
  bounceType?: string;
  code?: string;
  reason?: string;
}

const kindsByVerb: Readonly<Record<string, Kind>> = {
  sent: 'EMAIL_SENT',
  opened: 'EMAIL_OPENED',
  clicked: 'EMAIL_CLICKED',
  bounced: 'EMAIL_BOUNCED',
  unsubscribed: 'EMAIL_UNSUBSCRIBED',
};

const toChange = (verb: string, { at, domain, client, bounceType, code, reason }: Payload): MailChange => {
  switch (verb) {
    case 'sent':
      return { sentAt: at, domain };
    case 'opened':
      return { openedAt: at, client };
    // A click implies an open without an event.
    case 'clicked':
      return { clickedAt: at, openedAt: at, client };
    case 'bounced':
      return { bouncedAt: at, bounceType, code, reason };
    case 'unsubscribed':
      return { unsubscribedAt: at };
    default:
      return {};
  }
};

/** The contact that a mail is for. */
export const aboutMails: About = ({ payload }) => [(payload as Payload).session];

/** Keeps what became of each mail. */
export const onEmails = async (
  { id, subject, projectId, payload }: DomainEvent<Payload>,
  tx: Sql,
): Promise<void> => {
  const verb = subject.slice(subject.lastIndexOf('.') + 1);
  const kind = kindsByVerb[verb];
  const { session: contactId, outbound, delivery, at } = payload;
  if (!kind) return;
  await noteMail(tx, { projectId, id: delivery, outbound, contactId }, toChange(verb, payload));
  const { domain, client, bounceType, code } = payload;
  const particulars = { domain, client, bounceType, code };
  await addFacts(tx, projectId, [
    {
      kind,
      sourceId: id,
      at: Date.parse(at),
      contactId,
      ...(kind !== 'EMAIL_SENT' && { actorType: 'contact', actorId: contactId }),
      flags: 0,
      extra: { outbound, delivery, ...JSON.parse(JSON.stringify(particulars)) },
    },
  ]);
};
