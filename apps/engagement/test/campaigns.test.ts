import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Mailing, startMailing } from './support/mailing';

/** An item is believed to be live for 1 s after a look. */
const BELIEF_OVER_MS = 1_100;

let world: Mailing;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

const addMany = (count: number, fields: object = {}) =>
  Array.from({ length: count }, () => world.people.add(world.projectId, fields));
const addresses = () => world.sink.mails.map(({ to }) => to).sort();
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

describe('trigger schedule', () => {
  it('mails everyone of the audience once, page by page, and finishes with nothing pending', async () => {
    world.people.pageSize = 3;
    const people = addMany(10, { plan: 'pro' });
    addMany(3, { plan: 'free' });
    const item = await world.create({ conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }] });
    expect(item).toMatchObject({ status: 'live', sent: 0 });
    const done = await world.finished(item.id);
    expect(addresses()).toEqual(people.map(({ email }) => email).sort());
    expect(done).toMatchObject({
      sent: 10,
      sentAt: expect.anything(),
      stats: { pending: 0, sent: 10, failed: 0, skipped: 0 },
    });
    expect((await world.told(item.id)).map(({ verb }) => verb)).toEqual(Array(10).fill('sent'));
  });

  it('mails nobody who is unsubscribed, blocked, without an address, or in another project', async () => {
    const [ada] = addMany(1);
    addMany(1, { unsubscribed: true });
    addMany(1, { blocked: true });
    addMany(1, { email: undefined });
    world.people.add('0'.repeat(24));
    const item = await world.create();
    await world.finished(item.id);
    expect(addresses()).toEqual([ada?.email]);
    expect(await statuses(item.id)).toEqual({ sent: 1 });
  });

  it('mails an address once, to the contact that was active last; the others are skipped, also on another page', async () => {
    world.people.pageSize = 1;
    const times = ['2026-01-01', '2026-01-03', '2026-01-02'].map((day) => `${day}T00:00:00.000Z`);
    const people = times.map((lastActivity) =>
      world.people.add(world.projectId, { email: 'same@example.com', lastActivity }),
    );
    const item = await world.create();
    await world.finished(item.id);
    expect(addresses()).toEqual(['same@example.com']);
    const rows = await world.deliveries(item.id);
    expect(rows.filter(({ status }) => status === 'sent').map(({ contactId }) => contactId)).toEqual([
      people[1]?.id,
    ]);
    expect(await statuses(item.id)).toEqual({ sent: 1, 'skipped duplicate_address': 2 });
    expect((await world.read(item.id)).stats).toMatchObject({ sent: 1, skipped: 2 });
  });

  it('skips an address with a hard bounce in the last 90 days, not one of before', async () => {
    const [now, before] = addMany(2);
    await world.db.query(
      `INSERT INTO email_bounce VALUES ($1, $2, now() - interval '89 days'), ($1, $3, now() - interval '91 days')`,
      [world.projectId, now?.email, before?.email],
    );
    const item = await world.create();
    await world.finished(item.id);
    expect(addresses()).toEqual([before?.email]);
    expect(await statuses(item.id)).toEqual({ sent: 1, 'skipped bounced_before': 1 });
  });

  it('begins at startSendingAfter', async () => {
    addMany(2);
    const item = await world.create({ startSendingAfter: new Date(Date.now() + 3_600_000) });
    const [round] = await world.db.query<{ due_at: Date }>(
      'SELECT due_at FROM email_round WHERE item_id = $1',
      [item.id],
    );
    expect(round?.due_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await world.deliveries(item.id)).toEqual([]);
    world.move(3_700_000);
    await world.finished(item.id);
    expect(addresses()).toHaveLength(2);
  });

  it('frequency days begins another round every so many days, until it is stopped', async () => {
    addMany(2);
    const item = await world.create({ frequency: 'days', frequencyDays: 7 });
    // Until they are reported, the time that the clock jumps would end their leases.
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 2 }));
    addMany(1);
    world.move(7 * 86_400_000 + 10_000);
    await eventually(() => expect(world.sink.mails).toHaveLength(5));
    expect((await world.deliveries(item.id)).map(({ occasion }) => occasion).sort()).toEqual([
      'r1',
      'r1',
      'r2',
      'r2',
      'r2',
    ]);
    const live = await eventually(async () => {
      const read = await world.read(item.id);
      expect(read.stats).toMatchObject({ pending: 0 });
      return read;
    });
    expect(live).toMatchObject({ status: 'live', sent: 3, stats: { sent: 3 } });
    await world.update(item.id, { status: 'finished' });
    world.move(8 * 86_400_000);
    const [round] = await world.db.query(
      'SELECT planned_at FROM email_round WHERE item_id = $1 AND number = 3',
      [item.id],
    );
    expect(round).toEqual({ planned_at: null });
  });
});

