import { SERVICE_TOKEN } from './identities';
import type { RowCase } from './row-case';

const ITEM = '0000000000000000000000f1';
const CONTACT = '0000000000000000000000f2';
const REPORT = 'Subject: Undeliverable\r\n\r\nNo such person.';

/** Cases of the editor's precheck, previews of e-mails and delivery reports. */
export const engagementMailCases: RowCase[] = [
  {
    row: 'engagement-editor.precheck',
    method: 'POST',
    path: '/engagement/editor/precheck',
    request: { body: { url: 'https://shop.example/', engagementType: 'banner', headers: { cookie: 'x' } } },
    rpc: 'precheckPage',
    received: { url: 'https://shop.example/' },
    response: { ok: false, blockers: [{ code: 'unreachable', message: 'The page did not answer.' }] },
    document: { ok: false, blockers: [{ code: 'unreachable', message: 'The page did not answer.' }] },
  },
  {
    row: 'engagement.send-email-preview',
    method: 'POST',
    path: `/engagement/emails/${ITEM}/send-email-preview`,
    request: { body: { emails: ['ada@example.com'], lang: 'de' } },
    rpc: 'sendEmailPreview',
    received: { engagementEmailId: ITEM, emails: ['ada@example.com'], lang: 'de' },
    response: {},
    status: 204,
    document: undefined,
  },
  {
    row: 'engagement.inbound-bounce',
    method: 'POST',
    path: '/inbound/bounce',
    request: {
      token: SERVICE_TOKEN,
      project: null,
      body: Buffer.from(REPORT, 'latin1'),
      headers: { 'content-type': 'message/rfc822' },
    },
    rpc: 'receiveBounce',
    received: { mime: Buffer.from(REPORT, 'latin1') },
    response: { status: 'bounced', bounceType: 'hard', engagement: ITEM, session: CONTACT },
    document: { status: 'bounced', bounceType: 'hard', engagement: ITEM, session: CONTACT },
  },
];
