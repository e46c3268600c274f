import { eventually, freePort } from '@parley/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { sendBySmtp } from './support/send-by-smtp';
import { newAddress, signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

let platform: RunningPlatform;
let outbox: Mailbox;
let admin: Api;
let port: number;

beforeAll(async () => {
  outbox = await openMailbox();
  port = await freePort();
  platform = await startPlatform({
    SMTP_URL: outbox.url,
    MAIL_PORT: String(port),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_DEMO: '0',
  });
  ({ api: admin } = await signUp(
    createApi(() => `${platform.origin}/v3`),
    outbox,
  ));
});
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  await outbox.close();
});

const imap = { type: 'imap', host: '127.0.0.1', port: 9143, secure: false, user: 'help', password: 'secret' };
const create = async (fields: Record<string, unknown> = {}) =>
  ok(
    await admin.call('POST', '/mailboxes', {
      name: 'Help',
      address: newAddress('help'),
      incoming: { type: 'http' },
      ...fields,
    }),
  );

const eml = (from: string, to: string, id: string, text = 'My parcel is late.'): string =>
  [
    `From: Mia Berg <${from}>`,
    `To: ${to}`,
    'Subject: My parcel',
    `Message-ID: <${id}@customer.example>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    text,
    '',
  ].join('\r\n');

describe('mailboxes', () => {
  it('are created with defaults, read, listed, changed and deleted; passwords are never shown', async () => {
    const mailbox = await create({
      address: ' Help@Müller.example ',
      incoming: imap,
      signature: 'Your help desk',
    });
    expect(mailbox).toMatchObject({
      name: 'Help',
      address: 'help@xn--mller-kva.example',
      incoming: { type: 'imap', host: '127.0.0.1', port: 9143, folder: 'INBOX', after: 'seen' },
      signature: { type: 'doc' },
      trustReplyTo: false,
      quoteHistory: false,
      status: { incoming: 'connecting', outgoing: 'ok', waiting: 0 },
    });
    expect(JSON.stringify(mailbox)).not.toContain('secret');
    expect(ok(await admin.call('GET', `/mailboxes/${mailbox.id}`)).id).toBe(mailbox.id);
    expect(ok(await admin.call('GET', '/mailboxes?name=Help')).map(({ id }: { id: string }) => id)).toContain(
      mailbox.id,
    );
    const path = `/mailboxes/${mailbox.id}`;
    const changed = ok(
      await admin.call('PUT', path, {
        fromName: 'Help desk',
        signature: null,
        incoming: { after: 'delete' },
      }),
    );
    expect(changed).toMatchObject({
      fromName: 'Help desk',
      incoming: { host: '127.0.0.1', after: 'delete' },
    });
    expect(changed.signature).toBeUndefined();
    expect(ok(await admin.call('DELETE', path)).id).toBe(mailbox.id);
    expect(await admin.call('GET', path)).toMatchObject({ status: 404, body: { code: 'mailbox_not_found' } });
  });

  it.each([
    [{ incoming: { type: 'imap' } }, ['incoming.host', 'incoming.user', 'incoming.password']],
    [{ incoming: { ...imap, after: 'move' } }, ['incoming.moveTo']],
    [{ incoming: { ...imap, port: 22 } }, ['incoming.port']],
    [{ incoming: { ...imap, host: '10.0.0.1' } }, ['incoming.host']],
    [{ outgoing: { host: 'smtp.example.com', user: 'help' } }, ['outgoing.password']],
    [{ address: 'nobody' }, ['address']],
    [{ incoming: { type: 'smtp', host: '127.0.0.1' } }, ['incoming.host']],
    [{ team: '0123456789abcdef01234567' }, ['team']],
  ])('refuse %j and name %j', async (fields, named) => {
    const sent = { name: 'Help', address: newAddress('help'), incoming: { type: 'http' }, ...fields };
    const { status, body } = await admin.call('POST', '/mailboxes', sent);
    expect({ status, fields: body.errors?.map(({ field }: { field: string }) => field) }).toEqual({
      status: 400,
      fields: named,
    });
  });

  it('have an address of their own in the installation: 409 mailbox_address_taken, in any spelling', async () => {
    const { address } = await create();
    const { api: other } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      outbox,
    );
    const again = { name: 'Mine', address: address.toUpperCase(), incoming: { type: 'http' } };
    expect(await other.call('POST', '/mailboxes', again)).toMatchObject({
      status: 409,
      body: { code: 'mailbox_address_taken' },
    });
  });

  it('do not send a password to another server: it has to be sent again', async () => {
    const { id } = await create({ incoming: imap });
    const answer = await admin.call('PUT', `/mailboxes/${id}`, { incoming: { host: '127.0.0.2' } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'incoming.password' }] } });
    const sent = { incoming: { host: '127.0.0.2', password: 'other' } };
    expect(ok(await admin.call('PUT', `/mailboxes/${id}`, sent)).incoming.host).toBe('127.0.0.2');
  });

  it('say in words why a server cannot be reached', async () => {
    const closed = await freePort();
    const { id } = await create({
      incoming: { ...imap, port: closed },
      outgoing: { host: '127.0.0.1', port: closed, secure: false },
    });
    const tried = ok(await admin.call('POST', `/mailboxes/${id}/test`));
    expect(tried).toEqual({
      incoming: { ok: false, error: 'The host refused the connection. Check the port.' },
      outgoing: { ok: false, error: 'The host refused the connection. Check the port.' },
    });
    await eventually(async () => {
      const { status } = ok(await admin.call('GET', `/mailboxes/${id}`));
      expect(status).toMatchObject({ incoming: 'failing', lastError: tried.incoming.error });
    });
  });
});

describe('the SMTP server', () => {
  let help: string;
  let mailboxId: string;
  beforeAll(async () => {
    ({ address: help, id: mailboxId } = await create({ incoming: { type: 'smtp' } }));
    await eventually(async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    });
  });

  interface Found {
    id: string;
    title: string;
    mailbox: unknown;
    session?: { email: string };
  }
  const findTickets = async (email: string) => {
    const { tickets } = ok(await admin.call('GET', '/tickets?limit=100'));
    return (tickets as Found[]).filter(({ session }) => session?.email === email);
  };

  it('makes a ticket of a mail to a mailbox, also with a tag, once whatever the sender repeats', async () => {
    const from = newAddress('mia');
    const data = eml(from, help, 'once');
    expect(await sendBySmtp(port, { from, to: [help.replace('@', '+orders@')], data })).toMatch(/^250/);
    expect(await sendBySmtp(port, { from, to: [help], data })).toMatch(/^250/);
    const found = await findTickets(from);
    expect(found).toMatchObject([{ title: 'My parcel', mailbox: { id: mailboxId, address: help } }]);
    const { status } = ok(await admin.call('GET', `/mailboxes/${mailboxId}`));
    expect(status.lastReceivedAt).toBeDefined();
  });

  it('takes no mail for others: 550', async () => {
    const from = newAddress('mia');
    await expect(
      sendBySmtp(port, { from, to: ['somebody@elsewhere.example'], data: eml(from, help, 'x') }),
    ).rejects.toThrow(/^550 .*no such mailbox/);
  });

  it('takes an answer at a reply address without a mailbox in its recipients', async () => {
    const from = newAddress('mia');
    await sendBySmtp(port, { from, to: [help], data: eml(from, help, 'first') });
    const [ticket] = await findTickets(from);
    ok(await admin.call('POST', '/messages', { ticket: ticket?.id, comment: 'It comes tomorrow.' }));
    const answer = await outbox.waitFor(from);
    const replyTo = answer.replyTo?.[0]?.address ?? '';
    expect(replyTo).toMatch(/^reply\+/);
    await sendBySmtp(port, { from, to: [replyTo], data: eml(from, replyTo, 'second', 'Thank you!') });
    const messages = ok(await admin.call('GET', `/messages?ticket=${ticket?.id}`));
    expect(messages.map(({ plainContent }: { plainContent: string }) => plainContent)).toContain(
      'Thank you!',
    );
  });

  it('has the answer leave from the mailbox, with its name and signature, and come back to it', async () => {
    const { address } = await create({
      incoming: { type: 'smtp' },
      fromName: 'Help desk',
      signature: 'Yours, the desk',
      quoteHistory: true,
    });
    const from = newAddress('mia');
    await sendBySmtp(port, { from, to: [address], data: eml(from, address, 'signed') });
    const [ticket] = await findTickets(from);
    ok(
      await admin.call('POST', '/messages', {
        ticket: ticket?.id,
        markdownComment: 'See [here](https://shop.example/t).',
      }),
    );
    const answer = await outbox.waitFor(from);
    expect(answer.from).toMatchObject({ address, name: 'Help desk' });
    expect(answer.text).toContain('See here (https://shop.example/t).\n\n-- \nYours, the desk');
    expect(answer.html).toContain('Yours, the desk');
    expect(answer.text).toMatch(/On .* at .* UTC, Mia Berg wrote:\n> My parcel is late\./);
    expect(answer.html).toContain('<blockquote type="cite"><p>My parcel is late.</p></blockquote>');
    for (const comment of ['Second.', 'Third.', 'Fourth.'])
      ok(await admin.call('POST', '/messages', { ticket: ticket?.id, comment }));
    const last = await outbox.waitFor(from, ({ text = '' }) => text.startsWith('Fourth.'));
    const quoted = [...(last.text ?? '').matchAll(/^> (.*)$/gm)].map(([, line]) => line);
    expect(quoted).toEqual(['Third.', 'Second.', 'See here (https://shop.example/t).']);
    expect(answer.replyTo?.[0]?.address?.split('@')[1]).toBe(address.split('@')[1]);
  });

  it("has the answer leave by the mailbox's own server, and says when that does not take it", async () => {
    const own = await openMailbox();
    const { port: ownPort } = new URL(own.url);
    const outgoing = { host: '127.0.0.1', port: Number(ownPort), secure: false };
    const mailbox = await create({ incoming: { type: 'http' }, outgoing });
    const from = newAddress('mia');
    await sendBySmtp(port, { from, to: [mailbox.address], data: eml(from, mailbox.address, 'own') });
    const [ticket] = await findTickets(from);
    ok(await admin.call('POST', '/messages', { ticket: ticket?.id, comment: 'By our own server.' }));
    const answer = await own.waitFor(from);
    expect(answer.from).toMatchObject({ address: mailbox.address });
    expect(answer.replyTo).toMatchObject([{ address: mailbox.address }]);
    const read = async () => ok(await admin.call('GET', `/mailboxes/${mailbox.id}`)).status;
    await eventually(async () => expect((await read()).lastSentAt).toBeDefined());
    await own.close();
    ok(await admin.call('POST', '/messages', { ticket: ticket?.id, comment: 'Once more.' }));
    await eventually(async () => expect((await read()).outgoing).toBe('failing'));
  });

  it('gives each project its own of a mail to two', async () => {
    const { api: other } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      outbox,
    );
    const second = newAddress('second');
    ok(await other.call('POST', '/mailboxes', { name: 'Two', address: second, incoming: { type: 'smtp' } }));
    const from = newAddress('mia');
    await sendBySmtp(port, { from, to: [help, second], data: eml(from, `${help}, ${second}`, 'both') });
    expect(await findTickets(from)).toHaveLength(1);
    expect(ok(await other.call('GET', '/tickets'))).toMatchObject({ tickets: [{ title: 'My parcel' }] });
  });

  it('refuses what cannot be read: 554, and what is over 30 MB: 552', async () => {
    const from = newAddress('mia');
    await expect(sendBySmtp(port, { from, to: [help], data: '\r\n'.repeat(460_000) })).rejects.toThrow(
      /^554/,
    );
    const large = Buffer.alloc(30 * 1024 * 1024 + 1, 'a');
    await expect(sendBySmtp(port, { from, to: [help], data: large, saysSize: false })).rejects.toThrow(
      /^552/,
    );
  });

  it('keeps nothing of clients that leave in the middle of a mail', async () => {
    const part = Buffer.alloc(28 * 1024 * 1024, 'words of a long mail\r\n');
    // Together they are more than what is held at once.
    for (let n = 0; n < 10; n += 1) {
      const socket = connect(port, '127.0.0.1');
      const lines = createInterface({ input: socket });
      for (const command of ['EHLO x', 'MAIL FROM:<mia@customer.example>', `RCPT TO:<${help}>`, 'DATA']) {
        await once(lines, 'line');
        socket.write(`${command}\r\n`);
      }
      await new Promise((resolve) => socket.write(part, resolve));
      socket.destroy();
    }
    const from = newAddress('mia');
    expect(await sendBySmtp(port, { from, to: [help], data: eml(from, help, 'after') })).toMatch(/^250/);
  });

  it('ends a connection that does not greet within 10 s, and no other', async () => {
    const silent = connect(port, '127.0.0.1');
    const polite = connect(port, '127.0.0.1');
    polite.resume();
    await once(polite, 'data');
    polite.write('EHLO x\r\n');
    silent.resume();
    await once(silent, 'close');
    const answers = once(polite, 'data');
    polite.write('NOOP\r\n');
    expect(String((await answers)[0])).toMatch(/^250/);
    polite.destroy();
  });

  it('says how to start beside another platform that has the port', async () => {
    const second = await startPlatform({ SMTP_URL: outbox.url, MAIL_PORT: String(port), PARLEY_DEMO: '0' });
    const { api } = await signUp(
      createApi(() => `${second.origin}/v3`),
      outbox,
    );
    const fields = { name: 'Help', address: newAddress('help'), incoming: { type: 'smtp' } };
    const { id } = ok(await api.call('POST', '/mailboxes', fields));
    const reason = `Port ${port} of 127.0.0.1 cannot be used: another program listens there. Stop it, or set MAIL_PORT to a free one.`;
    const { incoming } = ok(await api.call('POST', `/mailboxes/${id}/test`));
    expect(incoming).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
    expect(second.output()).toContain(reason);
    await second.stop();
    removeHome(second.home);
  });

  it('takes 100 recipients: 452 for the next', async () => {
    const from = newAddress('mia');
    const to = Array.from({ length: 101 }, (_, n) => help.replace('@', `+${n}@`));
    const refused: string[] = [];
    await sendBySmtp(port, { from, to, data: eml(from, help, 'hundred'), refused });
    expect(refused).toEqual([expect.stringMatching(/^452 .*Too many recipients/)]);
  });

  it('has an address open 20 connections, and hand in 60 mails a minute: 421', async () => {
    const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
    const greetings = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((resolve) => createInterface({ input: socket }).once('line', resolve)),
      ),
    );
    for (const socket of sockets) socket.destroy();
    expect(greetings.filter((line) => line.startsWith('220'))).toHaveLength(20);
    expect(greetings.filter((line) => line.startsWith('421'))).toHaveLength(10);
    const from = newAddress('mia');
    await eventually(async () => {
      const refused = sendBySmtp(port, { from, to: ['somebody@elsewhere.example'], data: 'x' });
      await expect(refused).rejects.toThrow(/^421 .*Too many mails/);
    });
  });
});
