import { eventually } from '@parley/testing';
import { document, type Mailing, required, startMailing } from './support/mailing';
import { type Person } from './support/people';

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
  world.move(2 * HOUR);
  await becomesDue(known, id, always);
  world.move(HOUR + 1_000);
  await becomesDue(known, always);
});

it('with trigger event: due from eventTriggerDelay seconds after the event; once takes the first one only', async () => {
  const id = await banner({ trigger: 'event', eventTrigger: 'ordered', eventTriggerDelay: 600 });
  await happens('e1');
  expect(await due()).toEqual([]);
  world.move(599_000);
  expect(await due()).toEqual([]);
  world.move(3_000);
  await becomesDue(id);
  await report(id, 'dismissed');
  await happens('e2');
  world.move(HOUR);
  expect(await due()).toEqual([]);
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