describe('in the middle of a campaign', () => {
  /** Takes so many mails and holds the others back until it is let go. */
  const holdAfter = (count: number) => {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    world.sink.beforeTaking = () => ((asked += 1) > count ? gate : undefined);
    return letGo;
  };

  it('a pause keeps what is pending, and going live again sends it; an edit counts for it', async () => {
    addMany(20);
    const letGo = holdAfter(5);
    const item = await world.create();
    await eventually(() => expect(world.sink.mails).toHaveLength(5));
    await world.update(item.id, { status: 'paused' });
    await sleep(BELIEF_OVER_MS);
    letGo();
    // Those on their way arrive, at most 5; everything else waits.
    const held = await eventually(async () => {
      const rows = await world.db.query<{ n: number }>(
        'SELECT count(*) AS n FROM email_delivery WHERE item_id = $1 AND lease_until IS NOT NULL',
        [item.id],
      );
      expect(rows[0]?.n).toBe(0);
      return world.read(item.id);
    });
    expect(world.sink.mails.length).toBeLessThanOrEqual(10);
    expect(held.stats).toMatchObject({ pending: 20 - world.sink.mails.length });
    const before = world.sink.mails.length;
    await world.update(item.id, { status: 'live', subject: 'Changed' });
    await world.finished(item.id);
    expect(new Set(addresses()).size).toBe(20);
    expect(world.sink.mails).toHaveLength(20);
    expect(world.sink.mails.slice(before).map(({ email }) => email.subject)).toEqual(
      Array(20 - before).fill('Changed'),
    );
  });

  it('finishing skips what is pending as stopped', async () => {
    addMany(20);
    const letGo = holdAfter(5);
    const item = await world.create();
    await eventually(() => expect(world.sink.mails).toHaveLength(5));
    await world.update(item.id, { status: 'finished' });
    await sleep(BELIEF_OVER_MS);
    letGo();
    await eventually(async () => expect((await world.read(item.id)).stats).toMatchObject({ pending: 0 }));
    const sent = world.sink.mails.length;
    expect(sent).toBeLessThanOrEqual(10);
    expect(await statuses(item.id)).toEqual({ sent, 'skipped stopped': 20 - sent });
    expect((await world.read(item.id)).stats).toMatchObject({ sent, skipped: 20 - sent });
  });

  it('deleting takes the mails along', async () => {
    addMany(20);
    const letGo = holdAfter(5);
    const item = await world.create();
    await eventually(() => expect(world.sink.mails).toHaveLength(5));
    await world.emails.deleteEngagementEmail({ engagementEmailId: item.id }, world.as('user'));
    await sleep(BELIEF_OVER_MS);
    letGo();
    expect(await world.deliveries(item.id)).toEqual([]);
    const [later] = addMany(1);
    await world.finished(
      (
        await world.create({
          name: 'next',
          conditions: [{ field: 'email', operator: 'eq', value: later?.email }],
        })
      ).id,
    );
    expect(world.sink.mails.length).toBeLessThanOrEqual(11);
  });

  it('a page of the audience that fails is asked for again, and nobody gets two mails', async () => {
    world.people.pageSize = 5;
    addMany(12);
    let asked = 0;
    world.people.beforePage = () => {
      asked += 1;
      if (asked === 2) throw new Error('contacts are away');
    };
    const item = await world.create();
    await eventually(() => expect(asked).toBe(2));
    world.move(31_000);
    await world.finished(item.id);
    expect(new Set(addresses()).size).toBe(12);
    expect(world.sink.mails).toHaveLength(12);
  });

  it('a process that ends while it plans is followed by one that goes on where it stopped', async () => {
    world.people.pageSize = 2;
    addMany(10);
    let asked = 0;
    const stopped = new Promise<void>((resolve) => {
      world.people.beforePage = () => {
        asked += 1;
        if (asked === 3) resolve();
      };
    });
    const item = await world.create();
    await stopped;
    await world.restart();
    await world.finished(item.id);
    expect(new Set(addresses()).size).toBe(10);
    expect(world.sink.mails).toHaveLength(10);
  });
});

it('the one process there is goes on at its start with what a killed one had taken up', async () => {
  addMany(1);
  const HOUR = 3_600_000;
  const item = await world.create({ startSendingAfter: new Date(Date.now() + HOUR).toISOString() });
  await world.db.query(`UPDATE email_round SET lease_until = now() + interval '1 day' WHERE item_id = $1`, [
    item.id,
  ]);
  world.sink.answer = () => '421 4.3.2 Going away';
  world.move(2 * HOUR);
  await world.restart();
  await eventually(async () =>
    expect(await world.deliveries(item.id)).toEqual([
      expect.objectContaining({ status: 'pending', attempts: 1 }),
    ]),
  );
  await eventually(async () => {
    const taken = await world.db.query(
      `UPDATE email_delivery SET lease_until = now() + interval '1 day' WHERE item_id = $1 AND lease_until IS NULL RETURNING 1`,
      [item.id],
    );
    expect(taken).toHaveLength(1);
  });
  world.sink.answer = () => undefined;
  await world.restart();
  await world.finished(item.id);
  expect(addresses()).toHaveLength(1);
});

