import { serviceDatabaseUrl, serviceNames } from '@parley/runtime';
import { eventually, freePort } from '@parley/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { rowsContaining } from './support/leftovers';
import { type Mailbox, openMailbox } from './support/mailbox';
import { sendBySmtp } from './support/send-by-smtp';
import { newAddress, signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

let platform: RunningPlatform;
let outbox: Mailbox;
let admin: Api;
let other: Api;
/** Programs of both projects that hand mails in. */
let servers: Map<Api, Api>;
let port: number;
/** Of all services. */
let databases: string;

beforeAll(async () => {
  outbox = await openMailbox();
  port = await freePort();
  databases = newDatabaseUrl('mail_participants');
  platform = await startPlatform({
    DATABASE_URL: databases,
    SMTP_URL: outbox.url,
    MAIL_PORT: String(port),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_DEMO: '0',
  });
  const visitor = createApi(() => `${platform.origin}/v3`);
  ({ api: admin } = await signUp(visitor, outbox));
  ({ api: other } = await signUp(visitor, outbox));
  const openServer = async (api: Api): Promise<[Api, Api]> => {
    const { token } = ok(await api.call('POST', '/service-accounts', { name: 'Mail server' }));
    return [api, visitor.as({ token })];
  };
  servers = new Map(await Promise.all([admin, other].map(openServer)));
});
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  await dropDatabases(databases);
  await outbox.close();
});

/** A mailbox of a project. */
const openHelp = async (api: Api, type: 'http' | 'smtp'): Promise<{ id: string; address: string }> => {
  const sent = { name: 'Help', address: newAddress('help'), incoming: { type } };
  const { id, address } = ok(await api.call('POST', '/mailboxes', sent));
  return { id, address };
};

interface Found {
  id: string;
  session?: { email: string };
  participants: { id: string; email?: string; role: string }[];
}

interface Written {
  from: string;
  to: string;
  text?: string;
  headers?: Record<string, string>;
}

let written = 0;
/** A mail of a person as it travels. */
const write = ({ from, to, text = 'My parcel is late.', headers = {} }: Written): string => {
  written += 1;
  const lines = {
    From: from,
    To: to,
    Subject: 'My parcel',
    'Message-ID': `<${written}@people.example>`,
    Date: new Date().toUTCString(),
    ...headers,
  };
  return [...Object.entries(lines).map(([name, value]) => `${name}: ${value}`), '', text, ''].join('\r\n');
};

const post = async (api: Api, mail: Written) => {
  const headers = { 'content-type': 'message/rfc822' };
  return ok(
    await (servers.get(api) ?? api).call('POST', '/inbound/email', Buffer.from(write(mail)), headers),
  );
};

describe('a mailbox of type http', () => {
  it('gets the mails that are posted for its address, by its own project alone', async () => {
    const help = await openHelp(admin, 'http');
    const mail = { from: newAddress('mia'), to: help.address.replace('@', '+orders@') };
    const { ticket } = await post(admin, mail);
    expect(ok(await admin.call('GET', `/tickets/${ticket}`)).mailbox).toEqual({
      id: help.id,
      address: help.address,
    });
    expect(ok(await admin.call('GET', `/mailboxes/${help.id}`)).status.lastReceivedAt).toBeDefined();
    const { ticket: strange } = await post(other, { from: newAddress('mia'), to: help.address });
    expect(ok(await other.call('GET', `/tickets/${strange}`)).mailbox).toBeUndefined();
  });
});

