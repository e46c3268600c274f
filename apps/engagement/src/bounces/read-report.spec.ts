import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBounce, readReport } from './read-report';

const folder = join(__dirname, '../../test/support/bounces');
const ADDRESS = 'bounce+0123abcd@acme.example';
const MESSAGE_ID = '0123abcd@acme.example';

const read = (name: string) =>
  readReport(
    Buffer.from(
      readFileSync(join(folder, `${name}.eml`), 'latin1')
        .replaceAll('{{message-id}}', MESSAGE_ID)
        .replaceAll('{{bounce-address}}', ADDRESS)
        .replaceAll('{{BOUNCE-ADDRESS}}', ADDRESS.toUpperCase()),
      'latin1',
    ),
  );

type Outcome = [type: 'hard' | 'soft', status?: string] | 'passes' | 'no report';

/** What each report of the corpus means. */
const outcomes: Record<string, Outcome> = {
  'postfix-unknown-user': ['hard', '5.1.1'],
  'postfix-delayed': 'passes',
  'postfix-expired-headers-only': ['soft', '4.4.1'],
  'exim-unrouteable': ['hard', '5.0.0'],
  'exim-remote-quota': ['hard', '5.0.0'],
  'exchange-on-premises-german': ['hard', '5.1.10'],
  'office365-unknown-user': ['hard', '5.1.10'],
  'office365-policy-french': ['hard', '5.7.1'],
  'gmail-unknown-user': ['hard', '5.1.1'],
  'gmail-delay': 'passes',
  'yahoo-no-account': ['hard', '5.0.0'],
  'qmail-plain-text': 'no report',
  'sendmail-unknown-user': ['hard', '5.1.1'],
  'sendmail-warning': 'passes',
  'amazon-ses': ['hard', '5.1.1'],
  'amazon-ses-throttled': ['soft', '4.4.7'],
  'no-returned-mail': ['hard', '5.1.1'],
  'forwarded-original-to': ['hard', '5.1.6'],
  'upper-case-address': ['hard', '5.1.1'],
  'japanese-server': ['hard', '5.1.1'],
  'russian-base64-status': ['hard', '5.1.1'],
  'missing-status-field': ['hard', '5.0.0'],
  'failed-without-code': ['soft'],
  'mixed-without-report-type': ['hard', '5.4.4'],
  truncated: ['hard', '5.1.2'],
  'internationalised-global': ['hard', '5.1.1'],
  'delivered-receipt': 'passes',
  'out-of-office': 'no report',
  'read-receipt': 'no report',
  'spam-complaint': 'no report',
};

/** Reports that name the mail by the address only that they were sent to. */
const byAddress = ['no-returned-mail', 'forwarded-original-to', 'upper-case-address'];

it('the corpus has at least 25 reports, each with its meaning', () => {
  const names = readdirSync(folder).map((file) => file.replace('.eml', ''));
  expect(names.sort()).toEqual(Object.keys(outcomes).sort());
  expect(names.length).toBeGreaterThanOrEqual(25);
});

it.each(Object.entries(outcomes))('%s: %j', async (name, outcome) => {
  const report = await read(name);
  if (outcome === 'no report') return expect(report).toBeUndefined();
  if (!report) throw new Error('It is a report');
  const bounce = findBounce(report);
  expect(bounce && [bounce.type, ...(bounce.status ? [bounce.status] : [])]).toEqual(
    outcome === 'passes' ? undefined : outcome,
  );
  if (byAddress.includes(name)) expect(report.sentTo).toContain(ADDRESS);
  else expect(report.messageId).toBe(MESSAGE_ID);
});

it.each(['', 'x', 'Content-Type: multipart/report; boundary=a\n\n--a--'])('%j is no report', async (mime) =>
  expect(await readReport(Buffer.from(mime))).toBeUndefined(),
);

it('of several recipients the hardest failure counts', () => {
  const passing = { action: 'delayed', status: '4.4.1' };
  const soft = { action: 'failed', status: '4.4.7' };
  const hard = { action: 'failed', status: '5.1.1' };
  expect(findBounce({ recipients: [passing, soft, hard] })).toEqual({ type: 'hard', status: '5.1.1' });
  expect(findBounce({ recipients: [passing] })).toBeUndefined();
});
