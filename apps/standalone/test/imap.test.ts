import { openDatabase } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { type Dovecot, hasDovecot, startDovecot } from './support/dovecot';
import { type Mailbox, openMailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import { findDatabase, removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { openWebSite } from './support/web-site';

const describeDovecot = hasDovecot ? describe : describe.skip;

describeDovecot('a mailbox that is fetched by IMAP', () => {
  let platform: RunningPlatform;
  let outbox: Mailbox;
  let server: Dovecot;
  let admin: Api;
  let mailbox: string;
  let address: string;

  const mail = (title: string, date = new Date()): string =>
    [
      'From: Mia Berg <mia@customer.example>',
      `To: ${address}`,
      `Subject: ${title}`,
      `Message-ID: <${title.replaceAll(' ', '.')}@customer.example>`,
      `Date: ${date.toUTCString()}`,
      '',
      'My parcel is late.',
      '',
    ].join('\r\n');
  const titles = async (): Promise<string[]> =>
    ok(await admin.call('GET', '/tickets?limit=100&sort=createdAt')).tickets.map(
      ({ title }: { title: string }) => title,
    );
  const status = async () => ok(await admin.call('GET', `/mailboxes/${mailbox}`)).status;

  beforeAll(async () => {
    outbox = await openMailbox();
    server = await startDovecot();
    platform = await startPlatform({
      SMTP_URL: outbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      PARLEY_DEMO: '0',
    });
    ({ api: admin } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      outbox,
    ));
    address = newAddress('help');
    server.deliver(mail('before'));
    const { port, user, password } = server;
    const incoming = { type: 'imap', host: '127.0.0.1', port, secure: false, user, password };
    ({ id: mailbox } = ok(await admin.call('POST', '/mailboxes', { name: 'Help', address, incoming })));
  });
  afterAll(async () => {
    await platform.stop();
    await server.stop();
    removeHome(platform.home);
    await outbox.close();
  });

  it('gets the mails of the last 24 hours at first, and those that come, at once; they are marked as seen', async () => {
    await eventually(async () => expect(await titles()).toEqual(['before']));
    await eventually(async () => expect((await status()).incoming).toBe('connected'));
    server.deliver(mail('during'));
    await eventually(async () => expect(await titles()).toEqual(['before', 'during']));
    await eventually(() => expect(server.list().every((name) => /:2,.*S/.test(name))).toBe(true));
  });

  it('doubles nothing when the server numbers its mails anew', async () => {
    server.forgetNumbers();
    ok(await admin.call('PUT', `/mailboxes/${mailbox}`, { incoming: { password: server.password } }));
    server.deliver(mail('renumbered'));
    await eventually(async () => expect(await titles()).toEqual(['before', 'during', 'renumbered']));
  });

  it('leaves a mail that cannot be read where it is, flagged, and goes on', async () => {
    server.deliver(`Subject: many lines\r\n\r\n${'\r\n'.repeat(460_000)}`);
    server.deliver(mail('after it'));
    await eventually(async () => expect(await titles()).toContain('after it'));
    expect(await status()).toMatchObject({ waiting: 1, lastError: expect.stringMatching(/cannot be read/) });
    expect(server.list().filter((name) => /:2,.*F/.test(name))).toHaveLength(1);
  });

  it('moves or deletes what it fetched when the mailbox says so', async () => {
    const path = `/mailboxes/${mailbox}`;
    ok(await admin.call('PUT', path, { incoming: { after: 'move', moveTo: 'Done' } }));
    const before = server.list().length;
    server.deliver(mail('moved'));
    await eventually(() => expect(server.list('Done')).toHaveLength(1));
    await eventually(() => expect(server.list()).toHaveLength(before));
    ok(await admin.call('PUT', path, { incoming: { after: 'delete' } }));
    server.deliver(mail('deleted'));
    await eventually(async () => expect(await titles()).toContain('deleted'));
    await eventually(() => expect(server.list()).toHaveLength(before));
  });

  it('says when the server refuses to move a mail, which is taken once and stays', async () => {
    const path = `/mailboxes/${mailbox}`;
    ok(await admin.call('PUT', path, { incoming: { after: 'move', moveTo: 'Nowhere' } }));
    const before = server.list().length;
    server.deliver(mail('refused'));
    await eventually(async () =>
      expect(await status()).toMatchObject({
        incoming: 'connected',
        lastError: 'The server refused to move a mail to Nowhere. The mail was taken, and stays where it is.',
      }),
    );
    ok(await admin.call('PUT', path, { incoming: { after: 'seen' } }));
    server.deliver(mail('after the refusal'));
    await eventually(async () => expect(await titles()).toContain('after the refusal'));
    expect((await titles()).filter((title) => title === 'refused')).toHaveLength(1);
    expect(server.list()).toHaveLength(before + 2);
  });

  it('gets reports: the delivery of a mail that came back is bounced, and no ticket is opened', async () => {
    const customer = newAddress('gone');
    const compose = { email: customer, title: 'Hello', message: 'Hello', mailbox };
    const { id: ticket } = ok(await admin.call('POST', '/tickets/compose', compose));
    const { messageId } = await outbox.waitFor(customer);
    const before = (await titles()).length;
    server.deliver(
      [
        'From: Mail Delivery System <MAILER-DAEMON@mx.other.example>',
        `To: ${address}`,
        'Subject: Undelivered Mail Returned to Sender',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        ...[
          '',
          '--b',
          'Content-Type: message/delivery-status',
          '',
          'Reporting-MTA: dns; mx.other.example',
          '',
        ],
        ...[`Final-Recipient: rfc822; ${customer}`, 'Action: failed', 'Status: 5.1.1', ''],
        ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId}`, '', '--b--', ''],
      ].join('\r\n'),
    );
    await eventually(async () => {
      const [message] = ok(await admin.call('GET', `/messages?ticket=${ticket}`));
      expect(message.delivery).toMatchObject([{ address: customer, status: 'bounced' }]);
    });
    expect(await titles()).toHaveLength(before);
  });

  it('says when the login is refused, and goes on with the right password', async () => {
    const path = `/mailboxes/${mailbox}`;
    ok(await admin.call('PUT', path, { incoming: { password: 'wrong' } }));
    const refused = 'The login was refused. Check user and password.';
    await eventually(async () =>
      expect(await status()).toMatchObject({ incoming: 'failing', lastError: refused }),
    );
    expect(ok(await admin.call('POST', `${path}/test`)).incoming).toEqual({ ok: false, error: refused });
    ok(await admin.call('PUT', path, { incoming: { password: server.password, folder: 'Nowhere' } }));
    expect(ok(await admin.call('POST', `${path}/test`)).incoming).toEqual({
      ok: false,
      error: 'There is no such folder.',
    });
    ok(await admin.call('PUT', path, { incoming: { folder: 'INBOX' } }));
    await eventually(async () => expect((await status()).incoming).toBe('connected'));
  });

  it('is paused after 24 hours without a login, says so to admins and webhooks, and goes on once it is changed', async () => {
    const site = await openWebSite();
    const path = `/mailboxes/${mailbox}`;
    ok(
      await admin.call('POST', '/webhooks', { url: `${site.url}/hook/paused`, events: ['MAILBOX_FAILING'] }),
    );
    const db = openDatabase({ url: await findDatabase(platform, 'mail'), applicationName: 'test' });
    ok(await admin.call('PUT', path, { incoming: { password: 'wrong' } }));
    await eventually(async () => expect((await status()).incoming).toBe('failing'));
    await db.query("UPDATE mailbox SET failing_since = now() - interval '25 hours'");
    await eventually(async () => expect((await status()).incoming).toBe('paused'));
    await db.close();
    const { email } = ok(await admin.call('GET', '/users/me'));
    const told = await outbox.waitFor(email, ({ subject = '' }) => subject.includes('paused'));
    expect(told.text).toMatch(/Help \(help.*The login was refused/s);
    await eventually(() =>
      expect(site.requests().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
        { event: 'MAILBOX_FAILING', data: { id: mailbox } },
      ]),
    );
    ok(await admin.call('PUT', path, { incoming: { password: server.password } }));
    await eventually(async () => expect((await status()).incoming).toBe('connected'));
    await site.close();
  });

  it('is fetched by another process after a kill: no mail is lost or doubled', async () => {
    const sent = Array.from({ length: 20 }, (_, n) => `kill ${n}`);
    for (const [n, title] of sent.entries()) {
      server.deliver(mail(title));
      if (n === 10) {
        await platform.kill(process.env['PLATFORM'] === 'services' ? 'mail' : undefined);
        if (process.env['PLATFORM'] !== 'services') platform = await startPlatform(platform.env);
      }
    }
    await eventually(async () => {
      const found = (await titles()).filter((title) => title.startsWith('kill'));
      expect(found.sort()).toEqual([...sent].sort());
    });
  });
});
