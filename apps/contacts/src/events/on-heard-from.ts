import type { EventsHandler } from '@parley/events';
import { type MailNews, noteMailNews } from '../bounces';
import { noteMessages } from '../tracking';

/** The durable that gets `tickets.v1.contact.*`. */
export const HEARD_FROM_DURABLE = 'contacts-heard-from';

interface HeardFrom {
  contactId?: string;
  at?: string;
  byMail?: boolean;
  /** Of a mail that came back: its address and the reason. */
  email?: string;
  reason?: string;
}

const isBounce = (subject: string): boolean => subject.endsWith('.bounced');

/**
 * Messages of contacts move their `lastHeardFrom` and `lastActivity`. A mail that came back is noted at its contact until the next mail of
 * that contact.
 */
export const onHeardFrom: EventsHandler<HeardFrom> = async (events, tx) => {
  const known = events.flatMap(({ subject, projectId, headers, payload }) => {
    const { contactId, at } = payload;
    return contactId && at ? [{ ...payload, subject, projectId, headers, contactId, at }] : [];
  });
  await noteMessages(
    tx,
    known.flatMap(({ subject, projectId, contactId, at }) =>
      isBounce(subject) ? [] : [{ projectId, contactId, at: new Date(at) }],
    ),
  );
  const news = known.flatMap(({ subject, byMail, email, reason, at, ...about }): MailNews[] => {
    if (isBounce(subject)) return email && reason ? [{ ...about, bounced: { email, at, reason } }] : [];
    return byMail ? [{ ...about, bounced: undefined }] : [];
  });
  await noteMailNews(tx, news);
};
