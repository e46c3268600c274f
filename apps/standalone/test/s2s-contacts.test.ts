import { eventually } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { type Customer, openCustomer, pathOf } from './support/customer';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';
import { openWebSite, type WebSite } from './support/web-site';

describe('contacts, for the back end of a customer', () => {
  let mailbox: Mailbox;
  let site: WebSite;
  let platform: RunningPlatform;
  let customer: Customer;
  let backend: Api;
  const anonymous = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    [mailbox, site] = await Promise.all([openMailbox(), openWebSite()]);
    platform = await startStandalone({
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    customer = await openCustomer(anonymous, mailbox);
    ({ backend } = customer);
  }, 120_000);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), site.close()]);
    removeHome(platform.home);
  });

  const missing = { status: 404, body: { code: 'contact_not_found' } };
  const refused = (field: string, code = 'invalid_input') => ({
    status: 400,
    body: { code, errors: expect.arrayContaining([expect.objectContaining({ field })]) },
  });

  describe('whoever calls', () => {
    it('is a service account: a member of the team is 403 permission_denied', async () => {
      const answer = await customer.team.call('GET', pathOf('anybody'));
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    });

    it('may name its own project in the header, and no other: 403 project_forbidden', async () => {
      const consumerId = customer.newConsumer();
      await customer.contact(consumerId);
      const own = await backend.as({ project: customer.projectId }).call('GET', pathOf(consumerId));
      expect(own.status).toBe(200);
      const other = await openCustomer(anonymous, mailbox);
      for (const project of [other.projectId, 'nonsense'])
        expect(await backend.as({ project }).call('GET', pathOf(consumerId))).toMatchObject({
          status: 403,
          body: { code: 'project_forbidden' },
        });
      expect(await other.backend.call('GET', pathOf(consumerId))).toMatchObject(missing);
    });
  });

  describe('a consumerId', () => {
    it.each(['a/b', '100%', 'ä ö 東京', '?x=1&y#z', 'A', 'x'.repeat(256), '👩‍🚀'.repeat(5)])(
      'may be any text of 1 to 256 characters: %s',
      async (consumerId) => {
        const made = await customer.contact(consumerId, { name: 'Ada' });
        expect(made).toMatchObject({ consumerId, userId: consumerId, name: 'Ada' });
        expect(ok(await backend.call('GET', pathOf(consumerId)))).toEqual(made);
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
        expect(await backend.call('GET', pathOf(bad))).toMatchObject(missing);
        expect(await backend.call('DELETE', pathOf(bad))).toMatchObject(missing);
        expect(
          await backend.call('POST', `${pathOf(bad)}/events`, { events: [{ name: 'x' }] }),
        ).toMatchObject(missing);
        expect(await backend.call('GET', `${pathOf(bad)}/conversations`)).toMatchObject(missing);
        expect(await backend.call('PUT', pathOf(bad), {})).toMatchObject(refused('consumerId'));
        expect(await backend.call('POST', `${pathOf(bad)}/conversations`, {})).toMatchObject(
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
      const { status, body } = await backend.call('PUT', pathOf(consumerId));
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
      expect(await backend.call('PUT', pathOf(consumerId), { [field]: value })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }] },
      });
      expect(await backend.call('GET', pathOf(consumerId))).toMatchObject(missing);
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
      ok(await backend.call('DELETE', pathOf(consumerId)));
      const after = customer.newConsumer();
      await customer.contact(after);
      await eventually(() => expect(heard(after)).toEqual(['SESSION_CREATED']));
      expect(heard(consumerId).sort()).toEqual(['SESSION_CREATED', 'SESSION_UPDATED']);
    });
  });

  describe('DELETE /s2s/contacts/{consumerId}', () => {
    it('answers the contact as it was, and purges it with its conversations and its stream', async () => {
      const consumerId = customer.newConsumer();
      const contact = await customer.contact(consumerId, { name: 'Ada' });
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      expect(ok(await backend.call('DELETE', pathOf(consumerId)))).toEqual({
        ...contact,
        updatedAt: expect.any(String),
        lastActivity: expect.any(String),
      });
      expect(await backend.call('GET', pathOf(consumerId))).toMatchObject(missing);
      expect(await backend.call('DELETE', pathOf(consumerId))).toMatchObject(missing);
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
      const answer = await backend.call('POST', `${pathOf(consumerId)}/events`, { events });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const stored = ok(await customer.team.call('GET', `/sessions/${contact.id}/events?limit=100`));
      expect((stored as { name: string }[]).map(({ name }) => name).sort()).toEqual(
        events.map(({ name }) => name).sort(),
      );
    });

    it('is 404 for an unknown contact', async () => {
      const path = `${pathOf(customer.newConsumer())}/events`;
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
      expect(await backend.call('POST', `${pathOf(consumerId)}/events`, { events })).toMatchObject(
        refused(field),
      );
      expect(ok(await customer.team.call('GET', `/sessions/${contact.id}/events`))).toEqual([]);
    });
  });

  it('POST /s2s/contacts/{consumerId}/events takes data of 32 KB as JSON, and no byte more: 413, and stores nothing', async () => {
    const consumerId = customer.newConsumer();
    const contact = await customer.contact(consumerId);
    const track = (characters: number) =>
      backend.call('POST', `${pathOf(consumerId)}/events`, {
        events: [{ name: 'good' }, { name: 'large', data: 'x'.repeat(characters) }],
      });
    // The quotes count.
    expect(await track(32_768 - 1)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(ok(await customer.team.call('GET', `/sessions/${contact.id}/events`))).toEqual([]);
    expect((await track(32_768 - 2)).status).toBe(200);
  });

  describe('GET /s2s/contacts/{consumerId}/conversations', () => {
    const titles = async (consumerId: string, query = ''): Promise<string[]> => {
      const list = ok(await backend.call('GET', `${pathOf(consumerId)}/conversations${query}`));
      return (list as { title: string }[]).map(({ title }) => title);
    };

    it('lists those of the contact, newest activity first, by page and by status', async () => {
      const consumerId = customer.newConsumer();
      const ids: string[] = [];
      for (const title of ['first', 'second', 'third'])
        ids.push((await customer.open(consumerId, { title, message: 'Hello' })).id);
      expect(await titles(consumerId)).toEqual(['third', 'second', 'first']);
      await customer.reply(ids[0] ?? '', 'Welcome');
      expect(await titles(consumerId)).toEqual(['first', 'third', 'second']);
      expect(await titles(consumerId, '?skip=1&limit=1')).toEqual(['third']);
      ok(await backend.call('POST', `/s2s/conversations/${ids[1]}/close`));
      expect(await titles(consumerId, '?status=closed')).toEqual(['second']);
      expect(await titles(consumerId, '?status=open')).toEqual(['first', 'third']);
      expect(await backend.call('GET', `${pathOf(consumerId)}/conversations?status=done`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query' },
      });
    });

    it('answers 50 unless told otherwise, and never more than 100', async () => {
      const consumerId = customer.newConsumer();
      await Promise.all(
        Array.from({ length: 101 }, (_, index) =>
          customer.open(consumerId, { title: `${index}`, message: 'Hello' }),
        ),
      );
      expect(await titles(consumerId)).toHaveLength(50);
      expect(await titles(consumerId, '?limit=1000')).toHaveLength(100);
    });

    it('leaves out bot-only, merged and hidden ones and trackers, and keeps archived ones and spam', async () => {
      const consumerId = customer.newConsumer();
      const { id: contact } = await customer.contact(consumerId);
      const open = async (title: string): Promise<string> =>
        (await customer.open(consumerId, { title, message: 'Hello' })).id;
      await customer.open(consumerId, { title: 'nobody spoke' });
      const main = await open('main');
      const merged = await open('merged');
      const change = async (id: string, ticket: object): Promise<void> =>
        void ok(await customer.team.call('PUT', `/tickets/${id}`, ticket));
      ok(
        await customer.team.call('PUT', '/tickets/merge', {
          ticketsToMergeIds: [merged],
          targetTicketId: main,
        }),
      );
      await change(await open('hidden'), { hidden: true });
      await change(await open('archived'), { archived: true });
      await change(await open('spam'), { isSpam: true });
      const tracker = ok(
        await customer.team.call('POST', '/tickets/tracker-tickets', { title: 'tracker', session: contact }),
      );
      expect(tracker.id).toBeDefined();
      expect((await titles(consumerId)).sort()).toEqual(['archived', 'main', 'spam']);
    });
  });

  describe('unreadConversations', () => {
    it('counts those of the list that have something unread', async () => {
      const consumerId = customer.newConsumer();
      const [one, two] = [
        await customer.open(consumerId, { message: 'Hello' }),
        await customer.open(consumerId, { message: 'Hello' }),
      ];
      await customer.open(consumerId, { message: 'Nobody answers' });
      const unread = async (): Promise<number> =>
        ok(await backend.call('GET', pathOf(consumerId))).unreadConversations;
      await customer.reply(one.id, 'Hi');
      await customer.reply(one.id, 'Hi again');
      await customer.reply(two.id, 'Hi');
      expect(await unread()).toBe(2);
      ok(await backend.call('POST', `/s2s/conversations/${one.id}/read`));
      expect(await unread()).toBe(1);
    });
  });

  describe('POST /s2s/contacts/{consumerId}/conversations', () => {
    it('opens an INQUIRY of the channel S2S with its first message, of a contact that is created on the fly', async () => {
      const consumerId = customer.newConsumer();
      const conversation = await customer.open(consumerId, {
        title: 'Invoice',
        message: 'Where is it?',
        attributes: { plan: 'pro' },
      });
      const contact = ok(await backend.call('GET', pathOf(consumerId)));
      expect(conversation).toMatchObject({
        title: 'Invoice',
        status: 'open',
        contact: { id: contact.id, consumerId },
        attributes: { plan: 'pro' },
        unreadCount: 0,
        botActive: false,
        lastMessage: { plainText: 'Where is it?', author: { type: 'contact' } },
      });
      const ticket = ok(await customer.team.call('GET', `/tickets/${conversation.id}`));
      expect(ticket).toMatchObject({
        type: 'INQUIRY',
        status: 'OPEN',
        channel: { type: 'S2S' },
        session: { id: contact.id },
        noHumanInteraction: false,
      });
    });

    it('makes one contact of 20 at once', async () => {
      const consumerId = customer.newConsumer();
      const made = await Promise.all(
        Array.from({ length: 20 }, () => customer.open(consumerId, { message: 'Hello' })),
      );
      expect(new Set(made.map(({ contact }) => contact.id)).size).toBe(1);
      expect(new Set(made.map(({ id }) => id)).size).toBe(20);
    });

    it('takes Markdown and files, and nothing at all: an empty conversation, which is bot-only', async () => {
      const consumerId = customer.newConsumer();
      const written = await customer.open(consumerId, {
        markdownComment: '**Hello**',
        attachments: [{ name: 'a.txt', url: 'https://example.com/a.txt', type: 'text/plain' }],
      });
      expect(written.lastMessage).toMatchObject({
        markdown: '**Hello**',
        plainText: 'Hello',
        attachments: [{ name: 'a.txt', url: 'https://example.com/a.txt', type: 'text/plain' }],
      });
      const empty = await customer.open(consumerId);
      expect(empty).not.toHaveProperty('lastMessage');
      expect(await customer.conversation(empty.id)).toMatchObject({ id: empty.id });
      const list = ok(await backend.call('GET', `${pathOf(consumerId)}/conversations`));
      expect((list as { id: string }[]).map(({ id }) => id)).toEqual([written.id]);
      await customer.send(empty.id, 'Here I am');
      const again = ok(await backend.call('GET', `${pathOf(consumerId)}/conversations`));
      expect((again as { id: string }[]).map(({ id }) => id)).toEqual([empty.id, written.id]);
    });

    it.each([
      ['a title of 1,001 characters', { title: 'x'.repeat(1_001) }, 'title'],
      ['a wrong attribute', { attributes: { plan: { deep: true } } }, 'attributes.plan'],
      ['a message that is no rich text', { message: { type: 5 } }, 'message'],
      [
        'a mutation id of 256 characters',
        { message: 'x', clientMutationId: 'x'.repeat(256) },
        'clientMutationId',
      ],
      ['a workflow and an agent', { workflowId: '0'.repeat(24), agentId: '0'.repeat(24) }, 'agentId'],
    ])('refuses %s and creates no contact', async (_what, request, field) => {
      const consumerId = customer.newConsumer();
      const answer = await backend.call('POST', `${pathOf(consumerId)}/conversations`, request);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) }] },
      });
      expect(await backend.call('GET', pathOf(consumerId))).toMatchObject(missing);
    });

    it.each([
      ['workflowId', 'workflow_not_found'],
      ['agentId', 'agent_not_found'],
    ])('is 404 for an unknown %s, and writes nothing', async (field, code) => {
      const consumerId = customer.newConsumer();
      const answer = await backend.call('POST', `${pathOf(consumerId)}/conversations`, {
        message: 'Hello',
        [field]: '0123456789abcdef01234567',
      });
      expect(answer).toMatchObject({ status: 404, body: { code } });
      expect(await backend.call('GET', pathOf(consumerId))).toMatchObject(missing);
    });
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
      expect(await post(`${pathOf(consumerId)}/conversations`, { message: 'x' })).toMatchObject(blocked);
      const signIn = { socket_id: '1.2', consumerId };
      expect(await post('/s2s/stream/user-auth', signIn)).toMatchObject(blocked);
      expect(ok(await backend.call('GET', pathOf(consumerId)))).toMatchObject({ blocked: true });
      expect(ok(await backend.call('GET', `/s2s/conversations/${id}/messages`))).toHaveLength(1);
      ok(await customer.team.call('PUT', `/sessions/${contact.id}`, { blocked: false }));
      await eventually(async () =>
        expect((await post(`/s2s/conversations/${id}/messages`, { comment: 'x' })).status).toBe(200),
      );
      ok(await post('/s2s/stream/user-auth', signIn));
    });
  });
});
