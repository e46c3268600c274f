import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import {
  type Document,
  type EngagementWorld,
  MESSAGE,
  startEngagement,
  type Team,
  waitForDue,
  type Widget,
} from './support/engagement';

const readErrorFields = ({ body }: { body: Document }): string[] =>
  (body.errors ?? []).map(({ field }: { field: string }) => field);

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
const call = (method: string, path: string, body?: unknown) => team.admin.call(method, path, body);
const put = async (id: string, body: object, path = 'banners') =>
  (await call('PUT', `/engagement/${path}/${id}`, body)).body;

/** A user with a widget, and what proves to a widget that it is that user. */
const user = async (userId: string): Promise<{ id: string; userHash: string }> => ({
  id: (await call('POST', '/sessions', { userId, name: 'Ada' })).body.id,
  userHash: createHmac('sha256', team.sessionSecret).update(userId).digest('hex'),
});

describe('fields of items', () => {
  const localised = (count: number, value: string): object => ({
    localized: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `x${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`,
        value,
      ]),
    ),
  });

  it.each([
    ['subject', { subject: localised(51, 'Hi') }],
    ['message', { message: localised(51, 'Hi') }],
    ['pageRules', { pageRules: Array.from({ length: 51 }, () => ({ pageFilterType: 'notempty' })) }],
    ['conditions', { conditions: Array.from({ length: 51 }, () => ({ field: 'plan', operator: 'exists' })) }],
    ['eventTrigger', { eventTrigger: 'x'.repeat(257) }],
    ['eventTrigger', { eventTrigger: '' }],
    ['name', { name: 'a\0b' }],
    ['tags.0', { tags: ['a\0b'] }],
    ['eventTriggerDelay', { eventTriggerDelay: 1.5 }],
    ['eventTriggerDelay', { eventTriggerDelay: -1 }],
  ])('over their limits are 400 naming %s', async (field, body) => {
    const refused = await call('POST', '/engagement/banners', { name: 'A', ...body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(readErrorFields(refused).map((name) => name.split('.localized')[0])).toContain(field);
    expect((await call('GET', '/engagement/banners')).body).toEqual([]);
  });

  it('50 languages, rules and conditions are taken', async () => {
    const item = await team.item('banners', {
      subject: localised(50, 'Hi'),
      pageRules: Array.from({ length: 50 }, () => ({ pageFilterType: 'notempty' })),
      conditions: Array.from({ length: 50 }, () => ({ field: 'plan', operator: 'exists' })),
      eventTrigger: 'x'.repeat(256),
      eventTriggerDelay: 2_592_000,
      status: 'draft',
    });
    expect(Object.keys(item.subject.localized)).toHaveLength(50);
    expect([item.pageRules.length, item.conditions.length]).toEqual([50, 50]);
  });

  it('a message of all languages together over 2,048,000 bytes is 413, and nothing is written', async () => {
    const { id } = await team.item('banners', { status: 'draft' });
    for (const [from, expected] of [
      [0, 200],
      [5, 200],
      [10, 413],
    ] as const) {
      const message = localised(from + 5, 'x'.repeat(190_000)) as { localized: Record<string, string> };
      const codes = Object.entries(message.localized).slice(from);
      const { status, body } = await call('PUT', `/engagement/banners/${id}`, {
        message: { localized: Object.fromEntries(codes) },
      });
      expect([status, body.code]).toEqual([expected, expected === 413 ? 'payload_too_large' : undefined]);
    }
    const { message } = (await call('GET', `/engagement/banners/${id}`)).body;
    expect(Object.keys(message.localized)).toHaveLength(10);
  });

  it('omitted ones stay; null gives each its default or takes it away', async () => {
    const set = {
      ...{ subType: 'a', format: 'b', actionType: 'c', frequencyType: 'd', subject: 'Hi', message: 'Hi' },
      ...{
        config: { a: 1 },
        data: { b: 2 },
        eventTrigger: 'ordered',
        frequencyDays: 3,
        sender: { name: 'Ada' },
      },
      ...{ startSendingAfter: '2030-01-01T00:00:00.000Z', stopSendingAfter: '2031-01-01T00:00:00.000Z' },
    };
    const others = {
      ...{ targetAudience: 'users', conditions: [{ field: 'plan', operator: 'exists' }], trigger: 'event' },
      ...{ eventTriggerDelay: 5, pageRules: [{ pageFilterType: 'notempty' }], frequency: 'always' },
      ...{ sound: true, hidden: true, tags: ['a'] },
    };
    const { id, ...item } = await team.item('banners', { ...set, ...others, status: 'draft' });
    const renamed = await put(id, { name: 'Other' });
    expect(renamed).toEqual({ id, ...item, name: 'Other', updatedAt: renamed.updatedAt });
    const nothing = Object.fromEntries(
      [...Object.keys(set), ...Object.keys(others)].map((key) => [key, null]),
    );
    const cleared = await put(id, nothing);
    for (const key of Object.keys(set)) expect(cleared).not.toHaveProperty(key);
    expect(cleared).toMatchObject({
      ...{ targetAudience: 'all', conditions: [], trigger: 'page', eventTriggerDelay: 0, pageRules: [] },
      ...{ frequency: 'once', sound: false, hidden: false, tags: [] },
    });
  });

  it('a bare text, node and document go under the project’s default language, cleaned as messages are', async () => {
    const german = { defaultLanguage: 'de', languages: ['de', 'en'] };
    await call('PUT', `/projects/${team.projectId}`, german);
    const bad = { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'javascript:x()' } }] };
    const paragraph = { type: 'paragraph', content: [bad], onclick: 'x()' };
    await eventually(async () => {
      for (const message of [paragraph, { type: 'doc', content: [paragraph] }, 'here']) {
        const item = await team.item('banners', { status: 'draft', subject: 'Hallo', message });
        expect(item.subject).toEqual({ localized: { de: 'Hallo' } });
        const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'here' }] }];
        expect(item.message).toEqual({ localized: { de: { type: 'doc', content } } });
      }
    });
  });

  it('config, data, conditions, page rules and tags are replaced whole', async () => {
    const path = `/engagement/banners/${(await team.item('banners', { status: 'draft' })).id}`;
    const rule = (pageFilter: string) => ({ pageFilterType: 'is', pageFilter });
    const condition = (value: string) => ({ field: 'plan', operator: 'eq', value });
    const of = (key: string) => ({
      ...{ config: { [key]: 1 }, data: { [key]: { [key]: 1 } }, conditions: [condition(key)] },
      ...{ pageRules: [rule(key)], tags: [key] },
    });
    await call('PUT', path, of('a'));
    expect((await call('PUT', path, of('b'))).body).toMatchObject(of('b'));
    const { config, data } = (await call('GET', path)).body;
    expect([config, data]).toEqual([{ b: 1 }, { b: { b: 1 } }]);
  });

  it('what the server sets is ignored; service accounts do everything, and are named as who made it', async () => {
    const account = (await call('POST', '/service-accounts', { name: 'Robot' })).body;
    const robot = world.api.as({ token: account.token, project: team.projectId });
    const forged = {
      ...{ type: 'EMAIL', createdBy: 'me', sent: 5, sentAt: '2020-01-01T00:00:00.000Z', stats: { seen: 5 } },
      ...{ id: '0123456789abcdef01234567', project: 'x', createdAt: '2020-01-01T00:00:00.000Z' },
    };
    const made = await robot.call('POST', '/engagement/banners', { name: 'Robot’s', ...forged });
    expect(made.body).toMatchObject({
      ...{ type: 'BANNER', createdBy: account.id, sent: 0, project: team.projectId },
      stats: { seen: 0 },
    });
    expect([made.body.sentAt, made.body.id === forged.id]).toEqual([undefined, false]);
    const path = `/engagement/banners/${made.body.id}`;
    const { updatedAt: before, ...rest } = made.body;
    const { updatedAt, ...changed } = (await robot.call('PUT', path, { ...forged, tags: ['a'] })).body;
    expect(changed).toEqual({ ...rest, tags: ['a'] });
    expect(updatedAt >= before).toBe(true);
    expect((await robot.call('GET', '/engagement/banners?tags=a')).status).toBe(200);
    expect((await robot.call('DELETE', path)).status).toBe(200);
  });

  it('lists are in the order that is asked for', async () => {
    const add = async (name: string, status: string): Promise<string> =>
      (await team.item('banners', { name, status, message: MESSAGE })).id;
    const [b, c, a] = [await add('b', 'live'), await add('c', 'draft'), await add('a', 'live')];
    await waitForDue(guest, [a, b]);
    await guest.report(a, 'seen');
    await call('PUT', `/engagement/banners/${c}`, { tags: ['a'] });
    const sorted = async (sort: string): Promise<string> => {
      const { body } = await call('GET', `/engagement/banners?sort=${sort}`);
      return body.map(({ name }: { name: string }) => name).join('');
    };
    for (const [sort, expected] of [
      ['name', 'abc'],
      ['-name', 'cba'],
      ['createdAt', 'bca'],
      ['status,name', 'cab'],
      ['-updatedAt', 'cab'],
      ['type,name', 'abc'],
      ['sent,name', 'bca'],
      ['-sent,-name', 'acb'],
      ['sentAt,-name', 'acb'],
    ] as const)
      expect([sort, await sorted(sort)]).toEqual([sort, expected]);
  });

  it('the trigger schedule of an in-app item means page: it is due at once', async () => {
    const { id, trigger } = await team.item('banners', { message: MESSAGE, trigger: 'schedule' });
    expect(['page', 'schedule']).toContain(trigger);
    await waitForDue(guest, [id]);
  });
});

