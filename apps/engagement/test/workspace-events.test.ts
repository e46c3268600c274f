import { eventually } from '@parley/testing';
import { document, type Mailing, MEMBER, startMailing } from './support/mailing';

let world: Mailing;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

const leaves = (userId = MEMBER) =>
  world.publish('workspace.v1.member.removed', userId, { projectId: world.projectId, userId });
const updates = async (id: string) =>
  world.db.query<{ payload: { item: { sender?: unknown } } }>(
    "SELECT payload FROM told WHERE aggregate_id = $1 AND subject = 'engagement.v1.item.updated'",
    [id],
  );

it('a member who is removed is no longer the sender of the project’s items, and each tells that it changed', async () => {
  const item = await world.create({ status: 'draft', sender: MEMBER });
  const named = await world.create({ status: 'draft', sender: { name: 'Ada' } });
  await leaves();
  const after = await world.read(item.id);
  expect(after.sender).toBeUndefined();
  expect(after.updatedAt).not.toBe(item.updatedAt);
  expect((await updates(item.id)).map(({ payload }) => payload.item.sender)).toEqual([undefined]);
  expect(await world.read(named.id)).toEqual(named);
  expect(await updates(named.id)).toEqual([]);
});

it('also of more items than are read at a time, and of live ones', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 101; count += 1)
    ids.push((await world.create({ status: 'draft', sender: MEMBER })).id);
  const startSendingAfter = new Date(Date.now() + 3_600_000);
  ids.push((await world.create({ sender: MEMBER, startSendingAfter })).id);
  await leaves();
  const rows = await world.db.query('SELECT FROM item WHERE id = ANY($1) AND sender IS NULL', [ids]);
  expect(rows).toHaveLength(102);
});

it('another member, another project and an item that was changed since stay as they are', async () => {
  const item = await world.create({ status: 'draft', sender: MEMBER });
  await leaves('0123456789abcdef0000000b');
  expect(await world.read(item.id)).toEqual(item);
  const mine = world.projectId;
  world.newProject();
  await leaves();
  world.projectId = mine;
  expect(await world.read(item.id)).toEqual(item);
  await world.db.query("UPDATE item SET updated_at = now() + interval '1 hour' WHERE id = $1", [item.id]);
  await leaves();
  expect((await world.read(item.id)).sender).toBe(MEMBER);
});

it('mails that leave afterwards are from the project', async () => {
  world.people.add(world.projectId);
  world.sink.answer = () => '451 4.3.0 Not yet';
  const item = await world.create({ sender: MEMBER });
  // Refused once, and waiting for the next attempt.
  await eventually(async () =>
    expect(
      await world.db.query(
        'SELECT FROM email_delivery WHERE item_id = $1 AND attempts = 1 AND lease_until IS NULL',
        [item.id],
      ),
    ).toHaveLength(1),
  );
  await leaves();
  world.sink.answer = () => undefined;
  world.move(60_000);
  await world.finished(item.id);
  expect(world.sink.mails.map(({ email }) => email.from?.name)).toEqual(['Acme']);
});

it('widgets show a member by name and picture alone, and no longer once the member left', async () => {
  const ada = world.people.add(world.projectId);
  const item = { name: 'Banner', status: 'live', message: document('Hi'), sender: MEMBER };
  await world.banners.createBanner({ item }, world.as('user'));
  const senders = async () => {
    const { engagements } = await world.widgets.listDueEngagements({}, world.asContact(ada));
    return engagements.map(({ sender }) => sender);
  };
  await eventually(async () => expect(await senders()).toEqual([{ name: 'Grace Hopper' }]));
  await leaves();
  await eventually(async () => expect(await senders()).toEqual([undefined]));
});
