import { eventually } from '@parley/testing';
import { document, type Mailing, required, startMailing } from './support/mailing';
import type { Person } from './support/people';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: Mailing;
let ada: Person;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.newProject();
  ada = world.people.add(world.projectId);
});

const banner = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const item = { name: 'Banner', status: 'live', message: document('Hi'), ...fields };
  return required((await world.banners.createBanner({ item }, world.as('user'))).item).id;
};
const due = async (): Promise<string[]> => {
  const { engagements } = await world.widgets.listDueEngagements({}, world.asContact(ada));
  return engagements.map(({ id }) => id);
};
const becomesDue = (...ids: string[]) => eventually(async () => expect(await due()).toEqual(ids));
const report = (engagementId: string, event: string) =>
  world.widgets.reportEngagement({ engagementId, event }, world.asContact(ada));
const happens = (id: string, name = 'ordered') =>
  world.publish('contacts.v1.contact.tracked', ada.id, {
    contactId: ada.id,
    events: [{ id, name, date: new Date().toISOString() }],
  });
const seenTotal = async (engagementId: string) =>
  (await world.results.getEngagementStatistics({ engagementId }, world.as('user'))).seen;

it('frequency days: due again so many times 24 h after the delivery opened, not after it ended', async () => {
  const id = await banner({ frequency: 'days', frequencyDays: 2 });
  await becomesDue(id);
  await report(id, 'seen');
  world.move(DAY);
  // It ended a day after it opened.
  expect(await due()).toEqual([id]);
  await report(id, 'dismissed');
  expect(await due()).toEqual([]);
  world.move(DAY - 60_000);
  expect(await due()).toEqual([]);
  world.move(60_000);
  expect(await due()).toEqual([id]);
  await report(id, 'dismissed');
  expect(await due()).toEqual([]);
  world.move(2 * DAY);
  expect(await due()).toEqual([id]);
  expect(await seenTotal(id)).toEqual({ unique: 1, total: 2 });
});

it('frequency once: never again, however much later', async () => {
  const id = await banner();
  await becomesDue(id);
  await report(id, 'clicked');
  world.move(400 * DAY);
  expect(await due()).toEqual([]);
});

it('a delivery that is open stays due', async () => {
  const id = await banner({ frequency: 'days', frequencyDays: 1 });
  await becomesDue(id);
  await report(id, 'seen');
  world.move(5 * DAY);
  expect(await due()).toEqual([id]);
  await report(id, 'seen');
  expect(await seenTotal(id)).toEqual({ unique: 1, total: 1 });
});

it('nothing is due before startSendingAfter or after stopSendingAfter', async () => {
  const now = Date.now();
  const always = await banner();
  await becomesDue(always);
  const id = await banner({
    startSendingAfter: new Date(now + HOUR),
    stopSendingAfter: new Date(now + 3 * HOUR),
  });
  // The one that is made later is not missing because nobody knows of it.
  const known = await banner();
  await becomesDue(known, always);
  await expect(report(id, 'seen')).rejects.toMatchObject({ reason: 'ENGAGEMENT_NOT_FOUND' });
  // At once: nobody waits for the server to finish the item.
  world.move(2 * HOUR);
  expect(await due()).toEqual([known, id, always]);
  world.move(HOUR + 1_000);
  expect(await due()).toEqual([known, always]);
});

it('with trigger event: due from eventTriggerDelay seconds after the event; once takes the first one only', async () => {
  const id = await banner({ trigger: 'event', eventTrigger: 'ordered', eventTriggerDelay: 600 });
  await happens('e1');
  expect(await due()).toEqual([]);
  // The clock goes on meanwhile, faster than the test on a busy machine.
  world.move(300_000);
  expect(await due()).toEqual([]);
  world.move(300_000);
  await becomesDue(id);
  await report(id, 'dismissed');
  await happens('e2');
  world.move(HOUR);
  expect(await due()).toEqual([]);
});

it('with trigger event: what happened before the item went live makes nothing due, also when it is told of later', async () => {
  // By the service's clock the item goes live a minute from now.
  world.move(60_000);
  await banner({ trigger: 'event', eventTrigger: 'ordered' });
  await happens('e1');
  const known = await banner();
  await becomesDue(known);
});

