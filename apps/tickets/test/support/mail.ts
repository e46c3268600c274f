import { newId } from '@parley/persistence';
import type { ReceiveEmailResponse } from '@parley/proto/generated/parley/tickets/v1/inbound_email_service';
import { makeContext, type TestService } from './service';

/** A file of a mail; inline with a content id. */
export interface TestPart {
  name?: string;
  type: string;
  content: Buffer | string;
  contentId?: string;
}

/** A mail to write. Headers given as undefined are left out. */
export interface TestMail {
  from?: string | undefined;
  to?: string;
  subject?: string | undefined;
  messageId?: string | undefined;
  headers?: Record<string, string>;
  text?: string;
  html?: string;
  parts?: TestPart[];
}

const BOUNDARY = 'part-of-a-test';

const buildPart = ({ name, type, content, contentId }: TestPart): string =>
  [
    `Content-Type: ${type}${name === undefined ? '' : `; name="${name}"`}`,
    `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}${name === undefined ? '' : `; filename="${name}"`}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ].join('\r\n');

const buildBody = (subtype: string, text: string): string =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`;

/** A mail as it travels. */
export const buildMail = (mail: TestMail): Buffer => {
  const {
    from = 'Ada <ada@example.com>',
    to = 'support@parley.localhost',
    subject = 'Hello',
    messageId = `<${newId()}@client.example>`,
  } = mail;
  const lines = {
    From: 'from' in mail ? mail.from : from,
    To: to,
    Subject: 'subject' in mail ? mail.subject : subject,
    'Message-ID': 'messageId' in mail ? mail.messageId : messageId,
    Date: 'Fri, 20 Nov 2026 10:00:00 +0100',
    'MIME-Version': '1.0',
    ...mail.headers,
  };
  const head = Object.entries(lines).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const bodies = [
    ...(mail.text === undefined ? [] : [buildBody('plain', mail.text)]),
    ...(mail.html === undefined ? [] : [buildBody('html', mail.html)]),
  ];
  const alternative =
    bodies.length === 1
      ? bodies
      : [
          `Content-Type: multipart/alternative; boundary="inner"\r\n\r\n${bodies.map((body) => `--inner\r\n${body}\r\n`).join('')}--inner--`,
        ];
  if (!mail.parts && bodies.length < 2) return Buffer.from([...head, bodies[0] ?? '\r\n'].join('\r\n'));
  const all = [...(bodies.length === 0 ? [] : alternative), ...(mail.parts ?? []).map(buildPart)];
  head.push(`Content-Type: multipart/mixed; boundary="${BOUNDARY}"`, '');
  return Buffer.from(
    [...head, ...all.map((part) => `--${BOUNDARY}\r\n${part}`), `--${BOUNDARY}--`, ''].join('\r\n'),
  );
};

/** The service account of a project that hands mail in. */
export const createMailServer = (
  service: TestService,
  projectId: string,
): ((mail: TestMail | Buffer) => Promise<ReceiveEmailResponse>) => {
  const context = makeContext(projectId, { type: 'service', id: newId(), name: 'Mail server' }, 'user');
  return (mail) =>
    service.inbound.receiveEmail({ mime: Buffer.isBuffer(mail) ? mail : buildMail(mail) }, context);
};
