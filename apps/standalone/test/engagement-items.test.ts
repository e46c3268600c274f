import { eventually } from '@parley/testing';
import {
  type Document,
  type EngagementWorld,
  MESSAGE,
  startEngagement,
  type Team,
} from './support/engagement';

// Without anybody to write to, an e-mail that may begin is finished at once.
const EMAIL = { subject: 'Hi', message: MESSAGE, startSendingAfter: '2100-01-01T00:00:00.000Z' };
const STEPS = { steps: [{ id: 's1', title: 'One' }] };
const QUESTIONS = { questions: [{ id: 'q1', type: 'nps', title: 'How likely?' }] };
const kinds = [
  ['checklists', 'CHECKLIST', 'checklist_not_found', { config: STEPS }, 'config.steps'],
  ['tooltips', 'TOOLTIP', 'tooltip_not_found', { config: { selector: '#a' } }, 'config.selector'],
  ['cobrowse', 'COBROWSE', 'cobrowse_not_found', { config: { steps: [{}] } }, 'config.steps'],
  ['banners', 'BANNER', 'banner_not_found', { message: MESSAGE }, 'message'],
  ['chat-messages', 'CHAT_MESSAGE', 'chat_message_not_found', { message: MESSAGE }, 'message'],
  ['surveys', 'SURVEY', 'survey_not_found', { config: QUESTIONS }, 'config.questions'],
  ['news', 'NEWS', 'news_not_found', { subject: 'Hi', message: MESSAGE }, 'message,subject'],
  ['modals', 'MODAL', 'modal_not_found', { message: MESSAGE }, 'message'],
  ['product-tours', 'PRODUCT_TOUR', 'product_tour_not_found', { config: { steps: [{}] } }, 'config.steps'],
  ['emails', 'EMAIL', 'engagement_email_not_found', EMAIL, 'message,subject'],
] as const;

const readErrorFields = ({ body }: { body: Document }): string[] =>
  (body.errors ?? body.fields ?? []).map(({ field }: { field: string }) => field);

