import { newId } from '@parley/persistence';
import type { Webhook } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext } from '@parley/rpc';
import { createOutbound } from '@parley/outbound';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { webhookEvents } from '../src/webhooks/webhook';
import { readWebhookChange } from '../src/webhooks/webhook-input';
import { createProject, UNKNOWN } from './support/people';
import { inProject, type Person, present, startWorkspace, type TestWorkspace } from './support/workspace';

let workspace: TestWorkspace;
let owner: Person;
let project: Project;
let other: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  owner = await workspace.person();
});
afterAll(() => workspace.stop());
beforeEach(async () => {
  [project, other] = [await createProject(workspace, owner), await createProject(workspace, owner)];
});

const URL = 'https://hooks.example.com/parley';
const context = (where = project): CallContext => inProject(owner.user, where);
const create = async (request: object = {}, where = project): Promise<Webhook> =>
  present(
    (
      await workspace.webhooks.createWebhook(
        { url: URL, events: ['TICKET_CREATED'], ...request },
        context(where),
      )
    ).webhook,
  );
const update = async (webhookId: string, request: object, where = project): Promise<Webhook> =>
  present((await workspace.webhooks.updateWebhook({ webhookId, ...request }, context(where))).webhook);
const get = async (webhookId: string, as = context()): Promise<Webhook> =>
  present((await workspace.webhooks.getWebhook({ webhookId }, as)).webhook);
const list = async (as = context()): Promise<Webhook[]> =>
  (await workspace.webhooks.listWebhooks({}, as)).webhooks;

const NOT_FOUND = { kind: 'notFound', reason: 'WEBHOOK_NOT_FOUND' };
const invalidField = (field: string): object => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: [{ field }],
});

const everything = {
  name: 'Orders',
  url: URL,
  enabled: false,
  events: [...webhookEvents],
  headers: [
    { key: 'Authorization', value: 'Bearer very secret' },
    { key: 'x-empty', value: '' },
  ],
  filters: { ticketTypes: ['BUG', 'INQUIRY'] },
};

describe('CreateWebhook', () => {
  it('answers every field that was sent, and a secret that is shown this once', async () => {
    const { secret, ...webhook } = await create(everything);
    expect(webhook).toEqual({
      ...everything,
      id: webhook._id,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      project: project.id,
      organisation: project.organisation,
      createdBy: owner.user.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await get(webhook.id)).toEqual(webhook);
    expect(await list()).toEqual([webhook]);
  });

  it('is enabled, without name, headers and filter, unless told otherwise', async () => {
    const webhook = await create();
    expect(webhook).toMatchObject({ enabled: true, headers: [], filters: { ticketTypes: [] } });
    expect(webhook.name).toBeUndefined();
  });

  it('keeps neither the secret nor the values of headers in the open', async () => {
    const { id, secret } = await create(everything);
    const [row] = await workspace.database.db.query<{ row: string }>(
      'SELECT webhook::text AS row FROM webhook WHERE id = $1',
      [id],
    );
    expect(row?.row).toContain(id);
    for (const text of [String(secret), String(secret).slice(6), 'very secret'])
      expect(row?.row).not.toContain(text);
  });

  it.each([
    'orders',
    'ftp://hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com:25/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa000001/',
    'http://[::ffff:10.0.0.1]/',
  ])('refuses the address %s with 400 naming url', async (url) => {
    await expect(create({ url })).rejects.toMatchObject(invalidField('url'));
    expect(await list()).toEqual([]);
  });

  it.each(['http://127.0.0.1/', 'http://localhost:8080/', 'http://hooks.localhost/'])(
    'refuses this machine at %s unless the operator allows it',
    async (url) => {
      await expect(create({ url })).resolves.toMatchObject({ url });
      const outbound = createOutbound({ allowedNetworks: [] });
      const request = { webhookId: newId(), nulls: [], url };
      const change = Promise.resolve().then(() => readWebhookChange({ outbound }, request));
      await expect(change).rejects.toMatchObject(invalidField('url'));
      await outbound.close();
    },
  );

  it('refuses an unknown event with 400 naming it, and a list of none', async () => {
    await expect(create({ events: ['TICKET_CREATED', 'TICKET_LOST'] })).rejects.toMatchObject(
      invalidField('events.1'),
    );
    await expect(create({ events: [] })).rejects.toMatchObject(invalidField('events'));
  });

  it('keeps an event that is named twice once', async () => {
    expect((await create({ events: ['TICKET_CREATED', 'TICKET_CREATED'] })).events).toEqual([
      'TICKET_CREATED',
    ]);
  });

  it.each([
    'Host',
    'connection',
    'Content-Length',
    'content-type',
    'transfer-encoding',
    'proxy-authorization',
    'webhook-signature',
    'user-agent',
    'bad name',
    'x-line\r\nx-other',
    '',
  ])('refuses the header %j with 400 naming it', async (key) => {
    const headers = [
      { key: 'x-good', value: '1' },
      { key, value: '1' },
    ];
    await expect(create({ headers })).rejects.toMatchObject(invalidField('headers.1.key'));
  });

  it('refuses a header twice, a value with a line break or without a value, and more than 20 headers', async () => {
    const twice = [
      { key: 'x-a', value: '1' },
      { key: 'X-A', value: '2' },
    ];
    await expect(create({ headers: twice })).rejects.toMatchObject(invalidField('headers.1.key'));
    for (const value of ['a\r\nx-b: c', 'ü', 'x'.repeat(4_097), undefined]) {
      await expect(create({ headers: [{ key: 'x-a', value }] })).rejects.toMatchObject(
        invalidField('headers.0.value'),
      );
    }
    const many = Array.from({ length: 21 }, (_, index) => ({ key: `x-${index}`, value: '' }));
    await expect(create({ headers: many })).rejects.toMatchObject(invalidField('headers'));
    expect((await create({ headers: many.slice(1) })).headers).toHaveLength(20);
  });

  it('takes 50 webhooks a project, also when more come at once, and again in another project', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 55 }, () => create()));
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'conflict', reason: 'WEBHOOK_LIMIT_REACHED' });
    const [first] = await list();
    await create({}, other);
    await workspace.webhooks.deleteWebhook({ webhookId: present(first).id }, context());
    await create();
  });
});