describe('a mail with people in Cc', () => {
  let help: { id: string; address: string };
  beforeAll(async () => {
    help = await openHelp(admin, 'smtp');
    await eventually(async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    });
  });

  const send = (mail: Written, to = [mail.to]) =>
    sendBySmtp(port, { from: mail.from, to, data: write(mail) });
  const find = async (from: string) => {
    const { tickets } = ok(await admin.call('GET', '/tickets?limit=100'));
    return (tickets as Found[]).filter(({ session }) => session?.email === from);
  };
  const read = async (id: string | undefined): Promise<Found> =>
    ok(await admin.call('GET', `/tickets/${id}`));
  const people = ({ participants }: Found) => participants.map(({ email, role }) => `${role} ${email}`);
  const reply = async (ticket: string | undefined, rest: object = {}) =>
    ok(await admin.call('POST', '/messages', { ticket, comment: 'It comes tomorrow.', ...rest }));
  const texts = async (ticket: string | undefined): Promise<string[]> =>
    ok(await admin.call('GET', `/messages?ticket=${ticket}&sort=index`)).map(
      ({ plainContent }: { plainContent: string }) => plainContent,
    );
  /** A ticket of a new person with another in Cc, and the mail of a reply. */
  const converse = async () => {
    const [mia, lin] = [newAddress('mia'), newAddress('lin')];
    await send({ from: mia, to: help.address, headers: { Cc: `Lin Park <${lin}>` } });
    const [ticket] = await find(mia);
    await reply(ticket?.id);
    const mail = await outbox.waitFor(lin);
    const replyTo = mail.replyTo?.[0]?.address ?? '';
    return { mia, lin, ticket: ticket?.id, mail, replyTo };
  };

  it('has them get the answer in one mail, and theirs join the ticket', async () => {
    const { mia, lin, ticket, mail, replyTo } = await converse();
    expect(mail).toMatchObject({
      from: { address: help.address },
      to: [{ address: mia }],
      cc: [{ address: lin, name: 'Lin Park' }],
    });
    expect((await outbox.waitFor(mia)).messageId).toBe(mail.messageId);
    const third = newAddress('third');
    await send(
      {
        from: lin,
        to: replyTo,
        text: 'I pick it up.',
        headers: { Cc: `${mia}, ${third}, ${help.address}` },
      },
      [replyTo, help.address],
    );
    expect(await texts(ticket)).toEqual(['My parcel is late.', 'It comes tomorrow.', 'I pick it up.']);
    expect(people(await read(ticket))).toEqual([`requester ${mia}`, `cc ${lin}`, `cc ${third}`]);
    expect(await find(lin)).toEqual([]);
    const later = { 'In-Reply-To': mail.messageId ?? '' };
    await send({ from: third, to: help.address, text: 'Me too.', headers: later });
    expect(await texts(ticket)).toHaveLength(4);
  });

  it('lets no stranger in who knows a Message-ID', async () => {
    const { ticket, mail } = await converse();
    const mallory = newAddress('mallory');
    const headers = {
      'In-Reply-To': mail.messageId ?? '',
      References: mail.messageId ?? '',
      Cc: newAddress('x'),
    };
    await send({ from: mallory, to: help.address, text: 'And the invoice?', headers });
    expect(await texts(ticket)).toHaveLength(2);
    expect((await read(ticket)).participants).toHaveLength(2);
    expect(await find(mallory)).toHaveLength(1);
  });

  it('has at most 50 participants, and refuses a reply that adds another', async () => {
    const mia = newAddress('mia');
    const crowd = Array.from({ length: 60 }, () => newAddress('crowd'));
    await send({ from: mia, to: help.address, headers: { Cc: crowd.join(',\r\n ') } });
    const [ticket] = await find(mia);
    expect((await read(ticket?.id)).participants).toHaveLength(50);
    const body = { ticket: ticket?.id, comment: 'Hello', cc: [newAddress('more')] };
    expect(await admin.call('POST', '/messages', body)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cc' }] },
    });
  });

  it('keeps Bcc from all others, and shows it to the team', async () => {
    const { mia, lin, ticket } = await converse();
    const [boss, other] = [newAddress('boss'), newAddress('other')];
    const { id } = await reply(ticket, { comment: 'With a witness.', cc: [lin, other], bcc: [boss] });
    const hidden = await outbox.waitFor(boss);
    expect(hidden.cc?.map(({ address }) => address)).toEqual([lin, other]);
    for (const { source } of outbox.mails()) expect(source).not.toContain(boss);
    expect(people(await read(ticket))).toEqual([`requester ${mia}`, `cc ${lin}`, `cc ${other}`]);
    await eventually(async () => {
      const [message] = ok(await admin.call('GET', `/messages?id=${id}`));
      const told = message.delivery.map((one: { address: string; status: string }) => [
        one.address,
        one.status,
      ]);
      expect(told).toEqual([mia, lin, other, boss].map((address) => [address, 'sent']));
    });
  });

  it('leaves nothing of a participant whose contact is deleted', async () => {
    const { mia, lin, ticket } = await converse();
    const contact = (await read(ticket)).participants.find(({ email }) => email === lin)?.id ?? '';
    ok(await admin.call('DELETE', `/sessions/${contact}`));
    await eventually(async () => {
      const shown = JSON.stringify([
        await read(ticket),
        ok(await admin.call('GET', `/messages?ticket=${ticket}`)),
      ]);
      expect(shown).not.toContain(lin);
      expect(shown).not.toContain(contact);
    });
    await eventually(async () => {
      const left = await Promise.all(
        [...serviceNames, 'gateway'].map((name) =>
          rowsContaining(serviceDatabaseUrl(databases, name as never), [lin, contact]),
        ),
      );
      expect(left.flat()).toEqual([]);
    });
    await reply(ticket, { comment: 'For you alone.' });
    const mail = await outbox.waitFor(mia, ({ text = '' }) => text.startsWith('For you alone.'));
    expect(mail.cc ?? []).toEqual([]);
  });
});

describe('the mailbox of a ticket', () => {
  it('is set and cleared by PUT and set on compose, of the own project alone', async () => {
    const help = await openHelp(admin, 'http');
    const foreign = await openHelp(other, 'http');
    const email = newAddress('mia');
    const composed = ok(
      await admin.call('POST', '/tickets/compose', { email, message: 'Hello', mailbox: help.id }),
    );
    expect(composed.mailbox).toEqual(help);
    expect((await outbox.waitFor(email)).from).toMatchObject({ address: help.address });
    const path = `/tickets/${composed.id}`;
    expect(ok(await admin.call('PUT', path, { mailbox: null })).mailbox).toBeUndefined();
    expect(ok(await admin.call('PUT', path, { mailbox: help.id })).mailbox).toEqual(help);
    for (const answer of [
      await admin.call('PUT', path, { mailbox: foreign.id }),
      await admin.call('POST', '/tickets/compose', { email, message: 'Hello', mailbox: foreign.id }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'mailbox_not_found' } });
  });

  it('is the first with a server of its own where the ticket has none, else MAIL_FROM', async () => {
    const email = newAddress('mia');
    const compose = async (api: Api) =>
      ok(await api.call('POST', '/tickets/compose', { email, message: 'Hello' }));
    await compose(other);
    expect((await outbox.waitFor(email)).from?.address).not.toContain('desk');
    const own = await openMailbox();
    const { api: third } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      outbox,
    );
    await openHelp(third, 'http');
    const outgoing = { host: '127.0.0.1', port: Number(new URL(own.url).port), secure: false };
    const desk = { name: 'Desk', address: newAddress('desk'), incoming: { type: 'http' }, outgoing };
    const { address } = ok(await third.call('POST', '/mailboxes', desk));
    await compose(third);
    expect((await own.waitFor(email)).from).toMatchObject({ address });
    await own.close();
  });
});