describe('what was tracked while an item was live, and is told of after a pause', () => {
  // By the service's clock the item is live from a minute ago until a minute from now.
  beforeEach(() => world.move(-60_000));
  const pause = async (change: (status: string) => Promise<unknown>): Promise<void> => {
    world.move(120_000);
    await change('paused');
  };

  it('makes it due once it is live again', async () => {
    const id = await banner({ trigger: 'event', eventTrigger: 'ordered' });
    const change = (status: string) =>
      world.banners.updateBanner({ bannerId: id, item: { status } }, world.as('user'));
    await pause(change);
    await happens('e1');
    await eventually(async () =>
      expect(await world.db.query('SELECT FROM occurrence WHERE item_id = $1', [id])).toHaveLength(1),
    );
    expect(await due()).toEqual([]);
    await change('live');
    await becomesDue(id);
  });

  it('completes steps of a checklist', async () => {
    const steps = [{ id: 's1', title: 'Order', eventTrigger: 'ordered' }];
    const item = { name: 'List', status: 'live', config: { steps } };
    const { id } = required((await world.checklists.createChecklist({ item }, world.as('user'))).item);
    await pause((status) =>
      world.checklists.updateChecklist({ checklistId: id, item: { status } }, world.as('user')),
    );
    await happens('e1');
    await eventually(async () => {
      const { checklists } = await world.progresses.listContactChecklists(
        { sessionId: ada.id },
        world.as('user'),
      );
      expect(checklists).toMatchObject([{ status: 'done', completedSteps: ['s1'] }]);
    });
  });
});

it('with trigger event and frequency days: another event within the days makes it due only after them', async () => {
  const fields = { trigger: 'event', eventTrigger: 'ordered', frequency: 'days', frequencyDays: 2 };
  const id = await banner(fields);
  await happens('e1');
  await becomesDue(id);
  await report(id, 'dismissed');
  await happens('e2');
  expect(await due()).toEqual([]);
  world.move(2 * DAY + 1_000);
  await becomesDue(id);
});

it('an event twice from the bus is one event', async () => {
  const id = await banner({ trigger: 'event', eventTrigger: 'ordered', frequency: 'always' });
  await happens('e1');
  await happens('e1');
  await becomesDue(id);
  await report(id, 'dismissed');
  expect(await due()).toEqual([]);
});

it('two widgets of one contact at once get the same, and report the same delivery', async () => {
  const id = await banner();
  await becomesDue(id);
  const both = await Promise.all([due(), due()]);
  expect(both).toEqual([[id], [id]]);
  await Promise.all([
    report(id, 'seen'),
    report(id, 'seen'),
    report(id, 'dismissed'),
    report(id, 'dismissed'),
  ]);
  expect(await seenTotal(id)).toEqual({ unique: 1, total: 1 });
});

describe('a paused item that gets another trigger', () => {
  const relive = async (id: string, changes: Record<string, unknown>): Promise<void> => {
    for (const item of [{ status: 'paused' }, { ...changes, status: 'live' }])
      await world.banners.updateBanner({ bannerId: id, item }, world.as('user'));
  };
  /** Made due to everybody after the change, so that what is not due was looked at. */
  const marker = async (): Promise<string> => {
    const id = await banner();
    await eventually(async () => expect(await due()).toContain(id));
    return id;
  };

  it.each(['once', 'always'])('of frequency %s follows that event alone', async (frequency) => {
    const id = await banner({ trigger: 'event', eventTrigger: 'ordered', frequency });
    await happens('e1');
    await becomesDue(id);
    await relive(id, { eventTrigger: 'paid' });
    const known = await marker();
    expect(await due()).toEqual([known]);
    await expect(report(id, 'seen')).rejects.toMatchObject({ reason: 'ENGAGEMENT_NOT_FOUND' });
    await happens('e2', 'paid');
    await becomesDue(known, id);
  });

  it('waits as long after the event as it does now', async () => {
    const id = await banner({ trigger: 'event', eventTrigger: 'ordered' });
    await happens('e1');
    await becomesDue(id);
    await relive(id, { eventTriggerDelay: 3_600 });
    const known = await marker();
    expect(await due()).toEqual([known]);
    world.move(HOUR + 1_000);
    expect(await due()).toEqual([known, id]);
  });
});

