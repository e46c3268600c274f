import { freePort } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

let platform: RunningPlatform;
let outbox: Mailbox;
let admin: Api;
let other: Api;
/** Programs of both projects that hand mails in. */
let servers: Map<Api, Api>;
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
  const visitor = createApi(() => `${platform.origin}/v3`);
  ({ api: admin } = await signUp(visitor, outbox));
  ({ api: other } = await signUp(visitor, outbox));
  const openServer = async (api: Api): Promise<[Api, Api]> => {
    const { token } = ok(await api.call('POST', '/service-accounts', { name: 'Mail server' }));
    return [api, visitor.as({ token })];
  };
  servers = new Map(await Promise.all([admin, other].map(openServer)));
}, 180_000);
afterAll(async () => {
  await platform.stop();
  removeHome(platform.home);
  await outbox.close();
}, 60_000);

/** A mailbox of a project. */
const openHelp = async (api: Api, type: 'http' | 'smtp'): Promise<{ id: string; address: string }> =>
  ok(
    await api.call('POST', '/mailboxes', {
      name: 'Help',
      address: newAddress('help'),
      incoming: { type },
    }),
  );

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
