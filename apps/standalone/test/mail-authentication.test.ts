import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { eventually, freePort, type DnsServer, startDnsServer } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { sendBySmtp } from './support/send-by-smtp';

/** An address of the public internet, which the sending server of these domains has. */
const SERVER = '93.184.215.14';
const OTHER_SERVER = '93.184.215.99';
const TRUSTED = 'mx.host.example';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let platform: RunningPlatform;
let outbox: Mailbox;
let dns: DnsServer;
let admin: Api;
let server: Api;
let port: number;
let help: string;

beforeAll(async () => {
  [outbox, dns, port] = await Promise.all([openMailbox(), startDnsServer(), freePort()]);
  // A bank that asks to reject forged mails, and a club that says nothing.
  dns.records.set('bank.example', `v=spf1 ip4:${SERVER} -all`);
  dns.records.set('_dmarc.bank.example', 'v=DMARC1; p=reject');
  dns.records.set('s1._domainkey.bank.example', `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`);
  dns.records.set('watched.example', 'v=spf1 ~all');
  dns.records.set('_dmarc.watched.example', 'v=DMARC1; p=none');
  dns.silent.add('.slow.example');
  platform = await startPlatform({
    SMTP_URL: outbox.url,
    MAIL_PORT: String(port),
    MAIL_PROXIES: '127.0.0.1',
    MAIL_DNS_SERVERS: dns.address,
    MAIL_TRUSTED_AUTHSERV: TRUSTED,
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_DEMO: '0',
  });
  const visitor = createApi(() => `${platform.origin}/v3`);
  ({ api: admin } = await signUp(visitor, outbox));
  const { token } = ok(await admin.call('POST', '/service-accounts', { name: 'Mail server' }));
  server = visitor.as({ token });
  help = newAddress('help');
  ok(await admin.call('POST', '/mailboxes', { name: 'Help', address: help, incoming: { type: 'smtp' } }));
});
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  dns.close();
  await outbox.close();
});

interface Written {
  from: string;
  to?: string;
  inReplyTo?: string;
  signedBy?: string;
  headers?: Record<string, string>;
}

const newPerson = (domain: string): string => newAddress('mia').replace(/@.*/, `@${domain}`);

let count = 0;
const write = async ({ from, to = help, inReplyTo, signedBy, headers }: Written) => {
  count += 1;
  const subject = `Order ${count}`;
  const dkim = signedBy === undefined ? {} : { domainName: signedBy, keySelector: 's1', privateKey };
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({
    ...{ from, to, subject, inReplyTo, headers, text: 'Where is it?\n' },
    ...(signedBy !== undefined && { dkim }),
  });
  return { subject, data: message as Buffer };
};

/** Hands a mail in as the server with an address, and answers its ticket and message. */
const receive = async (mail: Written, proxied = SERVER) => {
  const { subject, data } = await write(mail);
  const sending = { from: mail.from.split(',')[0] ?? '', to: [mail.to ?? help], data, proxied };
  // The server begins to listen within seconds of the first mailbox.
  await eventually(() => sendBySmtp(port, sending));
  return findMessage(subject);
};

/** The message of a mail: the last of its ticket, which the mail changed last. */
const findMessage = async (subject: string) => {
  const { tickets } = ok(await admin.call('GET', '/tickets?limit=100&sort=-updatedAt'));
  for (const { id } of tickets) {
    const messages = ok(await admin.call('GET', `/messages?ticket=${id}&limit=100`));
    const found = messages.find(
      ({ data }: { data?: { email?: { subject?: string } } }) => data?.email?.subject === subject,
    );
    if (found) return found;
  }
  throw new Error(`No message of ${subject}`);
};

const results = (spf: string, dkim: string, dmarc: string) => ({ spf, dkim, dmarc });

it.each([
  ['of its server, signed', { signedBy: 'bank.example' }, SERVER, results('pass', 'pass', 'pass')],
  ['of its server', {}, SERVER, results('pass', 'none', 'pass')],
  [
    'signed, from another server',
    { signedBy: 'bank.example' },
    OTHER_SERVER,
    results('fail', 'pass', 'pass'),
  ],
  ['by a relay with a private address', {}, '10.0.0.5', results('none', 'none', 'none')],
])('a genuine mail %s is not suspicious', async (_, mail, address, expected) => {
  const message = await receive({ from: newPerson('bank.example'), ...mail }, address);
  expect(message.data.email.authentication).toEqual(expected);
  expect(message.suspicious).toBeUndefined();
});

it.each([
  ['nothing', 'club.example', results('none', 'none', 'none')],
  ['to report alone', 'watched.example', results('fail', 'none', 'fail')],
])('a mail of a domain that says %s is not suspicious', async (_, domain, expected) => {
  const message = await receive({ from: newPerson(domain) }, OTHER_SERVER);
  expect(message.data.email.authentication).toEqual(expected);
  expect(message.suspicious).toBeUndefined();
});

describe('a forged mail of a domain that asks to reject them', () => {
  const forged = results('fail', 'none', 'fail');

  it('opens a ticket and is suspicious, whatever Message-ID of the contact it knows', async () => {
    const mia = newPerson('bank.example');
    const first = await receive({ from: mia });
    const inReplyTo = `<${first.data.email.messageId}>`;
    const own = await receive({ from: mia, inReplyTo });
    expect(own.ticket).toBe(first.ticket);
    const other = await receive({ from: mia, inReplyTo }, OTHER_SERVER);
    expect(other.data.email).toMatchObject({ authentication: forged, suspicious: true });
    expect(other.suspicious).toBe(true);
    expect(other.ticket).not.toBe(first.ticket);
  });

  it('joins by the reply address', async () => {
    const mia = newPerson('bank.example');
    const { ticket } = await receive({ from: mia });
    ok(await admin.call('POST', '/messages', { ticket, comment: 'It is on its way.' }));
    const mail = await outbox.waitFor(mia);
    const answer = await receive({ from: mia, to: mail.replyTo?.[0]?.address ?? '' }, OTHER_SERVER);
    expect(answer).toMatchObject({ ticket, suspicious: true });
  });

  it('is found with two senders, and with signatures of servers that do not answer', async () => {
    const mia = newPerson('bank.example');
    const both = await receive({ from: `${mia}, mia@club.example` }, OTHER_SERVER);
    expect(both.suspicious).toBe(true);
    const slow = await receive({ from: mia, signedBy: 'a.slow.example' }, OTHER_SERVER);
    expect(slow.data.email.authentication).toEqual({ ...forged, dkim: 'error' });
    expect(slow.suspicious).toBe(true);
  });
});

describe('a posted mail', () => {
  const post = async (value: string) => {
    const { subject, data } = await write({
      from: newPerson('bank.example'),
      headers: { 'Authentication-Results': value },
    });
    const headers = { 'content-type': 'message/rfc822' };
    ok(await server.call('POST', '/inbound/email', data, headers));
    return findMessage(subject);
  };

  it('is as genuine as a trusted server says', async () => {
    const message = await post(
      `${TRUSTED}; spf=fail; dkim=none; dmarc=fail (p=REJECT) header.from=bank.example`,
    );
    expect(message.data.email.authentication).toEqual(results('fail', 'none', 'fail'));
    expect(message.suspicious).toBe(true);
  });

  it('has no results of other servers', async () => {
    const message = await post('mx.other.example; dmarc=fail (p=REJECT)');
    expect(message.data.email.authentication).toBeUndefined();
    expect(message.suspicious).toBeUndefined();
  });
});
