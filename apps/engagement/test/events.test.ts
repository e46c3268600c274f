import { signClick } from '@parley/auth';
import { topology } from '@parley/events';
import { eventually } from '@parley/testing';
import { openToken } from '../src/emails/tokens';
import { type DeliveryRow, document, type Mailing, required, startMailing } from './support/mailing';
import type { Person } from './support/people';

let world: Mailing;
let ada: Person;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.newProject();
  ada = world.people.add(world.projectId, { email: 'ada@shop.example' });
});

const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** What was told of an item, by its subject without `engagement.v1.`; exactly these keys are in each. */
const told = async (id: string) =>
  (await world.told(id)).map(({ verb, payload }) => [verb.replace('engagement.v1.', ''), payload]);
const report = (engagementId: string, event: string, stepId?: string) =>
  world.widgets.reportEngagement(
    { engagementId, event, ...(stepId !== undefined && { stepId }) },
    world.asContact(ada),
  );
const becomesDue = (id: string) =>
  eventually(async () => {
    const { engagements } = await world.widgets.listDueEngagements({}, world.asContact(ada));
    expect(engagements.map((due) => due.id)).toContain(id);
  });

it('items tell that they were created, updated and deleted, with the document but its stats', async () => {
  const item = { name: 'Banner', message: document('Hi') };
  const context = world.as('user');
  const { id } = required((await world.banners.createBanner({ item }, context)).item);
  await world.banners.updateBanner({ bannerId: id, item: { name: 'Other' } }, context);
  await world.banners.updateBanner({ bannerId: id, item: { name: 'Other' } }, context);
  await world.banners.deleteBanner({ bannerId: id }, context);
  const rows = await world.db.query<{ subject: string; projectId: string; payload: { item: object } }>(
    'SELECT subject, project_id AS "projectId", payload FROM told WHERE aggregate_id = $1 ORDER BY seq',
    [id],
  );
  expect(rows.map(({ subject }) => subject)).toEqual(
    ['created', 'updated', 'deleted'].map((verb) => `engagement.v1.item.${verb}`),
  );
  for (const { projectId, payload } of rows) {
    expect(projectId).toBe(world.projectId);
    expect(payload.item).toMatchObject({ id, type: 'BANNER', project: world.projectId, status: 'draft' });
    expect(payload.item).not.toHaveProperty('stats');
  }
});

it('a tour tells seen, clicked, completed once each, and dismissed of a banner', async () => {
  const context = world.as('user');
  const tour = { name: 'Tour', status: 'live', config: { steps: [{ id: 's1' }] } };
  const { id } = required((await world.tours.createCobrowseTour({ item: tour }, context)).item);
  await becomesDue(id);
  for (const event of ['seen', 'seen', 'clicked', 'completed', 'completed']) await report(id, event);
  const payload = { outbound: id, type: 'COBROWSE', session: ada.id, delivery: ID, at: TIME };
  expect(await told(id)).toEqual([
    ['delivery.seen', payload],
    ['delivery.clicked', payload],
    ['delivery.completed', payload],
  ]);
  const item = { name: 'Banner', status: 'live', message: document('Hi') };
  const banner = required((await world.banners.createBanner({ item }, context)).item);
  await becomesDue(banner.id);
  await report(banner.id, 'dismissed');
  const ofBanner = { ...payload, outbound: banner.id, type: 'BANNER' };
  expect((await told(banner.id)).sort()).toEqual([
    ['delivery.dismissed', ofBanner],
    ['delivery.seen', ofBanner],
  ]);
});

it('a checklist tells of each step, of its end and of a reset', async () => {
  const steps = ['s1', 's2'].map((id) => ({ id, title: id }));
  const item = { name: 'Start', status: 'live', config: { steps } };
  const { id } = required((await world.checklists.createChecklist({ item }, world.as('user'))).item);
  await becomesDue(id);
  for (const stepId of ['s1', 's1', 's2'])
    await world.widgets.markChecklistStep({ checklistId: id, stepId }, world.asContact(ada));
  await world.progresses.resetContactChecklist({ sessionId: ada.id, checklistId: id }, world.as('user'));
  const payload = { outbound: id, type: 'CHECKLIST', session: ada.id, delivery: ID, at: TIME };
  // Of its end a checklist tells by an event of its own alone.
  const events = (await told(id)).filter(([verb]) => verb !== 'delivery.seen');
  expect(events).toEqual([
    ['checklist.step_completed', { ...payload, stepId: 's1' }],
    ['checklist.step_completed', { ...payload, stepId: 's2' }],
    ['checklist.completed', payload],
    ['checklist.reset', payload],
  ]);
});

