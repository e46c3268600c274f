import type { NewEvent } from '@parley/events';

/** What happened to a mail. */
export type EmailVerb = 'sent' | 'failed' | 'skipped' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed';

/** A mail that something happened to. */
export interface MailOf {
  projectId: string;
  itemId: string;
  contactId: string;
  id: string;
}

/** Particulars of an event. */
export interface EmailParticulars {
  domain?: string;
  client?: string;
  url?: string;
  bounceType?: string;
  code?: string;
  reason?: string;
}

/** `engagement.v1.email.<verb>`, about one mail. */
export const emailEvent = (
  verb: EmailVerb,
  { projectId, itemId, contactId, id }: MailOf,
  at: Date,
  particulars: EmailParticulars = {},
): NewEvent => ({
  subject: `engagement.v1.email.${verb}`,
  projectId,
  aggregateId: id,
  payload: { outbound: itemId, type: 'EMAIL', session: contactId, delivery: id, at, ...particulars },
});