it('a mail with which three processes died has failed, and the others are sent', async () => {
  const [ada, bob] = addMany(2);
  world.sink.answer = () => '421 4.3.2 Going away';
  const item = await world.create();
  await eventually(async () =>
    expect((await world.deliveries(item.id)).map(({ attempts }) => attempts)).toEqual([1, 1]),
  );
  await eventually(async () => {
    const died = await world.db.query(
      `UPDATE job SET deaths = 3 WHERE name = 'campaign mails' AND key = $1 AND status = 'waiting' RETURNING 1`,
      [item.id],
    );
    expect(died).toHaveLength(1);
  });
  await world.db.query(
    `WITH d AS (UPDATE email_delivery SET lease_until = now() WHERE item_id = $1 AND contact_id = $2 RETURNING *)
     INSERT INTO work_in_hand SELECT 'campaign mails', project_id || '/' || id, 'dead', 2 FROM d`,
    [item.id, ada?.id],
  );
  world.sink.answer = () => undefined;
  world.move(10_000);
  await world.finished(item.id);
  expect(await statuses(item.id)).toEqual({ sent: 1, 'failed No attempt came to an end.': 1 });
  expect(addresses()).toEqual([bob?.email]);
});

it('a process plans, sends and removes at its start what one of a former release, which had other queues, has left', async () => {
  addMany(2);
  const HOUR = 3_600_000;
  const item = await world.create({ startSendingAfter: new Date(Date.now() + HOUR).toISOString() });
  await world.db.query('DELETE FROM job');
  await world.db.query(
    `WITH gone AS (INSERT INTO deleted_item (project_id, item_id, deleted_at) VALUES ('p', 'gone', now()))
     INSERT INTO occurrence (project_id, contact_id, item_id, event_id, event_name, happened_at, due_at)
     VALUES ('p', 'c', 'gone', 'e', 'ordered', now(), now())`,
  );
  world.move(2 * HOUR);
  await world.restart();
  await world.finished(item.id);
  expect(addresses()).toHaveLength(2);
  await eventually(async () =>
    expect(await world.db.query("SELECT FROM occurrence WHERE project_id = 'p'")).toEqual([]),
  );
});

describe('reasons of skipped mails', () => {
  it.each([
    ['unsubscribed', { unsubscribed: true }],
    ['blocked', { blocked: true }],
    ['audience', { plan: 'free' }],
    ['audience', { email: undefined }],
  ])('%s: between planning and leaving', async (reason, change) => {
    const [ada, bob] = addMany(2, { plan: 'pro' });
    const item = await world.create({
      conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }],
      trigger: 'event',
      eventTrigger: 'ordered',
      eventTriggerDelay: 600,
    });
    await tell('ordered', ada?.id ?? '', 'e1');
    await tell('ordered', bob?.id ?? '', 'e2');
    await eventually(async () => expect(await statuses(item.id)).toEqual({ pending: 2 }));
    Object.assign(ada ?? {}, change);
    world.move(601_000);
    await eventually(async () =>
      expect(await statuses(item.id)).toEqual({ sent: 1, [`skipped ${reason}`]: 1 }),
    );
    expect(addresses()).toEqual([bob?.email]);
    expect((await world.told(item.id)).find(({ verb }) => verb === 'skipped')?.payload).toMatchObject({
      reason,
      session: ada?.id,
    });
    // A skipped mail does not count as the one mail of `once`.
    Object.assign(ada ?? {}, { unsubscribed: false, blocked: false, plan: 'pro', email: 'ada@example.com' });
    await tell('ordered', ada?.id ?? '', 'e3');
    await eventually(async () =>
      expect(await statuses(item.id)).toEqual({ sent: 2, [`skipped ${reason}`]: 1 }),
    );
  });

  it('of a contact that is deleted nothing is left, and what was counted stays', async () => {
    const [ada] = addMany(1);
    const item = await world.create({
      trigger: 'event',
      eventTrigger: 'ordered',
      eventTriggerDelay: 600,
      frequency: 'always',
    });
    await tell('ordered', ada?.id ?? '', 'e1');
    await eventually(async () => expect(await statuses(item.id)).toEqual({ pending: 1 }));
    await world.publish('contacts.v1.contact.deleted', ada?.id ?? '', {});
    expect(await world.deliveries(item.id)).toEqual([]);
    expect((await world.read(item.id)).stats).toMatchObject({ pending: 0, skipped: 0 });
  });

  it('a guest that turns out to be another contact brings its mails along', async () => {
    const [guest, ada] = addMany(2);
    const item = await world.create({ trigger: 'event', eventTrigger: 'ordered' });
    await tell('ordered', guest?.id ?? '', 'e1');
    await eventually(async () => expect(await statuses(item.id)).toEqual({ sent: 1 }));
    await world.publish('contacts.v1.contact.merged', guest?.id ?? '', { into: { id: ada?.id } });
    expect((await world.deliveries(item.id)).map(({ contactId }) => contactId)).toEqual([ada?.id]);
    // What either had counts as had.
    await tell('ordered', ada?.id ?? '', 'e2');
    await eventually(async () =>
      expect(await world.db.query('SELECT FROM email_trigger WHERE item_id = $1', [item.id])).toEqual([]),
    );
    expect(await statuses(item.id)).toEqual({ sent: 1 });
  });
});
