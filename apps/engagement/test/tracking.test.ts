import { signClick } from '@parley/auth';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openToken } from '../src/emails/tokens';
import { type DeliveryRow, type Mailing, required, startMailing } from './support/mailing';

let world: Mailing;
let itemId: string;
let delivery: DeliveryRow;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.newProject();
  world.people.add(world.projectId, { email: 'ada@example.com' });
  const item = await world.create();
  await world.finished(item.id);
  itemId = item.id;
  delivery = required((await world.deliveries(itemId))[0]);
});

const context = () => ({
  ...world.as('user'),
  scope: { actor: { type: 'system' as const, name: 'gateway' }, projectId: world.projectId },
});
const mail = () => ({ projectId: world.projectId, deliveryId: delivery.id });
const open = (userAgent = '', token = openToken(world.sealer, mail())) =>
  world.tracking.trackOpen({ token, userAgent }, context());
const click = (url: string, token = signClick(world.sealer, { ...mail(), url })) =>
  world.tracking.trackClick({ token, userAgent: 'x' }, context());
const stats = async () => (await world.read(itemId)).stats;
const verbs = async () => (await world.told(itemId)).map(({ verb }) => verb);
const clients = () =>
  world.db.query('SELECT client, opens FROM email_client WHERE item_id = $1 ORDER BY client', [itemId]);

it('opens count the contact once and every time in total, by reading program', async () => {
  await open('GoogleImageProxy');
  await open('GoogleImageProxy');
  await open('Thunderbird/1');
  expect(await stats()).toMatchObject({ opened: 1 });
  expect(required((await world.deliveries(itemId))[0]).opens).toBe(3);
  expect(await clients()).toEqual([
    { client: 'gmail', opens: 2 },
    { client: 'thunderbird', opens: 1 },
  ]);
  expect(await verbs()).toEqual(['sent', 'opened', 'opened', 'opened']);
});

it('fifty opens at once are fifty', async () => {
  await Promise.all(Array.from({ length: 50 }, () => open()));
  expect(await stats()).toMatchObject({ opened: 1 });
  expect(required((await world.deliveries(itemId))[0]).opens).toBe(50);
});

it('a click counts as an open too when there was none', async () => {
  await click('https://shop.example/a');
  await click('https://shop.example/a');
  await click('https://shop.example/b');
  expect(await stats()).toMatchObject({ opened: 1, clicked: 1 });
  expect(required((await world.deliveries(itemId))[0])).toMatchObject({ opens: 1, clicks: 3 });
  const links = await world.db.query('SELECT url, clicks FROM email_click WHERE item_id = $1 ORDER BY url', [
    itemId,
  ]);
  expect(links).toEqual([
    { url: 'https://shop.example/a', clicks: 2 },
    { url: 'https://shop.example/b', clicks: 1 },
  ]);
});

it('counting changes stats and never updatedAt', async () => {
  const { updatedAt } = await world.read(itemId);
  await open();
  await click('https://shop.example/');
  expect((await world.read(itemId)).updatedAt).toEqual(updatedAt);
});

it('a token that is not ours, of another project or of one that is gone counts nothing', async () => {
  await open('', 'x.y');
  await open('', openToken(world.sealer, { ...mail(), projectId: '0'.repeat(24) }));
  await click(
    '',
    signClick(world.sealer, { ...mail(), projectId: '0'.repeat(24), url: 'https://x.example' }),
  );
  await open('', signClick(world.sealer, { ...mail(), url: 'https://x.example' }));
  await click('', 'x.y');
  expect(await stats()).toMatchObject({ opened: 0, clicked: 0 });
});

it('unsubscribing counts once for the item, and what is gone counts nothing', async () => {
  const note = () => world.tracking.noteUnsubscribed({ deliveryId: delivery.id }, context());
  await note();
  await note();
  expect(await stats()).toMatchObject({ unsubscribed: 1 });
  expect(await verbs()).toEqual(['sent', 'unsubscribed']);
  await world.emails.deleteEngagementEmail({ engagementEmailId: itemId }, world.as('user'));
  await note();
  await open();
  await click('https://shop.example/');
});

