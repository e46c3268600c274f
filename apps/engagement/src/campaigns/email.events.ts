import type { NewEvent } from '@parley/events';
import type { CampaignType } from '../core';

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

const topics: Readonly<Record<CampaignType, string>> = { EMAIL: 'email', PUSH_NOTIFICATION: 'push' };

/** `engagement.v1.email.<verb>` or `engagement.v1.push.<verb>`, about one delivery. */
export const emailEvent = (
  type: CampaignType,
  verb: EmailVerb,
  { projectId, itemId, contactId, id }: MailOf,
  at: Date,
  particulars: EmailParticulars = {},
): NewEvent => ({
  subject: `engagement.v1.${topics[type]}.${verb}`,
  projectId,
  aggregateId: id,
  payload: { outbound: itemId, type, session: contactId, delivery: id, at, ...particulars },
});
