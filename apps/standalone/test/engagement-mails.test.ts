import { eventually } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { ok } from './support/api';
import { type EngagementWorld, newAddress, startEngagement, type Team } from './support/engagement';

const corpus = join(__dirname, '../../engagement/test/support/bounces');
const LINK = 'https://shop.example/news?a=1&b=2#top';

let world: EngagementWorld;
let team: Team;
let address: string;
let contactId: string;
beforeAll(async () => {
  world = await startEngagement();
});
afterAll(() => world.stop());
beforeEach(async () => {
  team = await world.team();
  address = newAddress('reader');
  contactId = ok(await team.admin.call('POST', '/sessions', { email: address, name: 'Ada' })).id;
});

const letter = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hi {{name}}, ' },
        { type: 'text', text: 'read this', marks: [{ type: 'link', attrs: { href: LINK } }] },
      ],
    },
  ],
};
const none = { unique: 0, total: 0 };
const once = { unique: 1, total: 1 };
const send = async (): Promise<{ id: string; mail: Email }> => {
  const { id } = await team.item('emails', { subject: 'News', message: letter });
  const mail = await world.mailbox.waitFor(address, ({ subject }) => subject === 'News');
  // It is counted a moment after the mail server took it.
  await eventually(async () => expect(await team.statistics(id)).toMatchObject({ sent: once }));
  return { id, mail };
};
/** The address in a mail's HTML that begins with a path of the platform. */
const addressIn = ({ html = '' }: Email, path: string): string =>
  new RegExp(`"(https?://[^"]*/${path}/[^"]+)"`).exec(html)?.[1] ?? '';
const visit = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
it('a mail’s image and links count opens and clicks, and a scanner’s HEAD and GET of the unsubscribe link count nothing', async () => {
  const { id, mail } = await send();
  const [image, click, unsubscribe] = ['o', 'c', 'unsubscribe'].map((path) => addressIn(mail, path));
  for (const url of [image, click, unsubscribe]) await visit(url ?? '', { method: 'HEAD' });
  expect((await visit(unsubscribe ?? '')).status).toBe(200);
  expect(await team.statistics(id)).toMatchObject({ opened: none, clicked: none, unsubscribed: none });
  await visit(image ?? '', { headers: { 'user-agent': 'GoogleImageProxy' } });
  const answer = await visit(click ?? '');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, LINK]);
  expect(await team.statistics(id)).toMatchObject({
    ...{ sent: once, opened: once, clicked: once, unsubscribed: none },
    ...{ links: [{ url: LINK, ...once }], clients: [{ client: 'gmail', count: 1 }] },
  });
});

it('RFC 8058: one POST unsubscribes the contact and counts for the item; the next campaign leaves it out', async () => {
  const { id, mail } = await send();
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const answer = await visit(header.slice(1, -1), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  expect(ok(await team.admin.call('GET', `/sessions/${contactId}`))).toMatchObject({ unsubscribed: true });
  expect(await team.statistics(id)).toMatchObject({ unsubscribed: once });
  const next = await team.item('emails', { subject: 'Next', message: letter });
  await eventually(async () =>
    expect(ok(await team.admin.call('GET', `/engagement/emails/${next.id}`)).status).toBe('finished'),
  );
  expect(await team.statistics(next.id)).toMatchObject({ sent: none });

  // What it asks itself is answered all the same, and offers no unsubscribing.
  const ticket = ok(await team.admin.call('POST', '/tickets', { session: contactId, title: 'My question' }));
  ok(await team.admin.call('POST', '/messages', { ticket: ticket.id, comment: 'The answer' }));
  const reply = await world.mailbox.waitFor(address, ({ subject }) => subject === 'My question');
  expect(reply.text).toContain('The answer');
  expect(reply.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
});

it('links of mails that left lead on when the item is edited, and when it is deleted, which counts no more', async () => {
  const { id, mail } = await send();
  const click = addressIn(mail, 'c');
  const path = `/engagement/emails/${id}`;
  ok(await team.admin.call('PUT', path, { message: 'No link any more.' }));
  const edited = await visit(click);
  expect([edited.status, edited.headers.get('location')]).toEqual([302, LINK]);
  expect(await team.statistics(id)).toMatchObject({ clicked: once });
  ok(await team.admin.call('DELETE', path));
  const answer = await visit(click);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, LINK]);
});

it('a delivery report bounces a mail once; another project’s service token finds nothing, and no person may send one', async () => {
  const { id, mail } = await send();
  const report = readFileSync(join(corpus, 'gmail-unknown-user.eml'), 'latin1').replaceAll(
    '{{message-id}}',
    (mail.messageId ?? '').slice(1, -1),
  );
  const type = { 'content-type': 'message/rfc822' };
  const createBackEnd = async ({ admin }: Team) =>
    world.api.as({ token: ok(await admin.call('POST', '/service-accounts', { name: 'Mail server' })).token });
  const receive = async (of: Team): Promise<unknown> =>
    ok(await (await createBackEnd(of)).call('POST', '/inbound/bounce', Buffer.from(report, 'latin1'), type));
  expect(await receive(await world.team())).toEqual({ status: 'ignored' });
  expect(await team.admin.call('POST', '/inbound/bounce', Buffer.from(report, 'latin1'), type)).toMatchObject(
    {
      status: 403,
      body: { code: 'permission_denied' },
    },
  );
  const bounced = { bounceType: 'hard', engagement: id, session: contactId };
  expect(await receive(team)).toEqual({ status: 'bounced', ...bounced });
  expect(await receive(team)).toEqual({ status: 'duplicate', ...bounced });
  expect(await team.statistics(id)).toMatchObject({ sent: once, bounced: { ...once, hard: 1, soft: 0 } });
});

it('a preview goes to 1 to 10 addresses: 204, else 400 naming emails', async () => {
  const { id } = await team.item('emails', { subject: 'News', message: letter, status: 'draft' });
  const preview = (emails: unknown) =>
    team.admin.call('POST', `/engagement/emails/${id}/send-email-preview`, { emails });
  for (const emails of [undefined, [], Array.from({ length: 11 }, (_, index) => `p${index}@example.com`)]) {
    const { status, body } = await preview(emails);
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['emails']]);
  }
  const unknown = '/engagement/emails/0123456789abcdef01234567/send-email-preview';
  expect(await team.admin.call('POST', unknown, { emails: [] })).toMatchObject({
    status: 404,
    body: { code: 'engagement_email_not_found' },
  });
  expect((await preview([address])).status).toBe(204);
  const { text } = await world.mailbox.waitFor(address, ({ subject }) => subject === '[Preview] News');
  expect(text).toContain(LINK);
});
