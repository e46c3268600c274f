import { emailKind, type ReceivedEmail, readEmail } from '../src';

const MAIL_FROM = 'support@parley.localhost';
const MESSAGE_ID = 'reply.0123456789abcdef01234567@parley.localhost';
const REPLY_ADDRESS = `reply+${'0123456789ab'.repeat(2)}.${'abcdef012345'.repeat(2)}@parley.localhost`;

const crlf = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'));

const head = (lines: Record<string, string>): string =>
  Object.entries({
    From: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.other.example>',
    To: MAIL_FROM,
    Subject: 'Undelivered Mail Returned to Sender',
    Date: 'Fri, 20 Nov 2026 10:00:00 +0100',
    'MIME-Version': '1.0',
    ...lines,
  })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

const returned = `From: Ada <${MAIL_FROM}>
To: mia@customer.example
Reply-To: ${REPLY_ADDRESS}
Subject: Re: Order
Message-ID: <${MESSAGE_ID}>

The answer
`;

const report = (fields: string, type = 'message/delivery-status', headers = {}): Buffer =>
  crlf(`${head({ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b', ...headers })}
--b
Content-Type: text/plain

Your mail could not be delivered.

--b
Content-Type: ${type}

Reporting-MTA: dns; mx.other.example

${fields}
--b
Content-Type: message/rfc822

${returned}
--b--
`);

const notice = (text: string, headers: Record<string, string> = {}): Buffer =>
  crlf(`${head(headers)}\n${text}`);

const read = async (mime: Buffer): Promise<ReceivedEmail['report']> => (await readEmail(mime)).report;
const kindOf = async (mime: Buffer): Promise<string> => emailKind(await readEmail(mime), MAIL_FROM);

describe('A report by RFC 3464', () => {
  it('names recipients, status, words, the Message-ID and the reply address of the mail', async () => {
    const mime = report(`Final-Recipient: rfc822; mia@customer.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <mia@customer.example>:
    no such user`);
    expect(await read(mime)).toEqual({
      recipients: [
        {
          address: 'mia@customer.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 <mia@customer.example>: no such user',
        },
      ],
      messageIds: [MESSAGE_ID],
      replyAddress: REPLY_ADDRESS,
    });
    expect(await kindOf(mime)).toBe('report');
  });

  it.each([
    ['delayed', 'delayed'],
    ['relayed', 'relayed'],
    ['delivered', 'delivered'],
    ['expanded', 'expanded'],
    ['Failure', 'failed'],
    ['failed (expired)', 'failed'],
  ])('says %s', async (action, expected) => {
    const mime = report(`Final-Recipient: rfc822;mia@customer.example\nAction: ${action}\nStatus: 4.4.1`);
    expect((await read(mime))?.recipients[0]).toMatchObject({ action: expected, status: '4.4.1' });
  });

  it('names the address that was mailed, not where that forwarded it', async () => {
    const mime = report(`Original-Recipient: rfc822;mia@customer.example
Final-Recipient: rfc822;m.berg@provider.example
Action: failed
Status: 5.2.2`);
    expect((await read(mime))?.recipients).toMatchObject([{ address: 'mia@customer.example' }]);
  });

  it('takes the closer of two codes, several recipients, and fields in a part of another type', async () => {
    const mime = report(
      `Final-Recipient: rfc822;a@customer.example
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp;552 5.2.2 full

Final-Recipient: rfc822;b@customer.example
Action: failed
Status: 4.4.7`,
      'text/plain',
    );
    expect((await read(mime))?.recipients.map(({ address, status }) => [address, status])).toEqual([
      ['a@customer.example', '5.2.2'],
      ['b@customer.example', '4.4.7'],
    ]);
  });

  it('is none when it is about spam or a mail that was read', async () => {
    const fields = 'Final-Recipient: rfc822;mia@customer.example\nAction: failed\nStatus: 5.1.1';
    for (const type of ['message/feedback-report', 'message/disposition-notification'])
      expect(await read(report(fields, type))).toBeUndefined();
  });
});

