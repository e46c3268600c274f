import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import {
  type EngagementWorld,
  MESSAGE,
  startEngagement,
  type Team,
  waitForDue,
  type Widget,
} from './support/engagement';

const NOT_FOUND = { status: 404, body: { code: 'engagement_not_found' } };
const many = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));

describe('items in widgets', () => {
  let world: EngagementWorld;
  let team: Team;
  let guest: Widget;
  beforeAll(async () => {
    world = await startEngagement();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    team = await world.team();
    guest = await team.guest();
  });

  it('are due while live and within 2 s gone when paused, finished or deleted; e-mails and drafts never', async () => {
    const banner = await team.item('banners', { message: MESSAGE });
    const tooltip = await team.item('tooltips', { config: { selector: '#a' } });
    await team.item('emails', { subject: 'Hi', message: MESSAGE });
    await team.item('banners', { message: MESSAGE, status: 'draft' });
    await waitForDue(guest, [tooltip.id, banner.id]);
    await team.admin.call('PUT', `/engagement/banners/${banner.id}`, { status: 'paused' });
    await waitForDue(guest, [tooltip.id]);
    await team.admin.call('PUT', `/engagement/banners/${banner.id}`, { status: 'live' });
    await waitForDue(guest, [tooltip.id, banner.id]);
    await team.admin.call('DELETE', `/engagement/tooltips/${tooltip.id}`);
    await team.admin.call('PUT', `/engagement/banners/${banner.id}`, { status: 'finished' });
    await waitForDue(guest, []);
  });

  it('are due from the start of a session on, with the trigger sessionStarted', async () => {
    const banner = await team.item('banners', { message: MESSAGE, trigger: 'sessionStarted' });
    expect(banner.trigger).toBe('sessionStarted');
    await waitForDue(guest, [banner.id]);
    await waitForDue(await team.guest(), [banner.id]);
  });

  it('hold nothing that is for the team; absent fields are left out', async () => {
    const own = {
      subType: 'a',
      format: 'b',
      actionType: 'c',
      frequencyType: 'd',
      config: { e: 1 },
      data: { f: [2] },
    };
    const { id } = await team.item('banners', {
      message: 'Hi **you**',
      conditions: [{ field: 'blocked', operator: 'exists' }].slice(1),
      tags: ['secret'],
      hidden: true,
      sender: { name: 'Ada', email: 'ada@example.com', profileImageUrl: 'https://a.example/p.png' },
      ...own,
    });
    await waitForDue(guest, [id]);
    expect(await guest.due()).toEqual([
      {
        id,
        type: 'BANNER',
        lang: 'en',
        message: expect.objectContaining({ type: 'doc' }),
        messageHtml: '<p>Hi **you**</p>',
        sound: false,
        sender: { name: 'Ada', profileImageUrl: 'https://a.example/p.png' },
        pageRules: [],
        seen: false,
        ...own,
      },
    ]);
    // Asking reports nothing.
    expect(await team.statistics(id)).toMatchObject({ sent: 0, seen: { unique: 0, total: 0 } });
    expect((await guest.report(id, 'seen')).status).toBe(200);
    // What is changed while it is live counts for what is shown from then on.
    const none = { subType: null, format: null, actionType: null, config: null, data: null, sender: null };
    await team.admin.call('PUT', `/engagement/banners/${id}`, { message: 'Bye', sound: true, ...none });
    await eventually(async () =>
      expect(await guest.due()).toEqual([
        {
          ...{ id, type: 'BANNER', lang: 'en', messageHtml: '<p>Bye</p>', sound: true, frequencyType: 'd' },
          ...{ message: expect.objectContaining({ type: 'doc' }), pageRules: [], seen: true },
        },
      ]),
    );
  });

  it('are chosen by type and page; an unknown type is 400 invalid_query, a url over 4096 characters too', async () => {
    const rules = [{ pageFilterType: 'contains', pageFilter: '/pricing/{id}' }];
    const banner = await team.item('banners', { message: MESSAGE, pageRules: rules });
    const tooltip = await team.item('tooltips', { config: { selector: '#a' } });
    const page = `?url=${encodeURIComponent('https://a.example/Pricing/42')}`;
    await waitForDue(guest, [tooltip.id, banner.id], page);
    expect(await guest.dueIds()).toEqual([tooltip.id]);
    for (const type of ['type=BANNER,CHECKLIST', 'type=banner&type=Checklist', 'type[]=BANNER'])
      expect(await guest.dueIds(`${page}&${type}`)).toEqual([banner.id]);
    for (const query of ['type=EMAIL', 'type=banner,EMAIL', `url=${'x'.repeat(4_097)}`])
      expect(await guest.call('GET', `/shared/engagements?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
  });

  it('are in one language: asked for, the contact’s, the default, the first; each field by itself', async () => {
    const { id } = await team.item('banners', {
      subject: { localized: { de: 'Hallo', fr: 'Salut' } },
      message: { localized: { en: 'Hi', fr: 'Salut' } },
      config: { steps: [{ id: 's1', title: { localized: { de: 'Eins', es: 'Uno' } } }] },
    });
    await waitForDue(guest, [id]);
    const shown = async (query = ''): Promise<unknown[]> => {
      const [due] = await guest.due(query);
      return [due.lang, due.subject, due.messageHtml, due.config.steps];
    };
    const one = [{ id: 's1', title: 'Eins' }];
    expect(await shown()).toEqual(['en', 'Hallo', '<p>Hi</p>', one]);
    expect(await shown('?lang=fr-CA')).toEqual(['fr-CA', 'Salut', '<p>Salut</p>', one]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { lang: 'es' });
    await eventually(async () =>
      expect(await shown()).toEqual(['es', 'Hallo', '<p>Hi</p>', [{ id: 's1', title: 'Uno' }]]),
    );
  });

  it('have variables filled, values never as markup', async () => {
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, {
      name: '<b>Ada</b> Lovelace',
      customData: { seats: 3 },
    });
    const { id } = await team.item('banners', {
      subject: 'Hi {{firstName|there}}',
      message: '{{name}} has {{customData.seats}} {{plan|no plan}}',
    });
    await waitForDue(guest, [id]);
    const [due] = await guest.due();
    expect(due.subject).toBe('Hi <b>Ada</b>');
    expect(due.messageHtml).toBe('<p>&lt;b&gt;Ada&lt;/b&gt; Lovelace has 3 no plan</p>');
  });

  it.each([
    ['once', {}, 0],
    ['always', { frequency: 'always' }, 1],
    ['days', { frequency: 'days', frequencyDays: 1 }, 0],
  ])(
    'of frequency %s: an open delivery stays due, one that ended is followed as it says',
    async (_name, fields, after) => {
      const { id } = await team.item('banners', { message: MESSAGE, ...fields });
      await waitForDue(guest, [id]);
      expect(await guest.report(id, 'seen')).toMatchObject({ status: 200, body: { success: true } });
      expect(await guest.due()).toMatchObject([{ id, seen: true }]);
      expect((await guest.report(id, 'dismissed')).status).toBe(200);
      const due = await guest.due();
      expect(due).toHaveLength(after);
      if (after > 0) expect(due).toMatchObject([{ id, seen: false }]);
    },
  );

  it.each([
    ['banners', { message: MESSAGE }, 0],
    ['chat-messages', { message: MESSAGE }, 0],
    ['tooltips', { config: { selector: '#a' } }, 1],
    ['cobrowse', { config: { steps: [{ id: 's1' }] } }, 1],
  ])('of %s: a click ends the delivery or not', async (path, fields, left) => {
    const { id } = await team.item(path, fields);
    await waitForDue(guest, [id]);
    expect((await guest.report(id, 'clicked')).status).toBe(200);
    expect(await guest.due()).toHaveLength(left);
    expect(await team.statistics(id)).toMatchObject({
      sent: 1,
      seen: { unique: 1, total: 1 },
      clicked: { unique: 1, total: 1 },
    });
  });

  it('count the same report of the same delivery once, fifty at once too, and each contact once', async () => {
    const { id, updatedAt } = await team.item('banners', { message: MESSAGE });
    const other = await team.guest();
    await waitForDue(other, [id]);
    const answers = await many(50, () => guest.report(id, 'clicked'));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await other.report(id, 'seen')).status).toBe(200);
    expect(await team.statistics(id)).toEqual({
      ...{ id, type: 'BANNER', status: 'live', sent: 2 },
      seen: { unique: 2, total: 2 },
      clicked: { unique: 1, total: 1 },
      dismissed: { unique: 0, total: 0 },
      completed: { unique: 0, total: 0 },
    });
    const { body } = await team.admin.call('GET', `/engagement/banners/${id}`);
    expect(body).toMatchObject({ sent: 2, stats: { seen: 2, clicked: 1 }, updatedAt });
    // The first contact that was reached.
    const recipients = await team.admin.call('GET', `/engagements/${id}/recipients`);
    expect(body.sentAt).toBe(recipients.body.data[1].seenAt);
    expect(recipients.body.data[1].session.id).toBe(guest.contactId);
  });

  it('of `always` count each showing and the contact once', async () => {
    const { id } = await team.item('banners', { message: MESSAGE, frequency: 'always' });
    await waitForDue(guest, [id]);
    for (let round = 0; round < 3; round += 1) {
      await guest.report(id, 'seen');
      await guest.report(id, 'dismissed');
    }
    expect(await team.statistics(id)).toMatchObject({
      seen: { unique: 1, total: 3 },
      dismissed: { unique: 1, total: 3 },
    });
    const { body } = await team.admin.call('GET', `/engagements/${id}/recipients?limit=2`);
    expect(body.total).toBe(3);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ session: { id: guest.contactId }, status: 'sent' });
    expect(body.data[0].sentAt).toBe(body.data[0].seenAt);
    expect((await team.admin.call('GET', `/engagements/${id}/recipients?status=failed`)).body).toEqual({
      data: [],
      total: 0,
    });
    expect((await team.admin.call('GET', `/engagements/${id}/recipients?status=lost`)).status).toBe(400);
  });

  it('take no report of what the contact could not have got: 404 engagement_not_found', async () => {
    const draft = await team.item('banners', { message: MESSAGE, status: 'draft' });
    const mail = await team.item('emails', { subject: 'A', message: MESSAGE });
    const users = await team.item('banners', { message: MESSAGE, targetAudience: 'users' });
    const later = await team.item('banners', {
      message: MESSAGE,
      startSendingAfter: new Date(Date.now() + 60_000).toISOString(),
    });
    const foreign = await (await world.team()).item('banners', { message: MESSAGE });
    const ids = [draft, mail, users, later, foreign].map(({ id }) => id);
    for (const id of [...ids, '0123456789abcdef01234567', 'nope'])
      // Whether there is such an item is told before what is wrong with the report.
      for (const event of ['seen', 'opened']) expect(await guest.report(id, event)).toMatchObject(NOT_FOUND);
    for (const id of [users.id, '0123456789abcdef01234567'])
      expect(await guest.call('POST', `/shared/engagements/${id}/reply`, {})).toMatchObject(NOT_FOUND);
    expect(await guest.report(users.id, 'completed', 'x')).toMatchObject(NOT_FOUND);
    expect(await team.statistics(users.id)).toMatchObject({ sent: 0, seen: { unique: 0, total: 0 } });
    expect(await guest.dueIds()).toEqual([]);
  });

  it('that are paused take reports of deliveries that the contact has, and of no other', async () => {
    const { id } = await team.item('banners', { message: MESSAGE });
    const other = await team.guest();
    await waitForDue(guest, [id]);
    await guest.report(id, 'seen');
    await team.admin.call('PUT', `/engagement/banners/${id}`, { status: 'paused' });
    expect((await guest.report(id, 'clicked')).status).toBe(200);
    expect(await other.report(id, 'seen')).toMatchObject(NOT_FOUND);
    expect(await team.statistics(id)).toMatchObject({ sent: 1, clicked: { unique: 1, total: 1 } });
  });

  it('of cobrowse take steps, counted by contacts; a missing or unknown stepId is 400', async () => {
    const steps = [{ id: 's1', title: 'One' }, { id: 's2' }];
    const { id } = await team.item('cobrowse', { config: { steps } });
    const banner = await team.item('banners', { message: MESSAGE });
    await waitForDue(guest, [banner.id, id]);
    expect((await guest.report(id, 'step', 's1')).status).toBe(200);
    expect((await guest.report(id, 'step', 's1')).status).toBe(200);
    for (const [item, step] of [
      [id, undefined],
      [id, 's9'],
      [banner.id, 's1'],
    ] as const)
      expect(await guest.report(item, 'step', step)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    expect(await guest.report(id, 'opened')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await team.statistics(id)).toMatchObject({
      seen: { unique: 1, total: 1 },
      steps: [
        { id: 's1', title: 'One', completed: 1 },
        { id: 's2', completed: 0 },
      ],
    });
  });

  it('follow the contact: audience, blocking and events count within 2 s', async () => {
    const pro = await team.item('banners', {
      message: MESSAGE,
      conditions: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
    const buyers = await team.item('tooltips', {
      config: { selector: '#a' },
      conditions: [{ event: 'order placed', operator: 'gte', value: 2, withinDays: 30 }],
    });
    expect(await guest.dueIds()).toEqual([]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { plan: 'pro' });
    await guest.track('order placed', 'order placed');
    await waitForDue(guest, [buyers.id, pro.id]);
    await team.admin.call('PUT', `/sessions/${guest.contactId}`, { blocked: true });
    await waitForDue(guest, []);
    expect(await guest.report(pro.id, 'seen')).toMatchObject(NOT_FOUND);
  });

  it('with trigger event are due after the event and its delay, only for events while live', async () => {
    await guest.track('order placed');
    const fields = { message: MESSAGE, trigger: 'event', eventTrigger: 'order placed' };
    const once = await team.item('banners', fields);
    const always = await team.item('banners', { ...fields, frequency: 'always' });
    const late = await team.item('banners', { ...fields, eventTriggerDelay: 3_600 });
    expect(await guest.dueIds()).toEqual([]);
    await guest.track('order placed', 'order placed');
    await waitForDue(guest, [always.id, once.id]);
    expect(await guest.report(late.id, 'seen')).toMatchObject(NOT_FOUND);
    for (const left of [1, 0]) {
      expect((await guest.report(always.id, 'dismissed')).status).toBe(200);
      expect((await guest.dueIds()).filter((id) => id === always.id)).toHaveLength(left);
    }
    await guest.report(once.id, 'dismissed');
    await guest.track('order placed');
    await waitForDue(guest, [always.id]);
  });

  it('show clicked and completed reports, and what existing widgets track, as events of the contact', async () => {
    const { id } = await team.item('banners', { message: MESSAGE });
    const tour = await team.item('cobrowse', { config: { steps: [{ id: 's1' }] } });
    await waitForDue(guest, [tour.id, id]);
    await guest.report(id, 'clicked');
    await guest.track(`outbound-${id}-submitted`, `tour-${tour.id}-completed`);
    await eventually(async () => {
      const { body } = await team.admin.call('GET', `/sessions/${guest.contactId}/events`);
      const submitted = body.filter(({ name }: { name: string }) => name === 'submitted');
      const outbounds = submitted.map(({ outbound }: { outbound: string }) => outbound).sort();
      expect(outbounds).toEqual([id, id, tour.id].sort());
      expect(await team.statistics(tour.id)).toMatchObject({ completed: { unique: 1, total: 1 } });
    });
    expect(await guest.dueIds()).toEqual([]);
  });

  it('go with the contact: a guest brings its deliveries to its heir; a deleted one is forgotten, counts stay', async () => {
    const { id } = await team.item('banners', { message: MESSAGE });
    await waitForDue(guest, [id]);
    await guest.report(id, 'dismissed');
    const userHash = createHmac('sha256', team.sessionSecret).update('u1').digest('hex');
    await team.admin.call('POST', '/sessions', { userId: 'u1', name: 'Ada' });
    const { body: heir } = await guest.call('POST', '/shared/sessions/identify', { userId: 'u1', userHash });
    await eventually(async () => {
      const { body } = await team.admin.call('GET', `/engagements/${id}/recipients`);
      expect(body.data).toMatchObject([{ session: { id: heir.id, userId: 'u1' } }]);
    });
    await team.admin.call('DELETE', `/sessions/${heir.id}`);
    await eventually(async () => {
      const { body } = await team.admin.call('GET', `/engagements/${id}/recipients`);
      expect(body).toEqual({ data: [], total: 0 });
    });
    expect(await team.statistics(id)).toMatchObject({ sent: 1, dismissed: { unique: 1, total: 1 } });
  });
});