describe('a delivery report', () => {
  const report = (name: string, { messageId, address }: { messageId: string; address: string }) =>
    Buffer.from(
      readFileSync(join(__dirname, `support/bounces/${name}.eml`), 'latin1')
        .replaceAll('{{message-id}}', messageId)
        .replaceAll('{{bounce-address}}', address)
        .replaceAll('{{BOUNCE-ADDRESS}}', address.toUpperCase()),
      'latin1',
    );
  const ours = () => {
    const { email, sender } = required(world.sink.mails.at(-1));
    return { messageId: required(email.messageId).slice(1, -1), address: sender };
  };
  const foreign = { messageId: 'x@y.example', address: 'someone@parley.example' };
  const receive = (mime: Buffer, as = world.as('user')) => world.mails.receiveBounce({ mime }, as);
  const session = () => required(world.people.all[0]).id;

  it('by the Message-ID of the returned mail: bounced, hard; the second time duplicate', async () => {
    const answer = { bounceType: 'hard', engagement: itemId, session: session() };
    expect(await receive(report('postfix-unknown-user', { ...ours(), address: foreign.address }))).toEqual({
      status: 'bounced',
      ...answer,
    });
    expect(await receive(report('gmail-unknown-user', ours()))).toEqual({ status: 'duplicate', ...answer });
    expect(await world.deliveries(itemId)).toEqual([
      expect.objectContaining({ status: 'bounced', bounceType: 'hard' }),
    ]);
    expect(await stats()).toMatchObject({ sent: 1, bounced: 1 });
    expect((await world.told(itemId)).at(-1)).toEqual({
      verb: 'bounced',
      payload: expect.objectContaining({ bounceType: 'hard', code: '5.1.1', domain: 'example.com' }),
    });
    const next = await world.create({ name: 'next' });
    await world.finished(next.id);
    expect(await world.deliveries(next.id)).toEqual([
      expect.objectContaining({ status: 'skipped', reason: 'bounced_before' }),
    ]);
  });

  it.each(['no-returned-mail', 'forwarded-original-to', 'upper-case-address'])(
    'by the address that %s was sent to',
    async (name) => {
      expect(await receive(report(name, { ...ours(), messageId: foreign.messageId }))).toMatchObject({
        status: 'bounced',
      });
    },
  );

  it('that names one mail by its Message-ID and another by its address is about the first', async () => {
    const first = ours();
    const next = await world.create({ name: 'next' });
    await world.finished(next.id);
    const both = { messageId: first.messageId, address: ours().address };
    expect(both.address).not.toBe(first.address);
    expect(await receive(report('postfix-unknown-user', both))).toMatchObject({ engagement: itemId });
    expect(await world.deliveries(next.id)).toEqual([expect.objectContaining({ status: 'sent' })]);
  });

  it('with 4.x.x is a soft bounce, after which the address gets mail again', async () => {
    expect(await receive(report('postfix-expired-headers-only', ours()))).toMatchObject({
      status: 'bounced',
      bounceType: 'soft',
    });
    const { bounced } = await world.results.getEngagementStatistics(
      { engagementId: itemId },
      world.as('user'),
    );
    expect(bounced).toEqual({ unique: 1, total: 1, hard: 0, soft: 1 });
    const next = await world.create({ name: 'next' });
    await world.finished(next.id);
    expect(await world.deliveries(next.id)).toEqual([expect.objectContaining({ status: 'sent' })]);
  });

  it.each(['postfix-delayed', 'delivered-receipt', 'out-of-office', 'qmail-plain-text', 'read-receipt'])(
    '%s is ignored and changes nothing',
    async (name) => {
      expect(await receive(report(name, ours()))).toEqual({ status: 'ignored' });
      expect(await world.deliveries(itemId)).toEqual([expect.objectContaining({ status: 'sent' })]);
    },
  );

  it('of no mail of this project is ignored, and an empty body is 400', async () => {
    expect(await receive(report('postfix-unknown-user', foreign))).toEqual({ status: 'ignored' });
    const other = world.as('user', '0'.repeat(24));
    expect(await receive(report('postfix-unknown-user', ours()), other)).toEqual({ status: 'ignored' });
    expect(await stats()).toMatchObject({ bounced: 0 });
    await expect(receive(Buffer.alloc(0))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('fifty times at once bounces once', async () => {
    const mime = report('amazon-ses', ours());
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive(mime)));
    expect(answers.filter(({ status }) => status === 'bounced')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'duplicate')).toHaveLength(49);
    expect(await stats()).toMatchObject({ bounced: 1 });
  });
});
