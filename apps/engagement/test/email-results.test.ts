import { signClick } from '@parley/auth';
import { eventually } from '@parley/testing';
import { openToken } from '../src/emails/tokens';
import { type DeliveryRow, type Mailing, required, startMailing } from './support/mailing';

let world: Mailing;
let itemId: string;
let rows: DeliveryRow[];

beforeAll(async () => {
  world = await startMailing();
  // Ada opens, clicks and unsubscribes, Bob opens, Eve does not exist, Mallory is refused, and Ada has a second contact.
  for (const name of ['ada', 'bob', 'eve', 'mallory'])
    world.people.add(world.projectId, {
      email: `${name}@example.com`,
      name,
      lastActivity: '2026-02-01T00:00:00.000Z',
    });
  world.people.add(world.projectId, { email: 'ada@example.com', lastActivity: '2026-01-01T00:00:00.000Z' });
  world.sink.answer = (address) => {
    if (address.startsWith('eve')) return '550 5.1.1 No such user';
    return address.startsWith('mallory') ? '550 5.7.1 Refused' : undefined;
  };
  const item = await world.create();
  await world.finished(item.id);
  itemId = item.id;
  rows = await world.deliveries(itemId);
  const context = world.as('user');
  const of = (address: string) => ({
    projectId: world.projectId,
    deliveryId: required(rows.find((row) => row.address === address && row.status === 'sent')).id,
  });
  const open = (address: string, userAgent: string) =>
    world.tracking.trackOpen({ token: openToken(world.sealer, of(address)), userAgent }, context);
  const click = (url: string) =>
    world.tracking.trackClick(
      { token: signClick(world.sealer, { ...of('ada@example.com'), url }), userAgent: '' },
      context,
    );
  await open('ada@example.com', 'GoogleImageProxy');
  await open('ada@example.com', 'GoogleImageProxy');
  await open('bob@example.com', 'Thunderbird');
  await click('https://shop.example/a');
  await click('https://shop.example/b');
  await click('https://shop.example/b');
  await world.tracking.noteUnsubscribed({ deliveryId: of('ada@example.com').deliveryId }, context);
});
afterAll(() => world.stop());

it('statistics count contacts and how often, links and programs, most first', async () => {
  expect(
    await world.results.getEngagementStatistics({ engagementId: itemId }, world.as('agent')),
  ).toMatchObject({
    id: itemId,
    type: 'EMAIL',
    status: 'finished',
    sent: { unique: 2, total: 2 },
    pending: 0,
    failed: 1,
    skipped: 1,
    opened: { unique: 2, total: 3 },
    clicked: { unique: 1, total: 3 },
    bounced: { unique: 1, total: 1, hard: 1, soft: 0 },
    unsubscribed: { unique: 1, total: 1 },
    links: [
      { url: 'https://shop.example/b', unique: 1, total: 2 },
      { url: 'https://shop.example/a', unique: 1, total: 1 },
    ],
    clients: [
      { client: 'gmail', count: 2 },
      { client: 'thunderbird', count: 1 },
    ],
  });
});

describe('recipients', () => {
  const list = (request: object = {}, context = world.as('agent')) =>
    world.results.listEngagementRecipients({ engagementId: itemId, ...request }, context);

  it('are the mails, newest first, with what became of each', async () => {
    const { data, total } = await list();
    expect(total).toBe(5);
    expect(data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
    const by = (status: string) => data.filter((row) => row.status === status);
    expect(by('sent').find(({ session }) => session?.name === 'ada')).toMatchObject({
      session: { email: 'ada@example.com' },
      sentAt: expect.anything(),
      openedAt: expect.anything(),
      clickedAt: expect.anything(),
      unsubscribedAt: expect.anything(),
    });
    expect(by('bounced')).toEqual([
      expect.objectContaining({ bounceType: 'hard', bouncedAt: expect.anything() }),
    ]);
    expect(by('skipped')).toEqual([expect.objectContaining({ reason: 'duplicate_address' })]);
    expect(by('failed')).toEqual([expect.objectContaining({ reason: expect.stringContaining('Refused') })]);
  });

  it('of some states, with their true number, page by page', async () => {
    expect(await list({ status: 'bounced,skipped' })).toMatchObject({ total: 2, data: [{}, {}] });
    const { data, total } = await list({ skip: 1, limit: 2 });
    expect([data.map(({ id }) => id), total]).toEqual([
      rows
        .map(({ id }) => id)
        .reverse()
        .slice(1, 3),
      5,
    ]);
  });
});

it('another project sees neither', async () => {
  const other = world.as('user', '0'.repeat(24));
  await expect(world.results.getEngagementStatistics({ engagementId: itemId }, other)).rejects.toMatchObject({
    reason: 'ENGAGEMENT_NOT_FOUND',
  });
  await expect(world.results.listEngagementRecipients({ engagementId: itemId }, other)).rejects.toMatchObject(
    { reason: 'ENGAGEMENT_NOT_FOUND' },
  );
});

it('count a contact with two mails once and each mail in total, also when the contact is deleted', async () => {
  const ada = required(world.people.all.find(({ name }) => name === 'ada'));
  const { id } = await world.create({ trigger: 'event', eventTrigger: 'ordered', frequency: 'always' });
  const events = ['e1', 'e2'].map((event) => ({
    id: event,
    name: 'ordered',
    date: new Date().toISOString(),
  }));
  await world.publish('contacts.v1.contact.tracked', ada.id, { contactId: ada.id, events });
  const mails = await eventually(async () => {
    const sent = (await world.deliveries(id)).filter(({ status }) => status === 'sent');
    expect(sent).toHaveLength(2);
    return sent;
  });
  const context = world.as('user');
  const url = 'https://shop.example/c';
  for (const { id: deliveryId } of mails) {
    const token = signClick(world.sealer, { projectId: world.projectId, deliveryId, url });
    await world.tracking.trackClick({ token, userAgent: '' }, context);
    await world.tracking.noteUnsubscribed({ deliveryId }, context);
  }
  const statistics = () => world.results.getEngagementStatistics({ engagementId: id }, context);
  const before = await statistics();
  const both = { unique: 1, total: 2 };
  expect(before).toMatchObject({
    ...{ sent: both, opened: both, clicked: both, unsubscribed: both },
    links: [{ url, ...both }],
  });
  await world.publish('contacts.v1.contact.deleted', ada.id, {});
  expect(await world.deliveries(id)).toEqual([]);
  expect(await statistics()).toEqual(before);
});
