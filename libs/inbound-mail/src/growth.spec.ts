import { expectLinearWork, textShapes } from '@parley/testing';
import { decodeText } from './charset';
import { fitBody, readBody } from './email-body';
import { decodeWords, readAddresses } from './encoded-words';
import { unflow } from './flowed';
import { readNotice } from './report/notice';
import { findReturned } from './report/returned-mail';
import { readSnsNotification } from './report/sns-notification';
import { readStatusFields } from './report/status-fields';
import { readTnef } from './tnef';
import { takeUuencoded } from './uuencode';

/** Characters of the HTML, and of the text, of a long mail. */
const MOST = 400_000;

const mail = { subject: 'Re: x', references: ['a@b.co'] };

it.each(textShapes)('takes no more than its length of a mail of %j', async (unit) => {
  await expectLinearWork(
    unit,
    MOST,
    (html) => fitBody(readBody({ ...mail, bodies: [{ html }] }), new Map()),
    1_200,
  );
  await expectLinearWork(
    unit,
    MOST,
    (text) => fitBody(readBody({ ...mail, bodies: [{ text }] }), new Map()),
    1_200,
  );
});

/** Units that these readers take for the beginning of something. */
const units = [
  ...textShapes,
  '> a \n',
  'begin 644 a\n',
  'begin 644 a\n#0V%T\n',
  '=?utf-8?Q?a?= ',
  '=?utf-8?B?',
  'a@b.co, ',
  'On Tue, 24 Nov 2026 at 10:00, A <a@b.co> wrote:\n',
  'On Tue, 24 Nov 2026 at 10:00, A <a@b.co> wrote:\n> a\n',
  'On Tue, 24 Nov 2026 at 10:00,\n',
  'From: a@b.co\nTo: a@b.co\nDate: 24 Nov 2026 10:00\n',
  'headers:\nFrom: a@b.co\nTo: a@b.co\nDate: 24 Nov 2026 10:00\n\nx\n',
  '-----Original Message-----\n',
  '> a\n\nb\n',
  '<blockquote type="cite">a</blockquote>b',
  '<div class="gmail_quote">From: a<blockquote>a</blockquote>b',
  '<div id="appendonsend"></div>From: a',
  '<p style="white-space:pre-wrap">a\n',
  '<font color="red">',
];

it.each(units)('takes no more than its length of what %j begins', async (unit) => {
  await expectLinearWork(unit, MOST, (text) => readBody({ ...mail, bodies: [{ text }] }), 1_200);
  await expectLinearWork(unit, MOST, (html) => readBody({ ...mail, bodies: [{ html }] }), 1_200);
  await expectLinearWork(unit, MOST, (text) => unflow(text, true), 1_200);
  await expectLinearWork(unit, MOST, takeUuencoded, 1_200);
  await expectLinearWork(unit, MOST, decodeWords, 1_200);
  await expectLinearWork(unit, MOST, readAddresses, 1_200);
  await expectLinearWork(
    unit,
    MOST,
    (text) => decodeText(Buffer.from(text, 'latin1'), 'us-ascii', true),
    1_200,
  );
});

it.each([
  '<style>.a{color:red}</style><p class="a">a',
  '<style>/*',
  '<style>a{',
  '<style>.a,',
  '<p class="a b c d e">',
  'Hi Ben\n',
  'My answers are below ',
  '--> a\n',
  '10:00 the ',
])('takes no more than its length of a page or words of %j', async (unit) => {
  await expectLinearWork(unit, MOST, (text) => readBody({ ...mail, bodies: [{ text }] }), 1_200);
  await expectLinearWork(unit, MOST, (html) => readBody({ ...mail, bodies: [{ html, text: 'a' }] }), 1_200);
});

it.each([
  ['iso-2022-jp', '\u001b(B\u001b$B'],
  ['iso-2022-kr', '\u000e'],
  ['hz-gb-2312', '~{'],
])('takes no more than its length of %s', async (charset, unit) => {
  await expectLinearWork(unit, MOST, (text) => decodeText(Buffer.from(text, 'latin1'), charset), 1_200);
});

it('takes no more than its length of a winmail.dat of many attributes', async () => {
  const begin = '\x02\x02\x90\x06\x00\x01\x00\x00\x00\x00\x00\x00';
  const properties = '\x02\x05\x90\x06\x00\x08\x00\x00\x00\xff\xff\xff\xff\x03\x00\x01\x00\x00\x00';
  for (const unit of [begin, properties, `${begin}${properties}`])
    await expectLinearWork(
      unit,
      MOST,
      (text) => readTnef(Buffer.from(`\x78\x9f\x3e\x22\x01\x00${text}`, 'latin1')),
      1_200,
    );
});

const server = {
  subject: 'failure notice',
  recipients: [],
  from: undefined,
  header: () => ['mailer-daemon'],
};

it.each([
  ...units,
  'Final-Recipient: rfc822;a@b.co\nAction: failed\n\n',
  'Diagnostic-Code: smtp; ',
  'Message-ID: <',
  'Reply-To: a@b.co,\n ',
  'To: a@b.co\n',
  'recipient ',
  'a b c d ',
  '"',
  '<a@b.co>: 550 5.1.1 x\n',
  'RCPT TO:',
  '- - ',
  '----- Original message -----\n',
  'could not ',
])('takes no more than its length of a report of %j', async (unit) => {
  await expectLinearWork(unit, MOST, readStatusFields, 1_200);
  await expectLinearWork(unit, MOST, (text) => readNotice(text, server, []), 1_200);
  await expectLinearWork(unit, MOST, (text) => findReturned(text, false), 1_200);
  await expectLinearWork(unit, MOST, (text) => findReturned(text, true), 1_200);
});

it.each(['{"Message":"', '{"mail":[', '!\r\n ', '{}'])(
  'takes no more than its length of a notification of %j',
  (unit) => expectLinearWork(unit, MOST, readSnsNotification, 1_200),
);
