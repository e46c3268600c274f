import { eventually } from '@parley/testing';
import { type Api, ok } from './support/api';
import { type Customer, openCustomer, toPath, startWithCustomer } from './support/customer';
import type { Mailbox } from './support/mailbox';
import { openWebSite, type WebSite } from './support/web-site';

describe('contacts, for the back end of a customer', () => {
  let site: WebSite;
  let mailbox: Mailbox;
  let customer: Customer;
  let backend: Api;
  let anonymous: Api;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    site = await openWebSite();
    const env = { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' };
    ({ anonymous, customer, mailbox, stop } = await startWithCustomer(env));
    ({ backend } = customer);
  });
  afterAll(async () => {
    await stop();
    await site.close();
  });

  const missing = { status: 404, body: { code: 'contact_not_found' } };
  const refused = (field: string, code = 'invalid_input') => ({
    status: 400,
    body: { code, errors: expect.arrayContaining([expect.objectContaining({ field })]) },
  });

  describe('whoever calls', () => {
    it('is a service account: a member of the team is 403 permission_denied', async () => {
      const answer = await customer.team.call('GET', toPath('anybody'));
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    });

    it('may name its own project in the header, and no other: 403 project_forbidden', async () => {
      const consumerId = customer.newConsumer();
      await customer.contact(consumerId);
      const own = await backend.as({ project: customer.projectId }).call('GET', toPath(consumerId));
      expect(own.status).toBe(200);
      const other = await openCustomer(anonymous, mailbox);
      for (const project of [other.projectId, 'nonsense'])
        expect(await backend.as({ project }).call('GET', toPath(consumerId))).toMatchObject({
          status: 403,
          body: { code: 'project_forbidden' },
        });
      expect(await other.backend.call('GET', toPath(consumerId))).toMatchObject(missing);
    });
  });

  describe('a consumerId', () => {
    it.each(['a/b', '100%', 'ä ö 東京', '?x=1&y#z', 'A', 'x'.repeat(256), '👩‍🚀'.repeat(5)])(
      'may be any text of 1 to 256 characters: %s',
      async (consumerId) => {
        const made = await customer.contact(consumerId, { name: 'Ada' });
        expect(made).toMatchObject({ consumerId, userId: consumerId, name: 'Ada' });
        expect(ok(await backend.call('GET', toPath(consumerId)))).toEqual(made);
      },
    );

    it('is case-sensitive', async () => {
      const [lower, upper] = [`case-${Date.now()}`, `CASE-${Date.now()}`];
      const one = await customer.contact(lower);
      const two = await customer.contact(upper);
      expect(one.id).not.toBe(two.id);
    });

    it('that cannot be is 404 contact_not_found, and 400 consumerId where it would be created', async () => {
      for (const bad of ['x'.repeat(257), 'a\0b']) {
        expect(await backend.call('GET', toPath(bad))).toMatchObject(missing);
        expect(await backend.call('DELETE', toPath(bad))).toMatchObject(missing);
        expect(
          await backend.call('POST', `${toPath(bad)}/events`, { events: [{ name: 'x' }] }),
        ).toMatchObject(missing);
        expect(await backend.call('GET', `${toPath(bad)}/conversations`)).toMatchObject(missing);
        expect(await backend.call('PUT', toPath(bad), {})).toMatchObject(refused('consumerId'));
        expect(await backend.call('POST', `${toPath(bad)}/conversations`, {})).toMatchObject(
          refused('consumerId'),
        );
      }
    });
  });

  describe('PUT /s2s/contacts/{consumerId}', () => {
    it('creates a contact, changes what is named, keeps what is left out, clears what is null', async () => {
      const consumerId = customer.newConsumer();
      const profile = {
        name: 'Ada Lovelace',
        email: `${consumerId}@Example.com`,
        phone: '+44 1',
        avatar: 'https://example.com/ada.png',
        lang: 'en',
        companyId: 'acme',
        companyName: 'Acme',
        plan: 'pro',
        value: 12.5,
        sla: 60,
        tags: ['vip'],
        customData: { seats: 3 },
      };
      const made = await customer.contact(consumerId, profile);
      expect(made).toEqual({
        ...profile,
        email: `${consumerId}@example.com`,
        id: made.id,
        _id: made.id,
        consumerId,
        userId: consumerId,
        svcId: expect.any(String),
        svcHash: expect.any(String),
        unsubscribed: false,
        blocked: false,
        createdAt: made.createdAt,
        updatedAt: made.createdAt,
        ...(made.lastActivity && { lastActivity: made.lastActivity }),
        unreadConversations: 0,
      });
      const changed = await customer.contact(consumerId, { name: 'Ada', phone: null, customData: null });
      expect(changed).toMatchObject({ id: made.id, name: 'Ada', plan: 'pro' });
      expect(changed).not.toHaveProperty('phone');
      expect(changed).not.toHaveProperty('customData');
      expect(await customer.team.call('GET', `/sessions/${made.id}`)).toMatchObject({
        body: { userId: consumerId, name: 'Ada', plan: 'pro' },
      });
    });

    it('takes no body for an empty one', async () => {
      const consumerId = customer.newConsumer();
      const { status, body } = await backend.call('PUT', toPath(consumerId));
      expect({ status, consumerId: body.consumerId }).toEqual({ status: 200, consumerId });
    });

    it('makes one contact of 50 at once', async () => {
      const consumerId = customer.newConsumer();
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, index) => customer.contact(consumerId, { plan: `p${index}` })),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    });

    it.each([
      ['name', 'x'.repeat(257)],
      ['email', 'nobody'],
      ['tags', 'vip'],
      ['customData', 'text'],
      ['value', '12'],
    ])('refuses a wrong %s as POST /sessions does, and creates nothing', async (field, value) => {
      const consumerId = customer.newConsumer();
      expect(await backend.call('PUT', toPath(consumerId), { [field]: value })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }] },
      });
      expect(await backend.call('GET', toPath(consumerId))).toMatchObject(missing);
    });
  });

  describe('what leaves', () => {
    const heard = (consumerId: string): string[] =>
      site
        .requests()
        .map(({ body }) => JSON.parse(body) as { event: string; data: { userId?: string } })
        .filter(({ data }) => data.userId === consumerId)
        .map(({ event }) => event);

    it('SESSION_CREATED and SESSION_UPDATED of an upsert, nothing without a change, nothing of a deletion', async () => {
      await customer.team.call('POST', '/webhooks', {
        name: 'Contacts',
        url: `${site.url}/hook`,
        events: ['SESSION_CREATED', 'SESSION_UPDATED'],
      });
      const consumerId = customer.newConsumer();
      await customer.contact(consumerId, { name: 'Ada' });
      await customer.contact(consumerId, { name: 'Grace' });
      await customer.contact(consumerId, { name: 'Grace' });
      await customer.contact(consumerId);
      ok(await backend.call('DELETE', toPath(consumerId)));
      const after = customer.newConsumer();
      await customer.contact(after);
      // What is told of two contacts comes in any order.
      await eventually(() => {
        expect(heard(after)).toEqual(['SESSION_CREATED']);
        expect(heard(consumerId).sort()).toEqual(['SESSION_CREATED', 'SESSION_UPDATED']);
      });
    });
  });

  describe('DELETE /s2s/contacts/{consumerId}', () => {
    it('answers the contact as it was, and purges it with its conversations and its stream', async () => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId, { name: 'Ada' });
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      expect(ok(await backend.call('DELETE', toPath(consumerId)))).toEqual({
        ...contact,
        updatedAt: expect.any(String),
        lastActivity: expect.any(String),
      });
      expect(await backend.call('GET', toPath(consumerId))).toMatchObject(missing);
      expect(await backend.call('DELETE', toPath(consumerId))).toMatchObject(missing);
      await eventually(async () =>
        expect(await backend.call('GET', `/s2s/conversations/${id}`)).toMatchObject({
          status: 404,
          body: { code: 'conversation_not_found' },
        }),
      );
      expect(await backend.call('GET', `/s2s/stream/events?consumerId=${consumerId}`)).toMatchObject(missing);
    });
  });

  describe('POST /s2s/contacts/{consumerId}/events', () => {
    it('stores 1 to 100 events of a contact', async () => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId);
      const events = Array.from({ length: 100 }, (_, index) => ({ name: `e${index}`, data: { index } }));
      const answer = await backend.call('POST', `${toPath(consumerId)}/events`, { events });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const stored = ok(await customer.team.call('GET', `/sessions/${contact.id}/events?limit=100`));
      expect((stored as { name: string }[]).map(({ name }) => name).sort()).toEqual(
        events.map(({ name }) => name).sort(),
      );
    });

    it('is 404 for an unknown contact', async () => {
      const path = `${toPath(customer.newConsumer())}/events`;
      expect(await backend.call('POST', path, { events: [{ name: 'x' }] })).toMatchObject(missing);
    });

    it.each([
      ['none', [], 'events'],
      ['101', Array.from({ length: 101 }, () => ({ name: 'x' })), 'events'],
      ['one without a name', [{ name: 'good' }, { data: {} }], 'events.1.name'],
      ['a name of 257 characters', [{ name: 'good' }, { name: 'x'.repeat(257) }], 'events.1.name'],
      ['a date that is none', [{ name: 'good' }, { name: 'x', date: 'soon' }], 'events.1.date'],
    ])('refuses %s with 400 and stores nothing', async (_what, events, field) => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId);
      expect(await backend.call('POST', `${toPath(consumerId)}/events`, { events })).toMatchObject(
        refused(field),
      );
      expect(ok(await customer.team.call('GET', `/sessions/${contact.id}/events`))).toEqual([]);
    });
  });

  it('POST /s2s/contacts/{consumerId}/events takes data of 32 KB as JSON, and no byte more: 413, and stores nothing', async () => {
    const consumerId = customer.newConsumer();
    const contact = await customer.contact(consumerId);
    const track = (characters: number) =>
      backend.call('POST', `${toPath(consumerId)}/events`, {
        events: [{ name: 'good' }, { name: 'large', data: 'x'.repeat(characters) }],
      });
    // The quotes count.
    expect(await track(32_768 - 1)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(ok(await customer.team.call('GET', `/sessions/${contact.id}/events`))).toEqual([]);
    expect((await track(32_768 - 2)).status).toBe(200);
  });

  describe('a blocked contact', () => {
    it('reads, but opens nothing, sends nothing and signs in nowhere: 403 contact_blocked', async () => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId);
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      ok(await customer.team.call('PUT', `/sessions/${contact.id}`, { blocked: true }));
      const blocked = { status: 403, body: { code: 'contact_blocked' } };
      const post = (path: string, body: object) => backend.call('POST', path, body);
      await eventually(async () =>
        expect(await post(`/s2s/conversations/${id}/messages`, { comment: 'x' })).toMatchObject(blocked),
      );
      expect(await post(`${toPath(consumerId)}/conversations`, { message: 'x' })).toMatchObject(blocked);
      const signIn = { socket_id: '1.2', consumerId };
      expect(await post('/s2s/stream/user-auth', signIn)).toMatchObject(blocked);
      expect(ok(await backend.call('GET', toPath(consumerId)))).toMatchObject({ blocked: true });
      expect(ok(await backend.call('GET', `/s2s/conversations/${id}/messages`))).toHaveLength(1);
      ok(await customer.team.call('PUT', `/sessions/${contact.id}`, { blocked: false }));
      await eventually(async () =>
        expect((await post(`/s2s/conversations/${id}/messages`, { comment: 'x' })).status).toBe(200),
      );
      ok(await post('/s2s/stream/user-auth', signIn));
    });
  });
});
