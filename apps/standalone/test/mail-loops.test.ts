import { eventually, freePort } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { sendBySmtp } from './support/send-by-smtp';
import { message } from './support/workflow-runs';

/** An installation with a mailbox and a workflow that answers every new mail. */
interface Installation {
  platform: RunningPlatform;
  outbox: Mailbox;
  port: number;
  mailbox: { id: string; address: string };
  api: Api;
}

const domains = ['one.example', 'two.example'] as const;
let installations: Installation[];

const install = async (domain: string): Promise<Installation> => {
  const outbox = await openMailbox();
  const port = await freePort();
  const platform = await startPlatform({
    SMTP_URL: outbox.url,
    MAIL_FROM: `support@${domain}`,
    MAIL_PORT: String(port),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_DEMO: '0',
  });
  const visitor = createApi(() => `${platform.origin}/v3`);
  const { api } = await signUp(visitor, outbox);
  const settings = { name: 'Help', address: `help@${domain}`, incoming: { type: 'smtp' } };
  const mailbox = ok(await api.call('POST', '/mailboxes', settings));
  ok(
    await api.call('POST', '/workflows', {
      name: 'Answer',
      trigger: { event: 'conversation.created', channel: 'EMAIL' },
      steps: [message('hi', 'We got your mail', null)],
    }),
  );
  return { platform, outbox, port, mailbox, api };
};

beforeAll(async () => {
  installations = [await install(domains[0]), await install(domains[1])];
}, 300_000);
afterAll(async () => {
  for (const { platform, outbox } of installations) {
    await platform.stop();
    removeHome(platform.home);
    await outbox.close();
  }
});

/** Milliseconds without a mail after which none is expected. */
const QUIET_MS = 5_000;

const outgoing = (): { to: string; source: string }[][] =>
  installations.map(({ outbox }, at) =>
    outbox.mails().filter(({ to }) => to.endsWith(`@${domains[1 - at]}`)),
  );

/**
 * Carries new mails between the installations, as the servers of their domains, until each sent one and none comes any more. Answers how many each sent.
 * With `strips` the headers by which programs know each other are lost.
 */
const carry = async (before: readonly number[], strips: boolean): Promise<number[]> => {
  const carried = [0, 0] as [number, number];
  for (let quiet = 0; quiet < QUIET_MS && Math.max(...carried) < 10; quiet += 100) {
    await sleep(100);
    if (Math.min(...carried) === 0) quiet = 0;
    for (const [at, mails] of outgoing().entries()) {
      const next = mails[(before[at] ?? 0) + (carried[at] ?? 0)];
      const [from, to] = [installations[at], installations[1 - at]];
      if (!next || !from || !to) continue;
      const data = strips
        ? next.source.replaceAll(/^(?:auto-submitted|precedence|x-[\w-]+):.*\r\n/gim, '')
        : next.source;
      await sendBySmtp(to.port, { from: from.mailbox.address, to: [next.to], data });
      carried[at as 0 | 1] += 1;
      quiet = 0;
    }
  }
  return carried;
};

describe('two installations that answer every mail', () => {
  it.each([false, true])('stop after one round, also when headers are lost: %s', async (strips) => {
    const [one, two] = installations as [Installation, Installation];
    const before = outgoing().map(({ length }) => length);
    const ticket = ok(
      await one.api.call('POST', '/tickets/compose', {
        email: two.mailbox.address,
        mailbox: one.mailbox.id,
        title: `A question ${strips}`,
        message: 'Where is my parcel?',
      }),
    );
    const carried = await carry(before, strips);
    expect(carried).toEqual([1, 1]);
    await eventually(async () => {
      const messages = ok(await one.api.call('GET', `/messages?ticket=${ticket.id}`));
      expect(messages).toHaveLength(2);
    });
  });
});

describe('a report that comes by SMTP from the null sender', () => {
  it('shows at the message and at the contact that the mail came back, and opens no ticket', async () => {
    const [{ api, outbox, port, mailbox }] = installations as [Installation];
    const email = 'gone@customer.example';
    const sent = { email, mailbox: mailbox.id, title: 'Your order', message: 'It comes tomorrow' };
    const ticket = ok(await api.call('POST', '/tickets/compose', sent));
    const mail = await outbox.waitFor(email);
    const data = [
      'From: MAILER-DAEMON <>',
      `To: ${mailbox.address}`,
      'Subject: Undelivered Mail Returned to Sender',
      `Date: ${new Date().toUTCString()}`,
      '',
      `<${email}>: host mx.customer.example said: 550 5.1.1 No such user`,
      '',
      '----- Original message -----',
      `Message-ID: ${mail.messageId}`,
      '',
    ].join('\r\n');
    const count = async () => ok(await api.call('GET', '/tickets')).totalCount;
    const before = await count();
    await sendBySmtp(port, { from: '', to: [mailbox.address], data });
    await eventually(async () => {
      const [message] = ok(await api.call('GET', `/messages?ticket=${ticket.id}`));
      expect(message.delivery).toMatchObject([{ address: email, status: 'bounced' }]);
      const contact = ok(await api.call('GET', `/sessions/${ticket.session.id}`));
      expect(contact.emailBounced).toEqual({
        at: expect.any(String),
        reason: `The mailbox does not exist. <${email}>: host mx.customer.example said: 550 5.1.1 No such user`,
      });
    });
    expect(await count()).toBe(before);
    const answer = [`From: ${email}`, `To: ${mailbox.address}`, 'Subject: Here again', '', 'Hi'].join('\r\n');
    await sendBySmtp(port, { from: email, to: [mailbox.address], data: answer });
    await eventually(async () =>
      expect(ok(await api.call('GET', `/sessions/${ticket.session.id}`))).not.toHaveProperty('emailBounced'),
    );
  });
});
