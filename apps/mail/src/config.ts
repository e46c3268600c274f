import { isIP } from 'node:net';
import { type ConfigOf, defineConfig, int, list, text } from '@parley/config';

/** Settings of the mail service, besides those every process takes. */
export const mailTable = defineConfig({
  mailHost: text('MAIL_HOST', '0.0.0.0', { description: 'Address at which the SMTP server listens.' }),
  mailPort: int('MAIL_PORT', 2525, {
    min: 0,
    max: 65_535,
    description:
      'Port of the SMTP server, which runs while a mailbox of type smtp exists; 0 takes a free one.',
  }),
  mailName: text('MAIL_NAME', 'localhost', { description: 'Name by which the SMTP server greets.' }),
  mailProxies: list('MAIL_PROXIES', [], {
    items: { expected: 'addresses', test: (item) => isIP(item) !== 0 },
    description:
      'Addresses of proxies that name the client of a connection, by the PROXY protocol (version 1).',
  }),
  mailDnsServers: list('MAIL_DNS_SERVERS', [], {
    description: 'DNS servers that are asked whether mails are genuine; default those of the system.',
  }),
  mailTlsCert: text('MAIL_TLS_CERT', {
    optional: true,
    description: 'File of the certificate for STARTTLS, in PEM; together with MAIL_TLS_KEY.',
  }),
  mailTlsKey: text('MAIL_TLS_KEY', { optional: true, description: 'File of its key, in PEM.' }),
});

/** The loaded form. */
export type MailConfig = ConfigOf<typeof mailTable>;