it('a checklist of which an edit leaves nothing to do is done, counted once, told, and done when a step is added', async () => {
  const steps = ['s1', 's2', 's3'].map((id) => ({ id, title: id }));
  const item = { name: 'Start', status: 'live', config: { steps } };
  const { id } = required((await world.checklists.createChecklist({ item }, world.as('user'))).item);
  await becomesDue(id);
  await world.widgets.markChecklistStep({ checklistId: id, stepId: 's1' }, world.asContact(ada));
  const edit = (shown: object[]) =>
    world.checklists.updateChecklist(
      { checklistId: id, item: { config: { steps: shown } } },
      world.as('user'),
    );
  const listed = async () => {
    const { checklists } = await world.progresses.listContactChecklists(
      { sessionId: ada.id },
      world.as('user'),
    );
    return checklists.map(({ status, completedSteps }) => [status, completedSteps]);
  };
  await edit(steps.slice(0, 1));
  expect(await listed()).toEqual([['done', ['s1']]]);
  await becomesDue();
  await eventually(async () => {
    const { completed } = await world.results.getEngagementStatistics({ engagementId: id }, world.as('user'));
    expect(completed).toEqual({ unique: 1, total: 1 });
  });
  expect((await world.told(id)).filter(({ verb }) => verb.endsWith('checklist.completed'))).toHaveLength(1);
  await edit(steps);
  expect(await listed()).toEqual([['done', ['s1']]]);
  expect(await due()).toEqual([]);
});

it('one question costs one look at the contact, however many items ask about it', async () => {
  for (const event of ['a', 'b', 'c'])
    await banner({ conditions: [{ event, operator: 'gte', value: 1, withinDays: 7 }] });
  const known = await banner();
  await becomesDue(known);
  const before = world.people.looks;
  ada.did = { a: 1, c: 2 };
  expect(await due()).toHaveLength(3);
  expect(world.people.looks - before).toBe(1);
});

it('as text they are what they are', async () => {
  const texts = { subject: { localized: { de: 'Für {{name}}' } }, sender: { name: 'Ada' }, sound: true };
  const seen = await banner({ ...texts, config: { a: [1, null] }, pageRules: [{ pageFilterType: 'empty' }] });
  const steps = [{ id: 's1', title: { localized: { en: 'One' } }, icon: '✓' }];
  const item = { name: 'Start', status: 'live', config: { steps } };
  const { id } = required((await world.checklists.createChecklist({ item }, world.as('user'))).item);
  await becomesDue(id, seen);
  await report(seen, 'seen');
  const ask = (asText: boolean) => world.widgets.listDueEngagements({ asText }, world.asContact(ada));
  const [whole, text] = [await ask(false), await ask(true)];
  expect(whole.text).toBe('');
  expect(text.engagements).toEqual([]);
  expect(text.text).toBe(JSON.stringify(whole.engagements));
  ada.blocked = true;
  expect((await ask(true)).text).toBe('[]');
});

describe('of an item or a contact that is deleted nothing is left', () => {
  const tables = ['delivery', 'reach', 'progress', 'occurrence', 'item_step'];
  const rows = async (where: string, id: string): Promise<number[]> => {
    const counts: number[] = [];
    for (const table of tables) {
      if (where === 'contact_id' && table === 'item_step') continue;
      const [row] = await world.db.query<{ n: number }>(
        `SELECT count(*) AS n FROM ${table} WHERE project_id = $1 AND ${where} = $2`,
        [world.projectId, id],
      );
      counts.push(row?.n ?? 0);
    }
    return counts;
  };
  /** A checklist of which ada did one step, by an event that makes it due. */
  const begun = async (): Promise<string> => {
    const steps = [
      { id: 's1', title: 'One' },
      { id: 's2', title: 'Two' },
    ];
    const item = {
      name: 'Start',
      status: 'live',
      trigger: 'event',
      eventTrigger: 'ordered',
      config: { steps },
    };
    const { id } = required((await world.checklists.createChecklist({ item }, world.as('user'))).item);
    await happens('e1');
    await becomesDue(id);
    await world.widgets.markChecklistStep({ checklistId: id, stepId: 's1' }, world.asContact(ada));
    return id;
  };

  it('of the item', async () => {
    const id = await begun();
    expect(await rows('item_id', id)).toEqual([1, 1, 1, 1, 1]);
    await world.checklists.deleteChecklist({ checklistId: id }, world.as('user'));
    await eventually(async () => expect(await rows('item_id', id)).toEqual([0, 0, 0, 0, 0]));
  });

  it('of the contact; what was counted of it stays', async () => {
    const id = await begun();
    expect(await rows('contact_id', ada.id)).toEqual([1, 1, 1, 1]);
    await world.publish('contacts.v1.contact.deleted', ada.id, {});
    expect(await rows('contact_id', ada.id)).toEqual([0, 0, 0, 0]);
    expect(await seenTotal(id)).toEqual({ unique: 1, total: 1 });
  });
});