describe('engagement items', () => {
  let world: EngagementWorld;
  let team: Team;
  const call = (method: string, path: string, body?: unknown) => team.admin.call(method, path, body);
  beforeAll(async () => {
    world = await startEngagement();
    team = await world.team();
  });
  afterAll(() => world.stop());

  describe.each(kinds)('%s', (path, type, code, ready, needed) => {
    it('have their type and defaults; absent fields are absent', async () => {
      const { status, body } = await call('POST', `/engagement/${path}`, { name: 'New' });
      expect(status).toBe(200);
      const stats =
        type === 'EMAIL'
          ? { pending: 0, sent: 0, failed: 0, skipped: 0, opened: 0, clicked: 0, bounced: 0, unsubscribed: 0 }
          : {
              ...{ seen: 0, clicked: 0, dismissed: 0, completed: 0 },
              ...((type === 'CHAT_MESSAGE' || type === 'SURVEY') && { replied: 0 }),
            };
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        _id: body.id,
        project: team.projectId,
        organisation: expect.any(String),
        type,
        name: 'New',
        status: 'draft',
        targetAudience: 'all',
        conditions: [],
        trigger: type === 'EMAIL' ? 'schedule' : 'page',
        eventTriggerDelay: 0,
        pageRules: [],
        frequency: 'once',
        sound: false,
        hidden: false,
        tags: [],
        sent: 0,
        stats,
        createdBy: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
      });
    });

    it(`answers 404 ${code} for an id of another kind, malformed or unknown`, async () => {
      const otherPath = path === 'banners' ? 'tooltips' : 'banners';
      const { body: other } = await call('POST', `/engagement/${otherPath}`, { name: 'Other' });
      for (const id of [other.id, 'nope', '0123456789abcdef01234567'])
        for (const method of ['GET', 'PUT', 'DELETE'])
          expect(
            await call(method, `/engagement/${path}/${id}`, method === 'PUT' ? { name: 'A' } : undefined),
          ).toMatchObject({ status: 404, body: { code } });
    });

    it(`needs ${needed} to go live, and cannot lose any of it while live`, async () => {
      const { body: draft } = await call('POST', `/engagement/${path}`, { name: 'Draft' });
      const refused = await call('PUT', `/engagement/${path}/${draft.id}`, { status: 'live' });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(readErrorFields(refused).sort().join()).toBe(needed);
      expect((await call('GET', `/engagement/${path}/${draft.id}`)).body.status).toBe('draft');
      const begun = await call('POST', `/engagement/${path}`, { name: 'A', status: 'live' });
      expect(readErrorFields(begun).sort().join()).toBe(needed);
      const live = await call('PUT', `/engagement/${path}/${draft.id}`, { ...ready, status: 'live' });
      expect(live).toMatchObject({ status: 200, body: { status: 'live' } });
      for (const field of needed.split(',')) {
        const loses = await call('PUT', `/engagement/${path}/${draft.id}`, {
          [field.split('.')[0] ?? '']: null,
        });
        expect([loses.status, readErrorFields(loses)]).toEqual([400, [field]]);
      }
      expect((await call('GET', `/engagement/${path}/${draft.id}`)).body).toEqual(live.body);
    });

    it('are listed newest first, only their kind: 1000 unasked, 100 when more are asked for', async () => {
      const mine = await world.team();
      const made: string[] = [];
      for (let count = 0; count < 3; count += 1)
        made.unshift((await mine.item(path, { name: `N${count}`, status: 'draft' })).id);
      const { body } = await mine.admin.call('GET', `/engagement/${path}`);
      expect(body.map(({ id }: { id: string }) => id)).toEqual(made);
      const { body: named } = await mine.admin.call('GET', `/engagement/${path}?name=N1&sort=type,-name`);
      expect(named.map(({ id }: { id: string }) => id)).toEqual([made[1]]);
    });

    it('are deleted in any state and answered as they were', async () => {
      const item = await team.item(path, ready);
      expect((await call('DELETE', `/engagement/${path}/${item.id}`)).body).toEqual(item);
      expect((await call('GET', `/engagement/${path}/${item.id}`)).status).toBe(404);
    });
  });

  it('of 101: a page of 100 when 1000 are asked for, all of them unasked', async () => {
    const mine = await world.team();
    for (let batch = 0; batch < 101; batch += 1) await mine.item('tooltips', { status: 'draft' });
    expect((await mine.admin.call('GET', '/engagement/tooltips?limit=1000')).body).toHaveLength(100);
    expect((await mine.admin.call('GET', '/engagement/tooltips')).body).toHaveLength(101);
  });

  it.each([
    ['status=live', (item: Document) => item.status === 'live'],
    ['tags=b', (item: Document) => item.tags.includes('b')],
    ['config.color=red', (item: Document) => item.config?.color === 'red'],
    ['subject.localized.en=Hi', (item: Document) => item.subject?.localized.en === 'Hi'],
    ['sender.email=a@example.com', (item: Document) => item.sender?.email === 'a@example.com'],
    ['stats.seen>=1', () => false],
    ['sent=0&frequencyDays=null', () => true],
  ])('are filtered by %s', async (query, expected) => {
    const mine = await world.team();
    await mine.item('banners', { message: MESSAGE, tags: ['a', 'b'], subject: 'Hi' });
    await mine.item('banners', { status: 'draft', config: { color: 'red' }, tags: ['a'] });
    await mine.item('banners', { status: 'draft', sender: { email: 'a@example.com' } });
    const { body: all } = await mine.admin.call('GET', '/engagement/banners');
    const { status, body } = await mine.admin.call('GET', `/engagement/banners?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual(all.filter(expected));
  });

  it('refuse project filters: 400 forbidden_filter', async () => {
    expect(await call('GET', '/engagement/banners?project=x')).toMatchObject({
      status: 400,
      body: { code: 'forbidden_filter' },
    });
  });

  it('merge subject and message by language; a bare value goes under the default language', async () => {
    const { id, subject, message } = await team.item('banners', { subject: 'Hi', message: 'Text' });
    expect(subject).toEqual({ localized: { en: 'Hi' } });
    expect(message.localized.en).toMatchObject({ type: 'doc' });
    const put = async (body: object) => (await call('PUT', `/engagement/banners/${id}`, body)).body;
    expect((await put({ subject: { localized: { de: 'Hallo' } } })).subject).toEqual({
      localized: { en: 'Hi', de: 'Hallo' },
    });
    expect((await put({ subject: { localized: { en: null } } })).subject).toEqual({
      localized: { de: 'Hallo' },
    });
    expect(await put({ subject: null })).not.toHaveProperty('subject');
    const { message: both } = await put({ message: { localized: { de: 'Text' } } });
    expect(both.localized).toEqual({
      en: message.localized.en,
      de: expect.objectContaining({ type: 'doc' }),
    });
    // A live banner has to keep one of them.
    expect(Object.keys((await put({ message: { localized: { en: null } } })).message.localized)).toEqual([
      'de',
    ]);
  });

  it.each([
    [{ subject: { en: 'Hi' } }, 'subject'],
    [{ subject: { localized: { en: 5 } } }, 'subject.localized.en'],
    [{ subject: 'x'.repeat(501) }, 'subject'],
    [{ message: { localized: 'Hi' } }, 'message'],
    [{ subject: { localized: { en: 'A' }, other: 1 } }, 'subject'],
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(257) }, 'name'],
    [{ subType: 'x'.repeat(65) }, 'subType'],
    [{ format: 'x'.repeat(65) }, 'format'],
    [{ actionType: 'x'.repeat(65) }, 'actionType'],
    [{ frequencyType: 'x'.repeat(65) }, 'frequencyType'],
    [{ targetAudience: 'friends' }, 'targetAudience'],
    [{ conditions: [{ field: 'plan', operator: 'like', value: 'a' }] }, 'conditions.0.operator'],
    [{ conditions: [{ field: 'svcHash', operator: 'exists' }] }, 'conditions.0.field'],
    [{ conditions: [{ operator: 'exists' }] }, 'conditions.0'],
    [{ conditions: [{ field: 'plan', event: 'a', operator: 'exists' }] }, 'conditions.0'],
    [{ conditions: [{ event: 'a', operator: 'contains', value: 'b' }] }, 'conditions.0.operator'],
    [{ trigger: 'never' }, 'trigger'],
    [{ eventTriggerDelay: 2_592_001 }, 'eventTriggerDelay'],
    [{ frequencyDays: 366 }, 'frequencyDays'],
    [{ frequencyDays: 0 }, 'frequencyDays'],
    [{ pageRules: [{ pageFilterType: 'like' }] }, 'pageRules.0.pageFilterType'],
    [{ pageRules: [{ pageFilterType: 'is', pageFilter: 'x'.repeat(2_049) }] }, 'pageRules.0.pageFilter'],
    [
      { startSendingAfter: '2026-02-01T00:00:00Z', stopSendingAfter: '2026-02-01T00:00:00Z' },
      'stopSendingAfter',
    ],
    [{ sender: '0123456789abcdef01234567' }, 'sender'],
    [{ sender: { name: 'a\nb' } }, 'sender.name'],
    [{ sender: { email: 'nobody' } }, 'sender.email'],
    [{ sender: { phone: '1' } }, 'sender.phone'],
    [{ tags: [''] }, 'tags.0'],
    [{ tags: ['x'.repeat(65)] }, 'tags.0'],
    [{ tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, 'tags'],
    [{ config: { steps: Array.from({ length: 51 }, () => ({})) } }, 'config.steps'],
    [{ config: { steps: ['a'] } }, 'config.steps.0'],
    [{ config: { steps: [{ eventTrigger: '' }] } }, 'config.steps.0.eventTrigger'],
    [{ config: { steps: [{ title: { en: 'One' } }] } }, 'config.steps.0.title'],
    [{ config: { steps: [{ id: 'a b' }] } }, 'config.steps.0.id'],
    [{ config: { steps: [{ id: 'a' }, { id: 'a' }] } }, 'config.steps.1.id'],
    [{ config: { steps: [{ title: 'x'.repeat(257) }] } }, 'config.steps.0.title'],
    [{ config: { steps: [{ allowMarkDone: 'no' }] } }, 'config.steps.0.allowMarkDone'],
    [{ config: [] }, 'config'],
  ])('refuse %j: 400 naming %s, in drafts too', async (body, field) => {
    const { body: draft } = await call('POST', '/engagement/checklists', { name: 'Draft' });
    const refused = await call('PUT', `/engagement/checklists/${draft.id}`, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(readErrorFields(refused)).toContain(field);
    expect((await call('GET', `/engagement/checklists/${draft.id}`)).body).toEqual(draft);
  });

  it.each([
    [{ trigger: 'page' }, 'trigger'],
    [{ frequency: 'always' }, 'frequency'],
    [{ config: { tracking: { opens: 'no' } } }, 'config.tracking'],
    [{ config: { tracking: { other: true } } }, 'config.tracking'],
  ])('that are e-mails refuse %j: 400 naming %s', async (body, field) => {
    const refused = await call('POST', '/engagement/emails', { name: 'Mail', ...body });
    expect(refused.status).toBe(400);
    expect(readErrorFields(refused)).toContain(field);
  });

  it.each([
    [{ config: { a: 'x'.repeat(204_800) } }],
    [{ data: { a: 'x'.repeat(204_800) } }],
    [{ message: 'x'.repeat(204_801) }],
  ])('over their size are 413', async (body) => {
    expect(await call('POST', '/engagement/banners', { name: 'A', ...body })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('clean markup that widgets insert', async () => {
    const html =
      '<p onclick="x()">Hi <a href="javascript:x()">there</a></p><script>x()</script><iframe></iframe>';
    const item = await team.item('tooltips', {
      config: { selector: '#a', html, steps: [{ id: 'a', message: html }] },
    });
    for (const clean of [item.config.html, item.config.steps[0].message]) {
      expect(clean).toContain('Hi');
      expect(clean).not.toMatch(/onclick|javascript|script|iframe/);
    }
  });

  it('make ids for steps that have none; other keys are kept', async () => {
    const { config } = await team.item('checklists', { config: { steps: [{ title: 'A', icon: '✓' }] } });
    expect(config.steps).toEqual([{ id: expect.stringMatching(/^[\w-]{1,64}$/), title: 'A', icon: '✓' }]);
  });

  it.each([
    ['draft', ['paused', 'finished']],
    ['live', ['draft']],
    ['paused', ['draft']],
    ['finished', ['draft', 'live', 'paused']],
  ])('that are %s cannot become %j: 409 invalid_status_transition', async (from, forbidden) => {
    const way: Record<string, string[]> = { draft: [], live: ['live'], paused: ['live', 'paused'] };
    const { id } = await team.item('banners', { status: 'draft', message: MESSAGE });
    const put = (body: object) => call('PUT', `/engagement/banners/${id}`, body);
    for (const status of way[from] ?? ['live', 'finished']) expect((await put({ status })).status).toBe(200);
    for (const status of forbidden)
      expect(await put({ status, name: 'Changed' })).toMatchObject({
        status: 409,
        body: { code: 'invalid_status_transition' },
      });
    const before = (await call('GET', `/engagement/banners/${id}`)).body;
    expect(before).toMatchObject({ status: from, name: 'Item' });
    expect(await put({ status: from })).toMatchObject({ status: 200, body: before });
    if (from === 'paused') expect((await put({ status: 'finished' })).body.status).toBe('finished');
  });

  it.each(['paused', 'finished'])('cannot begin as %s: 400 naming status', async (status) => {
    const refused = await call('POST', '/engagement/banners', { name: 'A', message: 'B', status });
    expect(refused.status).toBe(400);
    expect(readErrorFields(refused)).toEqual(['status']);
  });

  it.each([
    ['targetAudience', 'users'],
    ['conditions', [{ field: 'plan', operator: 'exists' }]],
    ['trigger', 'event'],
    ['eventTrigger', 'order placed'],
    ['eventTriggerDelay', 5],
    ['pageRules', [{ pageFilterType: 'notempty' }]],
    ['frequency', 'always'],
    ['frequencyType', 'x'],
    ['frequencyDays', 3],
    ['startSendingAfter', '2020-01-01T00:00:00.000Z'],
    ['stopSendingAfter', '2099-01-01T00:00:00.000Z'],
  ])(
    'that are live keep their %s: 409 engagement_live, nothing is written; equal values pass',
    async (field, value) => {
      const item = await team.item('banners', { message: MESSAGE });
      const path = `/engagement/banners/${item.id}`;
      for (const status of ['live', 'paused'])
        expect(await call('PUT', path, { [field]: value, name: 'Changed', status })).toMatchObject({
          status: 409,
          body: { code: 'engagement_live' },
        });
      expect((await call('GET', path)).body).toEqual(item);
      expect((await call('PUT', path, { [field]: item[field] ?? null, name: 'Same' })).status).toBe(200);
      expect((await call('PUT', path, { status: 'paused' })).status).toBe(200);
      const both = await call('PUT', path, {
        eventTrigger: 'order placed',
        frequencyDays: 3,
        [field]: value,
        status: 'live',
      });
      expect(both).toMatchObject({ status: 200, body: { status: 'live', [field]: value } });
    },
  );

  it.each([
    [{ trigger: 'event' }, 'eventTrigger'],
    [{ frequency: 'days' }, 'frequencyDays'],
    [{ stopSendingAfter: '2020-01-01T00:00:00Z' }, 'stopSendingAfter'],
  ])('with %j need %s to go live', async (fields, field) => {
    const refused = await call('POST', '/engagement/banners', {
      ...{ name: 'A', status: 'live', message: MESSAGE },
      ...fields,
    });
    expect(refused.status).toBe(400);
    expect(readErrorFields(refused)).toEqual([field]);
  });

  it('that are checklists need a title of each step to go live', async () => {
    const config = { steps: [{ title: 'One' }, { id: 'b' }, { title: { localized: { en: ' ' } } }] };
    const refused = await call('POST', '/engagement/checklists', { name: 'A', status: 'live', config });
    expect([refused.status, readErrorFields(refused)]).toEqual([
      400,
      ['config.steps.1.title', 'config.steps.2.title'],
    ]);
  });

  it('go live once when fifty ask at once', async () => {
    const { id } = await team.item('banners', { status: 'draft', message: MESSAGE });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('PUT', `/engagement/banners/${id}`, { status: 'live' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.updatedAt)).size).toBe(1);
  });

  it('live or paused, are finished by the server when stopSendingAfter has passed', async () => {
    const mine = await world.team();
    // Late enough for a slow machine to make it live before.
    const stop = new Date(Date.now() + 10_000).toISOString();
    const { id } = await mine.item('banners', { message: MESSAGE, stopSendingAfter: stop });
    const paused = await mine.item('banners', { message: MESSAGE, stopSendingAfter: stop });
    const draft = await mine.item('banners', { message: MESSAGE, stopSendingAfter: stop, status: 'draft' });
    await mine.admin.call('PUT', `/engagement/banners/${paused.id}`, { status: 'paused' });
    await eventually(async () => {
      const { body } = await mine.admin.call('GET', '/engagement/banners');
      const states = new Map(body.map((item: Document) => [item.id, item.status]));
      expect([id, paused.id, draft.id].map((one) => states.get(one))).toEqual([
        'finished',
        'finished',
        'draft',
      ]);
    });
  });

  it('of another project are nowhere', async () => {
    const other = await world.team();
    const item = await team.item('banners', { message: MESSAGE });
    expect((await other.admin.call('GET', `/engagement/banners/${item.id}`)).status).toBe(404);
    expect((await other.admin.call('GET', '/engagement/banners')).body).toEqual([]);
  });
});
