import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';

const UNKNOWN = '0123456789abcdef01234567';

describe('conversations, for the back end of a customer', () => {
  let customer: Customer;
  let backend: Api;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ customer, stop } = await startWithCustomer());
    ({ backend } = customer);
  });
  afterAll(() => stop());

  let consumerId: string;
  let id: string;
  let path: string;
  beforeEach(async () => {
    consumerId = customer.newConsumer();
    ({ id } = await customer.open(consumerId, { title: 'Invoice', message: 'Hello' }));
    path = `/s2s/conversations/${id}`;
  });

  const call = (method: string, rest: string, body?: unknown): Promise<Answer> =>
    backend.call(method, `${path}${rest}`, body);
  const get = (): Promise<Answer['body']> => customer.conversation(id);
  const ticket = async (): Promise<Answer['body']> => ok(await customer.team.call('GET', `/tickets/${id}`));
  const change = async (fields: object): Promise<void> =>
    void ok(await customer.team.call('PUT', `/tickets/${id}`, fields));
  const missing = { status: 404, body: { code: 'conversation_not_found' } };
  const invalid = (field: string) => ({
    status: 400,
    body: {
      code: 'invalid_input',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    },
  });
  const everyCall = (target: string, query = ''): [string, string, unknown?][] => [
    ['GET', `/s2s/conversations/${target}${query}`],
    ['PATCH', `/s2s/conversations/${target}${query}`, { title: 'x' }],
    ['POST', `/s2s/conversations/${target}/close${query}`],
    ['POST', `/s2s/conversations/${target}/reopen${query}`],
    ['POST', `/s2s/conversations/${target}/read${query}`],
    ['POST', `/s2s/conversations/${target}/typing${query}`],
    ['PUT', `/s2s/conversations/${target}/network-logs${query}`, { networkLogs: [] }],
    ['POST', `/s2s/conversations/${target}/rating${query}`, { rating: 1 }],
    ['GET', `/s2s/conversations/${target}/messages${query}`],
    ['POST', `/s2s/conversations/${target}/messages${query}`, { comment: 'x' }],
  ];

  describe('which conversation', () => {
    it('is 404 conversation_not_found for an unknown id, by every operation', async () => {
      for (const target of [UNKNOWN, 'nonsense'])
        for (const [method, where, body] of everyCall(target))
          expect(await backend.call(method, where, body)).toMatchObject(missing);
    });

    it('must belong to the contact that the query names, else 404', async () => {
      const other = customer.newConsumer();
      await customer.contact(other);
      for (const [method, where, body] of everyCall(id, `?consumerId=${other}`))
        expect(await backend.call(method, where, body)).toMatchObject(missing);
      for (const [method, where, body] of everyCall(id, `?consumerId=${customer.newConsumer()}`))
        expect(await backend.call(method, where, body)).toMatchObject({
          status: 404,
          body: { code: 'contact_not_found' },
        });
      for (const [method, where, body] of everyCall(id, `?consumerId=${consumerId}`))
        expect({ where, status: (await backend.call(method, where, body)).status }).toEqual({
          where,
          status: 200,
        });
    });

    it('must belong to that contact for its workflow too', async () => {
      const other = customer.newConsumer();
      await customer.contact(other);
      const ask = (consumer: string): Promise<Answer>[] => [
        call('GET', `/workflow-step?consumerId=${consumer}`),
        call('POST', `/workflow-step?consumerId=${consumer}`, { text: 'x' }),
        call('POST', `/workflow?consumerId=${consumer}`, { workflowId: UNKNOWN }),
      ];
      for (const answer of await Promise.all(ask(other))) expect(answer).toMatchObject(missing);
      const codes = (await Promise.all(ask(consumerId))).map(({ status, body }) => body.code ?? status);
      expect(codes).toEqual([200, 'no_pending_step', 'workflow_not_found']);
    });

    it('is none that is hidden or deleted, and no ticket without contact', async () => {
      const without = ok(await customer.team.call('POST', '/tickets', { title: 'Internal' }));
      expect(await backend.call('GET', `/s2s/conversations/${without.id}`)).toMatchObject(missing);
      await change({ hidden: true });
      expect(await call('GET', '')).toMatchObject(missing);
      await change({ hidden: false });
      expect((await call('GET', '')).status).toBe(200);
      ok(await customer.team.call('DELETE', `/tickets/${id}`));
      expect(await call('GET', '')).toMatchObject(missing);
    });
  });

  describe('its document', () => {
    it('shows what is the contact’s, and nothing of the team’s own', async () => {
      await change({
        attributes: { internal: 'secret-a' },
        customData: { order: 'secret-b' },
        tags: ['secret-c'],
        processingUser: customer.agentId,
        status: 'INPROGRESS',
      });
      ok(
        await customer.agent.call('POST', '/messages', {
          ticket: id,
          comment: 'secret-d',
          isNote: true,
        }),
      );
      ok(await call('PATCH', '', { attributes: { plan: 'pro' } }));
      const answer = await get();
      expect(answer).toEqual({
        id,
        _id: id,
        title: 'Invoice',
        status: 'open',
        resolved: false,
        contact: { id: expect.any(String), consumerId },
        hasEmail: false,
        attributes: { plan: 'pro' },
        unreadCount: 0,
        lastMessage: expect.objectContaining({ plainText: 'Hello' }),
        agent: { name: 'Grace Agent' },
        botActive: false,
        lastActivity: answer.lastMessage.createdAt,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      const told = JSON.stringify([answer, ok(await call('GET', '/messages'))]);
      expect(told).not.toContain('secret');
      expect(told).not.toContain(customer.agentId);
      expect(told).not.toContain('@example.com');
    });

    it('has the messages’ fields, and no index, mail ids, actions or delivery state', async () => {
      await customer.contact(consumerId, { name: 'Ada' });
      const first = await eventually(async () => {
        const [one] = ok(await call('GET', '/messages'));
        expect(one.author.name).toBe('Ada');
        return one;
      });
      expect(first).toEqual({
        id: expect.any(String),
        _id: first.id,
        conversation: id,
        author: { type: 'contact', name: 'Ada' },
        content: expect.objectContaining({ type: 'doc' }),
        markdown: 'Hello',
        plainText: 'Hello',
        attachments: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      const reply = await customer.reply(id, 'Hi');
      expect(ok(await backend.call('GET', `/s2s/messages/${reply.id}`))).toMatchObject({
        author: { type: 'agent', name: 'Grace Agent' },
        plainText: 'Hi',
      });
      await customer.reply(id, 'Beep', { bot: true });
      const messages = ok(await call('GET', '/messages'));
      expect(messages.at(-1).author.type).toBe('bot');
      expect(Object.keys(messages.at(-1)).sort()).toEqual(Object.keys(first).sort());
    });

    it('moves neither lastActivity nor updatedAt by notes, threads, tags, custom data and archiving', async () => {
      const reply = await customer.reply(id, 'Hi');
      const before = await get();
      ok(await customer.agent.call('POST', '/messages', { ticket: id, comment: 'note', isNote: true }));
      ok(await customer.agent.call('POST', `/messages/${reply.id}/thread`, { comment: 'thread' }));
      await change({ tags: ['vip'] });
      await change({ customData: { a: 1 } });
      await change({ archived: true });
      await change({ priority: 'HIGH' });
      expect(await get()).toEqual(before);
      expect(await customer.texts(id)).toEqual(['Hello', 'Hi']);
    });
  });

  describe('PATCH', () => {
    it('sets and clears the title: 1 to 1,000 characters', async () => {
      expect(ok(await call('PATCH', '', { title: '😀'.repeat(1_000) })).title).toHaveLength(2_000);
      expect(await call('PATCH', '', { title: 'x'.repeat(1_001) })).toMatchObject(invalid('title'));
      expect(await call('PATCH', '', { title: '' })).toMatchObject(invalid('title'));
      expect(ok(await call('PATCH', '', { title: null }))).not.toHaveProperty('title');
    });

    it('merges attributes one level deep, removes by null, keeps the team’s own, and loses none of 20 at once', async () => {
      await change({ attributes: { internal: 1 } });
      ok(await call('PATCH', '', { attributes: { a: 'x', b: 2, c: true, d: ['x', 'y'] } }));
      ok(await call('PATCH', '', { attributes: { a: null, b: 3 } }));
      expect((await get()).attributes).toEqual({ b: 3, c: true, d: ['x', 'y'] });
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => call('PATCH', '', { attributes: { [`k${at}`]: at } })),
      );
      expect(Object.keys((await get()).attributes)).toHaveLength(23);
      expect((await ticket()).attributes).toMatchObject({ internal: 1, b: 3, k19: 19 });
      // The team replaces the object; what is visible stays so.
      await change({ attributes: { b: 'team', other: 'own' } });
      expect((await get()).attributes).toEqual({ b: 'team' });
    });

    it.each([
      ['a text of 2,001 characters', { plan: 'x'.repeat(2_001) }, 'attributes.plan'],
      ['an object', { plan: {} }, 'attributes.plan'],
      ['a list of 101 texts', { plan: Array.from({ length: 101 }, () => 'x') }, 'attributes.plan'],
      ['a list of numbers', { plan: [1] }, 'attributes.plan'],
      ['a key of 65 characters', { ['k'.repeat(65)]: 1 }, `attributes.${'k'.repeat(65)}`],
      ['an empty key', { '': 1 }, 'attributes.'],
      ['101 keys', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1])), 'attributes'],
    ])('refuses %s, and changes nothing', async (_what, attributes, field) => {
      expect(await call('PATCH', '', { title: 'New', attributes })).toMatchObject(invalid(field));
      expect(await get()).toMatchObject({ title: 'Invoice', attributes: {} });
    });

    it('takes 2,000 characters, lists of 100 texts, keys of 64 characters and 100 visible ones', async () => {
      const key = '😀'.repeat(64);
      const attributes = {
        [key]: 'x'.repeat(2_000),
        list: Array.from({ length: 100 }, () => 'x'),
        ...Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`k${at}`, at])),
      };
      expect(ok(await call('PATCH', '', { attributes })).attributes).toEqual(attributes);
      expect(await call('PATCH', '', { attributes: { more: 1 } })).toMatchObject(invalid('attributes'));
      ok(await call('PATCH', '', { attributes: { k0: null, more: 1 } }));
    });
  });

  describe('close and reopen', () => {
    it('close for the contact, which makes the ticket DONE; twice is the same', async () => {
      const closed = ok(await call('POST', '/close'));
      expect(closed.status).toBe('closed');
      expect(await ticket()).toMatchObject({ status: 'DONE', conversationClosed: true });
      expect(ok(await call('POST', '/close'))).toEqual(closed);
    });

    it('refuse a message of the contact while it is closed: 409 conversation_closed; the rest goes on', async () => {
      const reply = await customer.reply(id, 'Hi');
      ok(await call('POST', '/close'));
      const refused = { status: 409, body: { code: 'conversation_closed' } };
      expect(await call('POST', '/messages', { comment: 'x' })).toMatchObject(refused);
      expect(await customer.texts(id)).toEqual(['Hello', 'Hi']);
      expect(ok(await call('POST', '/rating', { rating: 10 })).rating).toBe(10);
      expect(ok(await call('POST', '/read')).unreadCount).toBe(0);
      ok(await backend.call('PUT', `/s2s/messages/${reply.id}/rating`, { rating: 'up' }));
      expect(ok(await call('POST', '/typing'))).toEqual({ success: true });
      await customer.reply(id, 'By the way');
      expect(await get()).toMatchObject({ status: 'closed', unreadCount: 1 });
    });

    it('open it again with its ticket; one that is not closed stays as it is', async () => {
      await change({ status: 'DONE' });
      const before = await get();
      expect(before.status).toBe('open');
      expect(ok(await call('POST', '/reopen'))).toEqual(before);
      expect((await ticket()).status).toBe('DONE');
      ok(await call('POST', '/close'));
      expect(ok(await call('POST', '/reopen')).status).toBe('open');
      expect(await ticket()).toMatchObject({ status: 'OPEN', conversationClosed: false });
      await customer.send(id, 'Back');
    });

    it('closes and opens for the contact by the team too, with PUT of the ticket', async () => {
      await change({ status: 'DONE' });
      expect(await get()).toMatchObject({ status: 'open', resolved: true });
      await change({ conversationClosed: true });
      expect(await get()).toMatchObject({ status: 'closed', resolved: true });
      const refused = { status: 409, body: { code: 'conversation_closed' } };
      expect(await call('POST', '/messages', { comment: 'x' })).toMatchObject(refused);
      await change({ conversationClosed: false });
      expect(await get()).toMatchObject({ status: 'open', resolved: false });
      expect((await ticket()).status).toBe('OPEN');
      await customer.send(id, 'Back');
    });

    it('opens a ticket that is done by a message of the contact', async () => {
      await change({ status: 'DONE' });
      await customer.send(id, 'One more thing');
      expect((await ticket()).status).toBe('OPEN');
    });
  });

  describe('read receipts', () => {
    const unread = async (): Promise<number> => (await get()).unreadCount;

    it('read up to the newest, or up to a message; never back; nothing else reads', async () => {
      const first = await customer.reply(id, 'one');
      const second = await customer.reply(id, 'two');
      await customer.reply(id, 'three', { bot: true });
      await customer.texts(id);
      await customer.send(id, 'my own');
      expect(await unread()).toBe(3);
      expect(ok(await call('POST', '/read', { messageId: second.id })).unreadCount).toBe(1);
      expect(ok(await call('POST', '/read', { messageId: first.id })).unreadCount).toBe(1);
      expect(ok(await call('POST', '/read')).unreadCount).toBe(0);
    });

    it('refuse a message that is not there: 404 message_not_found, a note too', async () => {
      const { body: note } = await customer.agent.call('POST', '/messages', {
        ticket: id,
        comment: 'note',
        isNote: true,
      });
      const none = { status: 404, body: { code: 'message_not_found' } };
      expect(await call('POST', '/read', { messageId: UNKNOWN })).toMatchObject(none);
      expect(await call('POST', '/read', { messageId: note.id })).toMatchObject(none);
    });

    it('take back the notification mark of the ticket when nothing is left', async () => {
      await customer.reply(id, 'one');
      expect((await ticket()).sessionNotificationsUnread).toBe(true);
      ok(await call('POST', '/read'));
      expect((await ticket()).sessionNotificationsUnread).toBe(false);
    });
  });

  describe('network logs', () => {
    it('replace those of the ticket, up to 100; nothing else changes', async () => {
      const before = await get();
      const logs = Array.from({ length: 100 }, (_, at) => ({ url: `/${at}`, response: { status: 200 } }));
      expect(ok(await call('PUT', '/network-logs', { networkLogs: logs }))).toEqual({
        success: true,
        count: 100,
      });
      expect((await ticket()).networkLogs).toEqual(logs);
      expect(ok(await call('PUT', '/network-logs', { networkLogs: [] }))).toEqual({
        success: true,
        count: 0,
      });
      expect(await get()).toEqual(before);
    });

    it('refuse 101 and what is no object with 400, more than 2,097,152 bytes with 413', async () => {
      const put = (networkLogs: unknown) => call('PUT', '/network-logs', { networkLogs });
      expect(await put(Array.from({ length: 101 }, () => ({})))).toMatchObject(invalid('networkLogs'));
      expect(await put([{}, 'text'])).toMatchObject(invalid('networkLogs.1'));
      expect(await put(undefined)).toMatchObject(invalid('networkLogs'));
      const spare = Buffer.byteLength(JSON.stringify([{ body: '' }]));
      const large = (bytes: number) => [{ body: 'x'.repeat(bytes - spare) }];
      expect(await put(large(2_097_153))).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
      expect((await put(large(2_097_152))).status).toBe(200);
    });
  });
});
