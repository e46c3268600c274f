import { type ConfigOf, defineConfig, int, list, text } from '@parley/config';

/** Settings of the tickets service beside those every process takes. */
export const ticketsTable = defineConfig({
  scheduledReplyDelaySeconds: int('SCHEDULED_REPLY_DELAY_SECONDS', 60, {
    min: 0,
    max: 86_400,
    description: 'Seconds after which the replies of a bulk reply to more than 30 tickets fire.',
  }),
  inboundDomain: text('INBOUND_DOMAIN', {
    optional: true,
    description: 'Domain of reply addresses: all of its mails come in here, by SMTP or POST /inbound/email.',
  }),
  mailTrustedAuthserv: list('MAIL_TRUSTED_AUTHSERV', [], {
    description:
      'Names of mail servers that are trusted with Authentication-Results in mails that are fetched or posted.',
  }),
  noticeMailDelaySeconds: int('NOTICE_MAIL_DELAY_SECONDS', 300, {
    min: 0,
    max: 86_400,
    description: 'Seconds in which notices to a member of the team about a ticket gather for one mail.',
  }),
  missedMailDelaySeconds: int('MISSED_MAIL_DELAY_SECONDS', 300, {
    min: 0,
    max: 86_400,
    description:
      'Seconds after which a contact that writes by the widget is mailed what it has not read there.',
  }),
});

/** The loaded form. */
export type TicketsConfig = ConfigOf<typeof ticketsTable>;
