import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Mailing, startMailing } from './support/mailing';
import type { Person } from './support/people';

/** A look at an item and its contacts is believed for 1 s. */
const BELIEF_OVER_MS = 1_100;

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
/**
 * Lets refused mails come due again until all are sent: one may still be refused while the clock moves. It does not move while a mail is
 * on its way, because that would be sent twice after the end of its lease.
 */
const finishedLater = (id: string) =>
  eventually(async () => {
    const inHand = await world.db.query(
      "SELECT FROM email_delivery WHERE status = 'pending' AND lease_until IS NOT NULL",
    );
    if (inHand.length === 0) world.move(60_000);
    const item = await world.read(id);
    expect(item.status).toBe('finished');
    return item;
  });
const reasons = async (id: string) =>
  (await world.deliveries(id)).map(({ status, reason }) => reason ?? status).sort();

it('going live is answered before anybody of the audience was looked at', async () => {
  addNamed('a', 'b');
  let letGo = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  world.people.beforePage = () => answered;
  const item = await world.create();
  expect(item).toMatchObject({ status: 'live', stats: { pending: 0 } });
  letGo();
  await world.finished(item.id);
  expect(mails()).toHaveLength(2);
});

describe('while a round is planned', () => {
  it('a contact whose new address was passed already gets its mail all the same', async () => {
    const [late] = addNamed('a', 'm', 'z');
    beforePage(3, () => change(late, { email: 'zz@example.com' }));
    const item = await world.create();
    const done = await world.finished(item.id);
    expect(mails()).toEqual(['m@example.com', 'z@example.com', 'zz@example.com']);
    expect(done.stats).toMatchObject({ sent: 3, skipped: 0 });
  });

  it('a contact whose new address was passed already and has its mail is skipped', async () => {
    const [late] = addNamed('a', 'm', 'z');
    // Active after whoever has the mail, it comes first in the second look.
    const lastActivity = new Date(Date.now() + 60_000).toISOString();
    beforePage(3, () => change(late, { email: 'z@example.com', lastActivity }));
    const item = await world.create();
    await world.finished(item.id);
    expect(mails()).toEqual(['m@example.com', 'z@example.com']);
    expect(await reasons(item.id)).toEqual(['duplicate_address', 'sent', 'sent']);
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
    await finishedLater(item.id);
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
    const done = await finishedLater(item.id);
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

it('who unsubscribes or is gone while a slow server takes other mails gets none, and an edit counts for the rest', async () => {
  const { people, sink } = world;
  const all = Array.from({ length: 20 }, () => people.add(world.projectId));
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const taken: string[] = [];
  sink.beforeTaking = (address) => {
    taken.push(address);
    return gate;
  };
  const item = await world.create();
  await eventually(() => expect(taken).toHaveLength(5));
  const onTheirWay = [...taken];
  const [gone, ...others] = all.filter(({ email = '' }) => !onTheirWay.includes(email));
  const [leaving, rest] = [others.slice(0, 6), others.slice(6)];
  for (const person of leaving) person.unsubscribed = true;
  people.all.splice(0, people.all.length, ...all.filter((person) => person !== gone));
  await world.update(item.id, { subject: 'Changed' });
  await sleep(BELIEF_OVER_MS);
  letGo();
  await world.finished(item.id);
  expect(sink.mails.map(({ to, email }) => `${email.subject} ${to}`).sort()).toEqual(
    [
      ...onTheirWay.map((address) => `Hello ${address}`),
      ...rest.map(({ email }) => `Changed ${email}`),
    ].sort(),
  );
  expect(await reasons(item.id)).toEqual([
    ...Array<string>(13).fill('sent'),
    ...Array<string>(6).fill('unsubscribed'),
  ]);
});

it('an event that is looked at while its e-mail is paused is followed by its mail once it is live again', async () => {
  const [ada] = addNamed('ada');
  const item = await world.create({ trigger: 'event', eventTrigger: 'ordered' });
  let letGo = (): void => undefined;
  const paused = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let looks = 0;
  world.people.beforeLook = () => {
    looks += 1;
    return paused;
  };
  const events = [{ id: 'e1', name: 'ordered', date: new Date().toISOString() }];
  await world.publish('contacts.v1.contact.tracked', ada?.id ?? '', { contactId: ada?.id, events });
  await eventually(() => expect(looks).toBe(1));
  await world.update(item.id, { status: 'paused' });
  letGo();
  // What is under way comes to its end before a process does.
  await world.restart();
  await world.update(item.id, { status: 'live' });
  await eventually(() => expect(mails()).toEqual(['ada@example.com']));
});
