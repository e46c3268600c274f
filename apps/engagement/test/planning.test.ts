import { eventually } from '@parley/testing';
import { type Mailing, startMailing } from './support/mailing';
import { type Person } from './support/people';

let world: Mailing;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

/** Pages follow each other from the end of the alphabet. */
const addNamed = (...names: string[]) =>
  names.map((name) => world.people.add(world.projectId, { email: `${name}@example.com` }));
const change = (person: Person | undefined, fields: Partial<Person>) =>
  Object.assign(person ?? {}, fields, { updatedAt: new Date().toISOString() });
/** Does something before a page of one contact each is read; the first page is number 1. */
const beforePage = (number: number, act: () => void) => {
  world.people.pageSize = 1;
  let asked = 0;
  world.people.beforePage = () => {
    asked += 1;
    if (asked === number) act();
  };
};
const mails = () => world.sink.mails.map(({ to }) => to).sort();
const reasons = async (id: string) =>
  (await world.deliveries(id)).map(({ status, reason }) => reason ?? status).sort();

describe('while a round is planned', () => {
  it('a contact whose new address was passed already gets its mail all the same', async () => {
    const [late] = addNamed('a', 'm', 'z');
    beforePage(3, () => change(late, { email: 'zz@example.com' }));
    const item = await world.create();
    const done = await world.finished(item.id);
    expect(mails()).toEqual(['m@example.com', 'z@example.com', 'zz@example.com']);
    expect(done.stats).toMatchObject({ sent: 3, skipped: 0 });
  });

  it('a contact whose new address comes again gets one mail', async () => {
    const [, , early] = addNamed('a', 'm', 'z');
    beforePage(2, () => change(early, { email: 'b@example.com' }));
    const item = await world.create();
    await world.finished(item.id);
    expect(world.sink.mails).toHaveLength(3);
    expect((await world.deliveries(item.id)).filter(({ contactId }) => contactId === early?.id)).toHaveLength(
      1,
    );
  });

  it('a contact that takes the address of another leaves one mail to it; one of them is skipped', async () => {
    const [, , early] = addNamed('a', 'm', 'z');
    world.sink.answer = () => '451 4.3.0 Not yet';
    beforePage(2, () => change(early, { email: 'a@example.com' }));
    const item = await world.create();
    await eventually(async () => expect(await world.deliveries(item.id)).toHaveLength(3));
    world.sink.answer = () => undefined;
    world.move(60_000);
    await world.finished(item.id);
    expect(mails()).toEqual(['a@example.com', 'm@example.com']);
    expect(await reasons(item.id)).toEqual(['duplicate_address', 'sent', 'sent']);
  });

  it('a contact that is gone before its page, or after it, gets none', async () => {
    const [late, , early] = addNamed('a', 'm', 'z');
    world.sink.answer = () => '451 4.3.0 Not yet';
    beforePage(2, () => {
      world.people.all.splice(
        0,
        world.people.all.length,
        ...world.people.all.filter(({ id }) => id !== late?.id && id !== early?.id),
      );
    });
    const item = await world.create();
    await eventually(async () =>
      expect(
        await world.db.query('SELECT FROM email_round WHERE item_id = $1 AND planned_at IS NOT NULL', [
          item.id,
        ]),
      ).toHaveLength(1),
    );
    world.sink.answer = () => undefined;
    world.move(60_000);
    const done = await world.finished(item.id);
    expect(mails()).toEqual(['m@example.com']);
    expect(done.stats).toMatchObject({ pending: 0, sent: 1, skipped: 0 });
  });

  it('who comes to match later gets none, also one who was added meanwhile', async () => {
    addNamed('m', 'z');
    beforePage(2, () => {
      const later = new Date(Date.now() + 60_000).toISOString();
      world.people.add(world.projectId, { email: 'a@example.com', createdAt: later, updatedAt: later });
    });
    const item = await world.create();
    await world.finished(item.id);
    expect(mails()).toEqual(['m@example.com', 'z@example.com']);
  });

  it('a process that ends in the second look is followed by one that goes on there', async () => {
    const [late] = addNamed('a', 'm', 'z');
    let asked = 0;
    world.people.beforePage = () => {
      asked += 1;
      if (asked === 1) return;
      if (asked === 2) {
        change(late, { email: 'zz@example.com' });
        throw new Error('contacts are away');
      }
    };
    const item = await world.create();
    await eventually(() => expect(asked).toBe(2));
    await world.restart();
    world.move(31_000);
    await world.finished(item.id);
    expect(world.sink.mails).toHaveLength(3);
  });
});
