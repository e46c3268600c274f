import { SERVICE_TOKEN, TICKET } from './identities';
import type { RowCase } from './row-case';

const MAIL = 'From: ada@example.com\r\nSubject: Hello\r\n\r\nHi \xe4\r\n';
const MESSAGE = '0000000000000000000000e9';

/** Cases of mail from contacts. */
export const inboundEmailCases: RowCase[] = [
  {
    row: 'tickets.inbound-email',
    method: 'POST',
    path: '/inbound/email',
    request: {
      token: SERVICE_TOKEN,
      project: null,
      body: Buffer.from(MAIL, 'latin1'),
      headers: { 'content-type': 'message/rfc822' },
    },
    rpc: 'receiveEmail',
    received: { mime: Buffer.from(MAIL, 'latin1') },
    response: { status: 'appended', ticket: TICKET, message: MESSAGE },
    document: { status: 'appended', ticket: TICKET, message: MESSAGE },
  },
];