describe('what widgets get', () => {
  it('at most 100 items, the newest; a checklist ignores its frequency', async () => {
    const made: string[] = [];
    for (let count = 0; count < 101; count += 1)
      made.unshift((await team.item('tooltips', { config: { selector: '#a' } })).id);
    await waitForDue(guest, made.slice(0, 100));
    const { id } = await team.item('checklists', {
      config: { steps: [{ id: 's1', title: 'One' }] },
      frequency: 'always',
    });
    await waitForDue(guest, [id], '?type=CHECKLIST');
    await guest.call('PUT', `/shared/checklists/${id}/steps/s1`);
    await waitForDue(guest, [], '?type=CHECKLIST');
  });

  it('a report may come from any page, and one that is not due goes to the latest delivery', async () => {
    const rules = [{ pageFilterType: 'is', pageFilter: 'https://shop.example/pricing' }];
    const { id } = await team.item('banners', { message: MESSAGE, pageRules: rules });
    await waitForDue(guest, [id], '?url=https://shop.example/pricing/');
    expect((await guest.report(id, 'dismissed')).status).toBe(200);
    // The item is due no more; a late report still counts for what was shown.
    expect((await guest.report(id, 'clicked')).status).toBe(200);
    const once = { unique: 1, total: 1 };
    expect(await team.statistics(id)).toMatchObject({ seen: once, dismissed: once, clicked: once });
  });

  it('tour-<id>-quit of existing widgets counts as dismissed, which ends the tour', async () => {
    const { id } = await team.item('cobrowse', { config: { steps: [{ id: 's1' }] } });
    await waitForDue(guest, [id]);
    await guest.track(`tour-${id}-quit`);
    await waitForDue(guest, []);
    expect(await team.statistics(id)).toMatchObject({ dismissed: { unique: 1, total: 1 } });
  });
});