describe('The notice of a server', () => {
  it.each([
    ['a colon and the answer', '<mia@customer.example>: host mx said: 550 5.1.1 No such user', '5.1.1'],
    [
      'the reason below',
      '  mia@customer.example\n    SMTP error after RCPT TO:<x@y.example>: 550 Unknown',
      '5.0.0',
    ],
    ['a number sign', '<mia@customer.example>:\nSorry, no mailbox here by that name. (#5.1.1)', '5.1.1'],
    [
      'a date',
      'mia@customer.example on Thu, 19 Nov 2026 10:00:00 -0000\n    The recipient was not found',
      undefined,
    ],
    ['a label', 'Failed Recipient: mia@customer.example\nReason: 550 unknown user', '5.0.0'],
    ['marks of a list', '   * mia@customer.example\n\nSMTP: 553 5.3.0 No such user', '5.3.0'],
    ['a session', '>>> RCPT TO:<mia@customer.example>\n<<< 452 4.2.2 Mailbox full', '4.2.2'],
    ['a sentence', 'There was an error delivering your mail to <mia@customer.example>.', undefined],
  ])('names its recipient with %s', async (_name, text, status) => {
    const found = await read(
      notice(`${text}\n\n--- Below this line is a copy of the message.\n\n${returned}`),
    );
    expect(found).toMatchObject({
      recipients: [{ address: 'mia@customer.example', action: 'failed' }],
      messageIds: [MESSAGE_ID],
      replyAddress: REPLY_ADDRESS,
    });
    expect(found?.recipients[0]?.status).toBe(status);
  });

  it.each([
    'Mail Subsystem <MAILER-DAEMON>',
    'postmaster@customer.example',
    '<>',
    'MAILER-DAEMON <>',
    'Mail System <system@mx.example>',
  ])('comes from %s', async (from) => {
    const mime = notice('<mia@customer.example>: 550 No such user', { From: from });
    expect((await read(mime))?.recipients).toHaveLength(1);
    expect(await kindOf(mime)).toBe('report');
  });

  it('may come from a program, with the mail that it returns, and answer that by its subject', async () => {
    const from = 'no-reply@carrier.example';
    const text = `Could not be delivered to: <mia@customer.example>\n\n-- Original message --\n${returned}`;
    expect((await read(notice(text, { From: from, Subject: 'メールエラー通知' })))?.recipients).toHaveLength(
      1,
    );
    expect(await read(notice(text, { From: from, Subject: 'Your parcel' }))).toBeUndefined();
    const session =
      'Error: 550 no such user\n\n  MAIL FROM: a@parley.example\n  RCPT TO: mia@customer.example';
    expect(
      (await read(notice(session, { From: 'post_master@carrier.example', Subject: 'Re:Printer' })))
        ?.recipients,
    ).toMatchObject([{ address: 'mia@customer.example' }]);
  });

  it('says that the mail is tried again', async () => {
    const text =
      '<mia@customer.example>: 451 4.4.1 timed out\n\nThe mail is delayed. You do not need to resend it.';
    expect(await read(notice(text, { Subject: 'Warning: message delayed' }))).toMatchObject({
      recipients: [{ action: 'delayed', status: '4.4.1' }],
    });
    const postfix =
      'It could not be delivered for more than 4 hours, and will be retried.\n\n<mia@customer.example>: timed out';
    expect(await read(notice(postfix, { Subject: 'Delayed Mail' }))).toMatchObject({
      recipients: [{ action: 'delayed' }],
    });
  });

  it('may be HTML, name the recipient only in a header, or only in the mail that it returns', async () => {
    const html = { 'Content-Type': 'text/html' };
    expect(
      (
        await read(
          notice(
            '<p>Failed:</p><p><a href="mailto:x">mia@customer.example</a></p><p>550 5.1.1 Unknown</p>',
            html,
          ),
        )
      )?.recipients,
    ).toMatchObject([{ address: 'mia@customer.example', status: '5.1.1' }]);
    expect(
      (await read(notice('The mail was rejected.', { 'X-Failed-Recipients': 'mia@customer.example' })))
        ?.recipients,
    ).toMatchObject([{ address: 'mia@customer.example' }]);
    expect(
      (await read(notice(`421 connection timed out\n\n----- Unsent message follows -----\n${returned}`)))
        ?.recipients,
    ).toMatchObject([{ address: 'mia@customer.example', status: '4.0.0' }]);
  });
});

describe('No report', () => {
  const bounce = `<mia@customer.example>: host mx said: 550 5.1.1 No such user\n\n${returned}`;
  it.each([
    [
      'a person who hands a notice on',
      { From: 'Mia <mia@customer.example>', Subject: 'Fwd: Undelivered Mail' },
      bounce,
    ],
    [
      'a person who asks about one',
      { From: 'Mia <mia@customer.example>', Subject: 'Delivery failed: why?' },
      bounce,
    ],
    [
      'a postmaster who answers and quotes',
      { From: 'postmaster@customer.example', Subject: 'Re: Your server' },
      `We removed the rule of 550 5.7.1.\n\n-----Original Message-----\nFrom: help@parley.example\nTo: postmaster@customer.example`,
    ],
    [
      'a person at an address of programs who tells of a notice',
      { From: 'Mia <mail@customer.example>', Subject: 'I cannot reach you' },
      bounce,
    ],
    [
      'a person at such an address who hands a notice on',
      { From: 'Mia <admin@customer.example>', Subject: 'WG: Undelivered Mail' },
      bounce,
    ],
    [
      'a postmaster who asks',
      { From: 'postmaster@customer.example', Subject: 'A question' },
      'Can I not change my plan? Mia <mia@customer.example>',
    ],
    [
      'a shop about its parcels',
      { From: 'noreply@shop.example', Subject: 'Delivery failed' },
      'The parcel for <mia@customer.example> could not be delivered.',
    ],
    [
      'a vacation program',
      { From: 'Mia <mia@customer.example>', 'Return-Path': '<>', Subject: 'Out of office' },
      'I cannot answer until Monday. Ask <bob@customer.example>.',
    ],
  ])('is the mail of %s', async (_name, headers, text) => {
    expect(await read(notice(text, headers as Record<string, string>))).toBeUndefined();
  });
});

it("A report that a person hands on in its parts is that person's mail", async () => {
  const fields = 'Final-Recipient: rfc822; mia@customer.example\nAction: failed\nStatus: 5.1.1';
  const mime = report(fields, 'message/delivery-status', {
    From: 'Mia <mia@customer.example>',
    Subject: 'Fwd: Undelivered Mail',
    'Content-Type': 'multipart/mixed; boundary=b',
  });
  expect(await read(mime)).toBeUndefined();
  expect(await kindOf(mime)).toBe('person');
});