describe('UpdateWebhook', () => {
  it('changes what is sent, leaves what is omitted and replaces lists whole', async () => {
    const { secret, ...before } = await create(everything);
    expect(secret).toBeDefined();
    const after = await update(before.id, {
      name: 'Shop',
      events: ['TICKET_DELETED'],
      headers: [{ key: 'x-a', value: '1' }],
      filters: { ticketTypes: [] },
    });
    expect(after).toEqual({
      ...before,
      name: 'Shop',
      events: ['TICKET_DELETED'],
      headers: [{ key: 'x-a', value: '1' }],
      filters: { ticketTypes: [] },
      updatedAt: after.updatedAt,
    });
  });

  it('clears by null, but neither url nor events', async () => {
    const { id } = await create(everything);
    const cleared = await update(id, { nulls: ['name', 'enabled', 'headers', 'filters'] });
    expect(cleared).toMatchObject({ enabled: true, headers: [], filters: { ticketTypes: [] } });
    expect(cleared.name).toBeUndefined();
    for (const field of ['url', 'events'])
      await expect(update(id, { nulls: [field] })).rejects.toMatchObject(invalidField(field));
  });

  it('holds to the rules of creation', async () => {
    const { id } = await create();
    await expect(update(id, { url: 'http://10.0.0.1/' })).rejects.toMatchObject(invalidField('url'));
    await expect(update(id, { events: ['x'] })).rejects.toMatchObject(invalidField('events.0'));
    await expect(update(id, { events: [] })).rejects.toMatchObject(invalidField('events'));
    await expect(update(id, { headers: [{ key: 'te', value: '' }] })).rejects.toMatchObject(
      invalidField('headers.0.key'),
    );
    await expect(update(id, { headers: ['x'] })).rejects.toMatchObject(invalidField('headers.0.key'));
  });

  it('forgets former failures when it enables', async () => {
    const { id } = await create();
    await workspace.database.db.query(
      `UPDATE webhook SET enabled = false, disabled_reason = 'gone', failing_since = now(), paused_until = now()
       WHERE id = $1`,
      [id],
    );
    expect(await get(id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const enabled = await update(id, { enabled: true });
    expect(enabled.enabled).toBe(true);
    expect([enabled.disabledReason, enabled.failingSince]).toEqual([undefined, undefined]);
  });
});

describe('a webhook', () => {
  it('shows the values of its headers to admins only', async () => {
    const { id } = await create(everything);
    for (const role of ['user', 'agent'] as const) {
      const as = inProject(owner.user, project, role);
      const keys = everything.headers.map(({ key }) => ({ key }));
      expect((await get(id, as)).headers).toEqual(keys);
      expect((await list(as))[0]?.headers).toEqual(keys);
    }
  });

  it('is gone once deleted, and answers what it was', async () => {
    const { secret, ...webhook } = await create(everything);
    expect(secret).toBeDefined();
    const { webhooks } = workspace;
    expect((await webhooks.deleteWebhook({ webhookId: webhook.id }, context())).webhook).toEqual(webhook);
    expect(await list()).toEqual([]);
    const ids = { webhookId: webhook.id, deliveryId: UNKNOWN };
    for (const call of [
      () => webhooks.getWebhook(ids, context()),
      () => webhooks.updateWebhook(ids, context()),
      () => webhooks.deleteWebhook(ids, context()),
      () => webhooks.listWebhookDeliveries({ ...ids, limit: 1 }, context()),
      () => webhooks.redeliverWebhook(ids, context()),
      () => webhooks.rotateWebhookSecret(ids, context()),
    ])
      await expect(call()).rejects.toMatchObject(NOT_FOUND);
  });

  it('does not exist for another project', async () => {
    const { id } = await create(everything);
    const { webhooks } = workspace;
    const there = context(other);
    const ids = { webhookId: id, deliveryId: UNKNOWN };
    expect(await list(there)).toEqual([]);
    for (const call of [
      () => webhooks.getWebhook(ids, there),
      () => webhooks.updateWebhook({ ...ids, name: 'Taken over' }, there),
      () => webhooks.deleteWebhook(ids, there),
      () => webhooks.listWebhookDeliveries({ ...ids, limit: 1 }, there),
      () => webhooks.redeliverWebhook(ids, there),
      () => webhooks.rotateWebhookSecret(ids, there),
    ])
      await expect(call()).rejects.toMatchObject(NOT_FOUND);
    expect((await get(id)).name).toBe('Orders');
  });
});