describe('what goes with what', () => {
  it('of two progresses the completed steps are united when a guest turns out to be a user', async () => {
    const steps = ['s1', 's2', 's3'].map((id) => ({ id, title: id }));
    const { id } = await team.item('checklists', { config: { steps } });
    await waitForDue(guest, [id]);
    const mark = async (widget: Widget, step: string): Promise<void> =>
      expect(await widget.call('PUT', `/shared/checklists/${id}/steps/${step}`)).toMatchObject({
        status: 200,
      });
    const { id: heirId, userHash } = await user('u1');
    const first = await team.guest();
    // What the user did comes from an earlier widget of its own, and what the guest did before it was known.
    const listChecklists = async (contact: string) =>
      (await call('GET', `/sessions/${contact}/checklists`)).body;
    await mark(first, 's1');
    await first.call('POST', '/shared/sessions/identify', { userId: 'u1', userHash });
    await mark(guest, 's2');
    await mark(guest, 's1');
    await guest.call('POST', '/shared/sessions/identify', { userId: 'u1', userHash });
    await eventually(async () => {
      const all = [...(await listChecklists(heirId))];
      expect(all.map(({ completedSteps }) => [...completedSteps].sort())).toEqual([['s1', 's2']]);
      expect(all[0].status).toBe('active');
    });
  });

  it('two halves that make a whole are done, which is counted', async () => {
    const steps = ['s1', 's2'].map((id) => ({ id, title: id }));
    const { id } = await team.item('checklists', { config: { steps } });
    await waitForDue(guest, [id]);
    const { id: heirId, userHash } = await user('u2');
    const other = await team.guest();
    await other.call('PUT', `/shared/checklists/${id}/steps/s1`);
    await other.call('POST', '/shared/sessions/identify', { userId: 'u2', userHash });
    await guest.call('PUT', `/shared/checklists/${id}/steps/s2`);
    await guest.call('POST', '/shared/sessions/identify', { userId: 'u2', userHash });
    await eventually(async () =>
      expect((await call('GET', `/sessions/${heirId}/checklists`)).body).toMatchObject([{ status: 'done' }]),
    );
    await eventually(async () =>
      expect(await team.statistics(id)).toMatchObject({ completed: { unique: 1, total: 1 } }),
    );
  });

  it('a deleted item is forgotten by widgets and lists; the ticket of an answer keeps its outbound', async () => {
    const { id } = await team.item('chat-messages', { message: MESSAGE });
    await waitForDue(guest, [id]);
    const { body } = await guest.call('POST', `/shared/engagements/${id}/reply`, { comment: 'Yes' });
    await call('DELETE', `/engagement/chat-messages/${id}`);
    await waitForDue(guest, []);
    expect((await guest.report(id, 'seen')).status).toBe(404);
    for (const path of ['statistics', 'recipients'])
      expect(await call('GET', `/engagements/${id}/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'engagement_not_found' },
      });
    expect((await call('GET', `/tickets/${body.ticket}`)).body.outbound).toBe(id);
    const { body: messages } = await call('GET', `/messages?ticket=${body.ticket}&sort=createdAt`);
    expect(messages[0].outbound).toBe(id);
  });
});

describe('the editor’s precheck', () => {
  const precheck = (body: unknown) => call('POST', '/engagement/editor/precheck', body);

  it.each([[{}], [{ url: '' }], [{ url: 5 }], [{ url: `https://a.example/${'x'.repeat(2_048)}` }]])(
    'of %j is 400: url has 1 to 2,048 characters',
    async (body) => {
      const refused = await precheck(body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(readErrorFields(refused)).toEqual(['url']);
    },
  );

  it.each(['http://127.0.0.1:1/', 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/latest'])(
    'does not call %s: the platform’s network is closed',
    async (url) => {
      const { status, body } = await precheck({ url, engagementType: 'TOOLTIP', headers: { cookie: 'a=b' } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ok: false, blockers: [{ code: 'invalid_url' }] });
      expect(body).not.toHaveProperty('finalUrl');
    },
  );

  it('does not call the platform itself', async () => {
    const { origin } = world.platform();
    expect((await precheck({ url: `${origin}/readyz` })).body).toMatchObject({
      ok: false,
      blockers: [{ code: 'invalid_url' }],
    });
  });
});

describe('recipients', () => {
  it('are 50 unasked, at most 200, with their true number', async () => {
    const { id } = await team.item('banners', { message: MESSAGE, frequency: 'always' });
    await waitForDue(guest, [id]);
    for (let round = 0; round < 201; round += 1) await guest.report(id, 'dismissed');
    const list = async (query: string) => (await call('GET', `/engagements/${id}/recipients${query}`)).body;
    for (const [query, expected] of [
      ['', 50],
      ['?limit=1000', 200],
      ['?skip=200', 1],
    ] as const) {
      const { data, total } = await list(query);
      expect([data.length, total]).toEqual([expected, 201]);
    }
  });
});