describe('an e-mail', () => {
  const base = (id: string, { id: delivery, contactId }: DeliveryRow) => ({
    ...{ outbound: id, type: 'EMAIL', session: contactId, delivery, at: TIME },
  });
  const send = async () => {
    const { id } = await world.create();
    await world.finished(id);
    return { id, row: required((await world.deliveries(id))[0]) };
  };

  it('tells that it was sent, opened, clicked and unsubscribed by', async () => {
    const { id, row } = await send();
    const context = {
      ...world.as('user'),
      scope: { actor: { type: 'system' as const, name: 'gateway' }, projectId: world.projectId },
    };
    const mail = { projectId: world.projectId, deliveryId: row.id };
    const url = 'https://shop.example/a?b=1#c';
    await world.tracking.trackOpen(
      { token: openToken(world.sealer, mail), userAgent: 'Thunderbird' },
      context,
    );
    await world.tracking.trackClick(
      { token: signClick(world.sealer, { ...mail, url }), userAgent: '' },
      context,
    );
    await world.tracking.noteUnsubscribed({ deliveryId: row.id }, context);
    expect(await told(id)).toEqual([
      ['sent', { ...base(id, row), domain: 'shop.example' }],
      ['opened', { ...base(id, row), client: 'thunderbird' }],
      ['clicked', { ...base(id, row), url }],
      ['unsubscribed', base(id, row)],
    ]);
  });

  it.each([
    ['550 5.1.1 No such user', 'bounced', { domain: 'shop.example', bounceType: 'hard', code: '5.1.1' }],
    ['550 No such user', 'bounced', { domain: 'shop.example', bounceType: 'hard' }],
    ['554 5.7.1 Refused', 'failed', { reason: expect.stringContaining('Refused'), code: '5.7.1' }],
  ])('that is refused with %s tells that it %s', async (answer, verb, more) => {
    world.sink.answer = () => answer;
    const { id, row } = await send();
    expect(await told(id)).toEqual([[verb, { ...base(id, row), ...more }]]);
  });

  it('that is skipped tells why', async () => {
    world.people.add(world.projectId, {
      email: 'ada@shop.example',
      lastActivity: '2026-01-01T00:00:00.000Z',
    });
    const { id } = await send();
    const skipped = required((await world.deliveries(id)).find(({ status }) => status === 'skipped'));
    expect((await told(id)).filter(([verb]) => verb === 'skipped')).toEqual([
      ['skipped', { ...base(id, skipped), reason: 'duplicate_address' }],
    ]);
  });
});

it('an answer to a chat message tells seen, clicked and replied with its ticket; a second answer nothing more', async () => {
  const item = { name: 'Hello', status: 'live', message: document('How are you?') };
  const { id } = required((await world.chatMessages.createChatMessage({ item }, world.as('user'))).item);
  await becomesDue(id);
  const reply = (comment: string) =>
    world.widgets.replyToEngagement({ engagementId: id, comment }, world.asContact(ada));
  const { ticket } = await reply('Fine');
  expect((await reply('Really')).ticket).toBe(ticket);
  const payload = { outbound: id, type: 'CHAT_MESSAGE', session: ada.id, delivery: ID, at: TIME };
  expect(await told(id)).toEqual([
    ['delivery.seen', payload],
    ['delivery.clicked', payload],
    ['delivery.replied', { ...payload, ticket }],
  ]);
});

it('webhooks get answered surveys alone; contacts and statistics follow what they show', () => {
  const followers = topology.filter(({ stream }) => stream === 'engagement');
  expect(followers.map(({ consumer }) => consumer).sort()).toEqual(['contacts', 'statistics', 'workspace']);
  expect(followers.find(({ consumer }) => consumer === 'workspace')?.subjects).toEqual([
    'engagement.v1.survey.answered',
  ]);
});

it('nothing is kept of a contact that is gone, although it was there when it was asked for', async () => {
  const context = world.as('user');
  const item = { name: 'Banner', status: 'live', message: document('Hi') };
  const { id } = required((await world.banners.createBanner({ item }, context)).item);
  await becomesDue(id);
  await report(id, 'seen');
  // The contacts service of this test still answers it.
  await world.publish('contacts.v1.contact.deleted', ada.id, {});
  await expect(report(id, 'clicked')).rejects.toMatchObject({ reason: 'INVALID_SESSION' });
  for (const table of ['delivery', 'reach'])
    expect(await world.db.query(`SELECT 1 FROM ${table} WHERE contact_id = $1`, [ada.id])).toEqual([]);
  const mail = await world.finished((await world.create()).id);
  expect(await world.deliveries(mail.id)).toEqual([]);
});
