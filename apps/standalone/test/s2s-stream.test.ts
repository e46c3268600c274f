import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import {
  type Customer,
  openCustomer,
  toPath,
  startWithCustomer,
  type CustomerPlatform,
} from './support/customer';

interface StreamEvent {
  seq: number;
  event: string;
  data: Answer['body'];
  at: string;
}

describe('the stream of a contact', () => {
  let running: CustomerPlatform;
  let customer: Customer;
  let backend: Api;
  let consumerId: string;
  let contact: Answer['body'];

  beforeAll(async () => {
    running = await startWithCustomer();
    ({ customer } = running);
    ({ backend } = customer);
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    consumerId = customer.newConsumer();
    contact = await customer.contact(consumerId, { name: 'Ada', email: `${consumerId}@example.com` });
  });

  const poll = async (
    after = 0,
    limit = 100,
  ): Promise<{ events: StreamEvent[]; seq: number; resync: boolean }> =>
    ok(
      await backend.call(
        'GET',
        `/s2s/stream/events?consumerId=${encodeURIComponent(consumerId)}&after=${after}&limit=${limit}`,
      ),
    );
  /** Waits until the stream ends with an event, and answers all of it. */
  const until = (event: string, after = 0): Promise<StreamEvent[]> =>
    eventually(async () => {
      const { events } = await poll(after);
      expect(events.at(-1)?.event).toBe(event);
      return events;
    });
  const names = (events: readonly StreamEvent[]): string[] => events.map(({ event }) => event);

  describe('read by polling', () => {
    it('tells what happens to its conversations, in order, by numbers from 1 without a gap', async () => {
      const { id } = await customer.open(consumerId, { title: 'Invoice', message: 'Hello' });
      const reply = await customer.reply(id, 'Hi');
      ok(await customer.agent.call('PUT', `/messages/${reply.id}`, { data: { content: 'Hi there' } }));
      ok(await backend.call('POST', `/s2s/conversations/${id}/read`));
      ok(await backend.call('PATCH', `/s2s/conversations/${id}`, { title: 'Invoice of May' }));
      ok(await backend.call('POST', `/s2s/conversations/${id}/rating`, { rating: 9 }));
      ok(await backend.call('POST', `/s2s/conversations/${id}/close`));
      const events = await eventually(async () => {
        const page = await poll();
        expect(page.events.at(-1)?.data.conversation?.status).toBe('closed');
        return page.events;
      });
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(names(events)).toEqual([
        'conversation.updated',
        'message.created',
        'message.created',
        // Who answers is new to the contact.
        'conversation.updated',
        'message.updated',
        // Read, title, rating, closed.
        ...Array.from({ length: 4 }, () => 'conversation.updated'),
      ]);
      const of = (event: string): StreamEvent[] => events.filter((one) => one.event === event);
      expect(of('message.created').map(({ data }) => [data.unreadCount, data.message.plainText])).toEqual([
        [0, 'Hello'],
        [1, 'Hi'],
      ]);
      expect(of('message.created')[1]?.data).toMatchObject({
        conversationId: id,
        message: { id: reply.id, author: { type: 'agent', name: 'Grace Agent' } },
      });
      expect(of('message.updated')[0]?.data.message.plainText).toBe('Hi there');
      expect(of('conversation.updated').at(-1)?.data.conversation).toMatchObject({
        id,
        title: 'Invoice of May',
        rating: 9,
        status: 'closed',
      });
      expect(await poll(events.length)).toEqual({ events: [], seq: events.length, resync: false });
    });

    it('tells that a message was deleted, and forgets what was told of it; the numbers stay', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      const reply = await customer.reply(id, 'Said by mistake');
      const before = await eventually(async () => {
        const page = await poll();
        expect(JSON.stringify(page)).toContain('Said by mistake');
        return page.events;
      });
      ok(await customer.team.call('DELETE', `/messages/${reply.id}`));
      const events = await until('message.deleted');
      expect(events.at(-1)?.data).toEqual({ conversationId: id, messageId: reply.id });
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const told = before.find(({ data }) => data.message?.id === reply.id);
      expect(events[(told?.seq ?? 0) - 1]).toMatchObject({ event: 'forgotten', data: {} });
      expect(events.filter(({ event }) => event === 'message.created')).toHaveLength(1);
    });

    it('never tells notes, threads, internal attributes, network logs, addresses or ids of agents', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      const reply = await customer.reply(id, 'Hi');
      const post = (path: string, body: object) => customer.agent.call('POST', path, body);
      ok(await post('/messages', { ticket: id, comment: 'secret note', isNote: true }));
      ok(await post(`/messages/${reply.id}/thread`, { comment: 'secret thread' }));
      const change = {
        attributes: { secret: 'secret attribute' },
        tags: ['secret'],
        customData: { a: 'secret' },
      };
      ok(await customer.agent.call('PUT', `/tickets/${id}`, change));
      const logs = { networkLogs: [{ url: '/secret' }] };
      ok(await backend.call('PUT', `/s2s/conversations/${id}/network-logs`, logs));
      await customer.send(id, 'Bye');
      const events = await eventually(async () => {
        const page = await poll();
        expect(page.events.at(-1)?.data.message?.plainText).toBe('Bye');
        return page.events;
      });
      expect(events.filter(({ event }) => event === 'message.created')).toHaveLength(3);
      const told = JSON.stringify(events);
      expect(told).not.toContain('secret');
      expect(told).not.toContain(customer.agentId);
      expect(told).not.toContain('@example.com');
      expect(told).not.toContain('"index"');
    });

    it('tells nobody else: neither another contact nor another project', async () => {
      await customer.open(consumerId, { message: 'Hello' });
      await until('message.created');
      const other = customer.newConsumer();
      await customer.contact(other);
      expect(ok(await backend.call('GET', `/s2s/stream/events?consumerId=${other}`))).toEqual({
        events: [],
        seq: 0,
        resync: false,
      });
      const { backend: stranger } = await openCustomer(running.anonymous, running.mailbox);
      expect(await stranger.call('GET', `/s2s/stream/events?consumerId=${consumerId}`)).toMatchObject({
        status: 404,
        body: { code: 'contact_not_found' },
      });
    });

    it('leaves out the texts of a message beyond 32,768 bytes and says truncated; the ids stay', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      const sent = await customer.send(id, 'x'.repeat(40_000));
      const events = await eventually(async () => {
        const page = await poll();
        expect(page.events.at(-1)?.data.message?.id).toBe(sent.id);
        return page.events;
      });
      const { data } = events.at(-1) ?? {};
      expect(data).toMatchObject({ conversationId: id, truncated: true, message: { id: sent.id } });
      expect(data.message).not.toHaveProperty('plainText');
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(32_768);
    });

    it('answers 100 at a time unless told otherwise, and a number of the future with resync', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      for (let index = 0; index < 110; index += 1) await customer.send(id, `${index}`);
      await eventually(async () => expect((await poll(0, 1)).seq).toBeGreaterThanOrEqual(112));
      const path = `/s2s/stream/events?consumerId=${consumerId}`;
      expect(ok(await backend.call('GET', path)).events).toHaveLength(100);
      expect(ok(await backend.call('GET', `${path}&limit=5000`)).events.length).toBeGreaterThanOrEqual(112);
      expect(await poll(100_000)).toMatchObject({ events: [], resync: true });
    });

    it.each(['after=-1', 'after=1.5', 'after=x', 'limit=x'])('refuses %s', async (query) => {
      const path = `/s2s/stream/events?consumerId=${consumerId}&${query}`;
      expect(await backend.call('GET', path)).toMatchObject({ status: 400 });
    });

    it('needs the consumerId', async () => {
      expect(await backend.call('GET', '/s2s/stream/events')).toMatchObject({ status: 400 });
    });
  });

  describe('when a guest turns out to be a contact', () => {
    it('tells the contact of the conversations that come along, and the guest’s own stream ends', async () => {
      const guest = ok(
        await running.anonymous.call('POST', '/shared/sessions', {}, { 'api-token': customer.apiToken }),
      );
      const widget = customer.widget(guest);
      const opened = ok(await widget.call('POST', '/shared/conversations', { message: 'Hi' }));
      ok(await customer.team.call('PUT', `/projects/${customer.projectId}`, { identityVerification: false }));
      await eventually(async () =>
        ok(await widget.call('POST', '/shared/sessions/identify', { userId: consumerId })),
      );
      const events = await until('conversation.updated');
      expect(events.at(-1)?.data.conversation).toMatchObject({ id: opened.id, contact: { id: contact.id } });
    });
  });

  describe('sign-ins', () => {
    const SOCKET = '4711.815';
    const signIn = (body: object): Promise<Answer> => backend.call('POST', '/s2s/stream/user-auth', body);
    const widgetSignIn = (rest: string, body: object): Promise<Answer> =>
      customer.widget(contact).call('POST', `/users/me/${rest}`, body);
    const AUTH = /^pk_[\w-]+:[0-9a-f]{64}$/;

    it('answer auth and user_data with the svcId, for a back end and for a widget alike', async () => {
      const asked = { socket_id: SOCKET, deviceId: 'phone', after: 3 };
      const byBackend = ok(await signIn({ ...asked, consumerId }));
      expect(byBackend).toEqual({ auth: expect.stringMatching(AUTH), user_data: expect.any(String) });
      expect(byBackend.auth.split(':')[0]).toBe(customer.apiToken);
      expect(JSON.parse(byBackend.user_data)).toMatchObject({
        id: contact.svcId,
        deviceId: 'phone',
        after: 3,
      });
      expect(ok(await widgetSignIn('session-auth', asked))).toEqual(byBackend);
    });

    it('allow the contact’s own channel, and answer 200 valid false alone for any other', async () => {
      const own = `private-session-${contact.svcId}`;
      const ask = async (channel_name: string, more: object = {}): Promise<Answer['body'][]> => [
        ok(await widgetSignIn('session-channel-auth', { socket_id: SOCKET, channel_name, ...more })),
        ok(
          await backend.call('POST', '/s2s/stream/channel-auth', {
            socket_id: SOCKET,
            channel_name,
            consumerId,
            ...more,
          }),
        ),
      ];
      for (const answer of await ask(own)) expect(answer).toEqual({ auth: expect.stringMatching(AUTH) });
      for (const answer of await ask(own, { after: 0 })) {
        expect(answer).toEqual({ auth: expect.stringMatching(AUTH), channel_data: expect.any(String) });
        expect(JSON.parse(answer.channel_data)).toMatchObject({ after: 0 });
      }
      const other = await customer.contact(customer.newConsumer());
      for (const channel of [
        `private-session-${other.svcId}`,
        `${own}x`,
        own.toUpperCase(),
        `private-project-${customer.projectId}`,
        'public',
      ])
        for (const answer of await ask(channel)) expect(answer).toEqual({ valid: false });
    });

    it('refuse a socket_id that could forge another signature, a wrong after and a wrong device', async () => {
      for (const [field, value] of [
        ['socket_id', '1'],
        ['socket_id', '1.2:private-session-x'],
        ['socket_id', '1.2\n'],
        ['socket_id', undefined],
        ['after', -1],
        ['after', 1.5],
        ['deviceId', ''],
        ['deviceId', 'x'.repeat(129)],
        ['consumerId', undefined],
      ] as const)
        expect(await signIn({ socket_id: SOCKET, consumerId, [field]: value })).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', errors: [{ field }] },
        });
    });

    it('know no unknown contact: 404, and 401 for a widget whose contact is gone', async () => {
      expect(await signIn({ socket_id: SOCKET, consumerId: customer.newConsumer() })).toMatchObject({
        status: 404,
        body: { code: 'contact_not_found' },
      });
      ok(await backend.call('DELETE', toPath(consumerId)));
      const gone = { status: 401, body: { code: 'invalid_session' } };
      expect(await widgetSignIn('session-auth', { socket_id: SOCKET })).toMatchObject(gone);
      expect(
        await widgetSignIn('session-channel-auth', { socket_id: SOCKET, channel_name: 'x' }),
      ).toMatchObject(gone);
    });

    it('of a widget stay on the allowed domains: 403 domain_not_allowed', async () => {
      const other = await openCustomer(running.anonymous, running.mailbox);
      const theirs = await other.contact(other.newConsumer());
      ok(await other.team.call('PUT', `/projects/${other.projectId}`, { allowedDomains: ['shop.example'] }));
      const ask = (origin: string) =>
        other.widget(theirs).call('POST', '/users/me/session-auth', { socket_id: SOCKET }, { origin });
      await eventually(async () =>
        expect(await ask('https://evil.example')).toMatchObject({
          status: 403,
          body: { code: 'domain_not_allowed' },
        }),
      );
      ok(await ask('https://shop.example'));
    });
  });
});
