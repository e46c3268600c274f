import { eventually } from '@parley/testing';
import { type Mailing, startMailing } from './support/mailing';

let world: Mailing;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

const addMany = (count: number, fields: object = {}) =>
  Array.from({ length: count }, () => world.people.add(world.projectId, fields));
const statuses = async (id: string) => {
  const counts: Record<string, number> = {};
  for (const { status, reason } of await world.deliveries(id)) {
    const key = reason === null ? status : `${status} ${reason}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
const tell = (name: string, contactId: string, id: string, date = new Date()) =>
  world.publish('contacts.v1.contact.tracked', contactId, {
    contactId,
    events: [{ id, name, date: date.toISOString() }],
  });

describe('trigger event', () => {
  const afterOrder = { trigger: 'event', eventTrigger: 'ordered' };

  it('once: one mail, however often it happens, and an event twice from the bus counts once', async () => {
    const [ada] = addMany(1);
    const item = await world.create(afterOrder);
    for (const id of ['e1', 'e1', 'e2']) await tell('ordered', ada?.id ?? '', id);
    await tell('viewed', ada?.id ?? '', 'e3');
    await eventually(() => expect(world.sink.mails).toHaveLength(1));
    await eventually(async () =>
      expect(await world.db.query('SELECT FROM email_trigger WHERE item_id = $1', [item.id])).toEqual([]),
    );
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 1 }));
    expect(await world.read(item.id)).toMatchObject({ status: 'live' });
  });

  it('always: one mail for each event', async () => {
    const [ada] = addMany(1);
    const item = await world.create({ ...afterOrder, frequency: 'always' });
    for (const id of ['e1', 'e2', 'e2', 'e3']) await tell('ordered', ada?.id ?? '', id);
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 3 }));
    expect(await world.read(item.id)).toMatchObject({ sent: 1, stats: { sent: 1 } });
  });

  it('days: at most one mail in so many days', async () => {
    const [ada] = addMany(1);
    const item = await world.create({ ...afterOrder, frequency: 'days', frequencyDays: 2 });
    await tell('ordered', ada?.id ?? '', 'e1');
    await tell('ordered', ada?.id ?? '', 'e2', new Date(Date.now() + 86_400_000));
    await tell('ordered', ada?.id ?? '', 'e3', new Date(Date.now() + 2 * 86_400_000 + 60_000));
    await eventually(async () =>
      expect(await world.db.query('SELECT FROM email_trigger WHERE item_id = $1', [item.id])).toEqual([]),
    );
    expect((await world.deliveries(item.id)).map(({ occasion }) => occasion).sort()).toEqual(['ee1', 'ee3']);
  });

  it('only who belongs to the audience at the event, tracked while the item is live', async () => {
    const [pro, free] = ['pro', 'free'].map((plan) => world.people.add(world.projectId, { plan }));
    const conditions = [{ field: 'plan', operator: 'eq', value: 'pro' }];
    const item = await world.create({ ...afterOrder, conditions });
    await world.update(item.id, { status: 'paused' });
    await tell('ordered', pro?.id ?? '', 'paused');
    // By the service's clock it goes live a minute after the next event, of which it hears when it is live.
    world.move(60_000);
    await world.update(item.id, { status: 'live' });
    await tell('ordered', pro?.id ?? '', 'before');
    await world.update(item.id, { status: 'paused' });
    world.move(-60_000);
    await world.update(item.id, { status: 'live' });
    await tell('ordered', free?.id ?? '', 'e1');
    await tell('ordered', pro?.id ?? '', 'e2');
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 1 }));
    expect((await world.deliveries(item.id)).map(({ occasion }) => occasion)).toEqual(['ee2']);
  });

  it('what was tracked while the item was live is followed, also when it is told of after a pause or a new start', async () => {
    const [ada, bob] = addMany(2);
    // By the service's clock it was live from a minute ago until a minute from now.
    world.move(-60_000);
    const item = await world.create(afterOrder);
    world.move(120_000);
    await world.update(item.id, { status: 'paused' });
    await tell('ordered', ada?.id ?? '', 'paused');
    await eventually(async () =>
      expect(await world.db.query('SELECT FROM email_trigger WHERE item_id = $1', [item.id])).toHaveLength(1),
    );
    expect(await statuses(item.id)).toEqual({});
    await world.update(item.id, { status: 'live' });
    await tell('ordered', bob?.id ?? '', 'resumed');
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 2 }));
    world.move(-60_000);
  });
});
