import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import { type Answer, type Api, ok } from './support/api';
import {
  type Customer,
  type CustomerPlatform,
  openCustomer,
  toPath,
  startWithCustomer,
} from './support/customer';
import { dice, invent, type Plan, UNANSWERED } from './support/random-workflows';
import { closeLive, listen, type LiveClient, findRealtime, type Signing } from './support/live';

/** What is sent and read over REST, as the stock client hears it (contract, section 7). */
describe('what live connections hear', () => {
  let running: CustomerPlatform;
  let customer: Customer;
  let realtime: { key: string; host: string; port: number };
  let consumerId: string;
  let contact: Answer['body'];

  beforeAll(async () => {
    // A project for each test, so that the numbers of its stream begin with it.
    running = await startWithCustomer();
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    customer = await openCustomer(running.anonymous, running.mailbox);
    realtime = await findRealtime(running.anonymous, customer.apiToken);
    consumerId = customer.newConsumer();
    contact = await customer.contact(consumerId, { name: 'Ada' });
  });
  afterEach(closeLive);

  const ofContact = (signing: Partial<Signing> = {}): LiveClient =>
    listen(realtime, `private-session-${contact.svcId}`, {
      api: customer.backend,
      path: '/s2s/stream/channel-auth',
      more: () => ({ consumerId, after: 0 }),
      ...signing,
    });
  const ofTeam = (api: Api = customer.agent): LiveClient =>
    listen(realtime, `private-project-${customer.projectId}`, {
      api,
      path: '/realtime/channel-auth',
      more: () => ({ after: 0 }),
    });
  /** The events with a number, and that they count from 1 without a gap. */
  const numbered = ({ heard }: LiveClient): LiveClient['heard'] => {
    const events = heard.filter(({ event }) => event !== 'typing' && event !== 'resumed');
    expect(events.map(({ data }) => data.seq)).toEqual(events.map((_, at) => at + 1));
    for (const { data } of events) expect(data.at).toMatch(/^\d{4}-.*Z$/);
    return events;
  };
  const until = async (client: LiveClient, last: string): Promise<LiveClient['heard']> =>
    eventually(() => {
      const events = numbered(client);
      expect(events.at(-1)?.event).toBe(last);
      return events;
    });
  /** Codes of the errors that a client is told. */
  const collectCodes = ({ client }: LiveClient): Set<number> => {
    const codes = new Set<number>();
    client.connection.bind('error', ({ data }: { data?: { code: number } }) => {
      if (data) codes.add(data.code);
    });
    return codes;
  };

  describe('of the team', () => {
    it('each change of tickets and messages, notes too, and that the contact read', async () => {
      const team = ofTeam();
      await team.began;
      const { id } = await customer.open(consumerId, { title: 'Invoice', message: 'Hello' });
      ok(await customer.team.call('PUT', `/tickets/${id}`, { priority: 'HIGH', tags: ['vip'] }));
      const note = ok(
        await customer.agent.call('POST', '/messages', { ticket: id, comment: 'a note', isNote: true }),
      );
      const reply = await customer.reply(id, 'Hi');
      ok(await customer.agent.call('PUT', `/messages/${reply.id}`, { data: { content: 'Hi there' } }));
      ok(await customer.backend.call('POST', `/s2s/conversations/${id}/read`));
      const events = await until(team, 'conversation.read');
      const of = (event: string): Answer['body'][] =>
        events.filter((one) => one.event === event).map(({ data }) => data);
      expect(of('ticket.created')).toMatchObject([{ ticketId: id, ticket: { id, title: 'Invoice' } }]);
      expect(of('ticket.updated')[0]).toMatchObject({
        ticketId: id,
        ticket: { id, priority: 'HIGH', tags: ['vip'] },
        changed: expect.arrayContaining(['priority', 'tags']),
      });
      expect(of('message.created').map(({ ticketId, message }) => [ticketId, message.plainContent])).toEqual([
        [id, 'Hello'],
        [id, 'a note'],
        [id, 'Hi'],
      ]);
      // Messages as the dashboard has them.
      expect(of('message.created')[1].message).toMatchObject({ id: note.id, ticket: id, isNote: true });
      expect(of('message.updated')).toMatchObject([
        { ticketId: id, message: { id: reply.id, plainContent: 'Hi there' } },
      ]);
      expect(of('conversation.read')).toMatchObject([{ ticketId: id }]);
      ok(await customer.team.call('DELETE', `/messages/${reply.id}`));
      expect((await until(team, 'message.deleted')).at(-1)?.data).toMatchObject({
        ticketId: id,
        messageId: reply.id,
      });
      ok(await customer.team.call('DELETE', `/tickets/${id}`));
      expect((await until(team, 'ticket.deleted')).at(-1)?.data).toMatchObject({ ticketId: id });
    });

    it('that a contact types, but for a conversation that is closed', async () => {
      const team = ofTeam();
      await team.began;
      const closed = await customer.open(consumerId, { message: 'Hello' });
      const open = await customer.open(consumerId, { message: 'Hello' });
      ok(await customer.backend.call('POST', `/s2s/conversations/${closed.id}/close`));
      for (const { id } of [closed, open])
        expect(ok(await customer.backend.call('POST', `/s2s/conversations/${id}/typing`))).toEqual({
          success: true,
        });
      await eventually(() => {
        const typing = team.heard.filter(({ event }) => event === 'typing');
        expect(typing.map(({ data }) => [data.ticketId, data.typing])).toEqual([
          [open.id, true],
          // Over by itself.
          [open.id, false],
        ]);
      });
    });
  });

  describe('of a contact', () => {
    it('its own messages too, edits, ratings and deletions, and each message once', async () => {
      const widget = ofContact();
      await widget.began;
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      await customer.send(id, 'Mine', { clientMutationId: 'own' });
      const reply = await customer.reply(id, 'Hi', { data: { clientMutationId: 'the team’s' } });
      ok(await customer.backend.call('PUT', `/s2s/messages/${reply.id}/rating`, { rating: 'up' }));
      const events = await until(widget, 'message.updated');
      const created = events.filter(({ event }) => event === 'message.created').map(({ data }) => data);
      expect(created.map(({ message }) => [message.plainText, message.clientMutationId])).toEqual([
        ['Hello', undefined],
        ['Mine', 'own'],
        // What a member of the team calls its message is nobody else's.
        ['Hi', undefined],
      ]);
      expect(events.at(-1)?.data).toMatchObject({
        conversationId: id,
        unreadCount: 1,
        message: { id: reply.id, rating: 'up' },
      });
      expect(events.at(-1)?.data.message).not.toHaveProperty('clientMutationId');
      ok(await customer.team.call('DELETE', `/messages/${reply.id}`));
      expect((await until(widget, 'message.deleted')).at(-1)?.data).toMatchObject({
        conversationId: id,
        messageId: reply.id,
      });
      ok(await customer.team.call('DELETE', `/tickets/${id}`));
      expect((await until(widget, 'conversation.deleted')).at(-1)?.data).toMatchObject({
        conversationId: id,
      });
    });

    it('a conversation in which only bots took part, which is in no list and no count', async () => {
      const widget = ofContact();
      await widget.began;
      const { id } = await customer.open(consumerId);
      await customer.reply(id, 'Beep', { bot: true });
      const events = await until(widget, 'message.created');
      expect(events.map(({ event }) => event)).toEqual(['conversation.updated', 'message.created']);
      expect(events[1]?.data).toMatchObject({ conversationId: id, message: { author: { type: 'bot' } } });
      expect(ok(await customer.backend.call('GET', `${toPath(consumerId)}/conversations`))).toEqual([]);
      expect(ok(await customer.backend.call('GET', toPath(consumerId))).unreadConversations).toBe(0);
      expect(ok(await customer.team.call('GET', `/tickets/${id}`)).noHumanInteraction).toBe(true);
    });
  });

  describe('of who is there', () => {
    it('one list of those who follow a ticket and those who say that they view it, by name and picture', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      const { client, channel, began } = listen(realtime, `presence-ticket-${id}`, {
        api: customer.agent,
        path: '/realtime/channel-auth',
      });
      const told: [string, unknown][] = [];
      for (const event of ['member_added', 'member_removed'])
        channel.bind(`pusher:${event}`, (member: { info: unknown }) => told.push([event, member.info]));
      await began;
      const viewers = async (): Promise<string[]> => {
        const answer = ok(await customer.team.call('GET', `/tickets/presence/viewers?ticketIds=${id}`));
        return answer.viewers[0].users.map(({ name }: { name: string }) => name);
      };
      expect(await viewers()).toEqual(['Grace Agent']);
      const view = (viewing: boolean): Promise<Answer> =>
        customer.team.call('POST', `/tickets/${id}/viewing`, { viewing });
      expect(ok(await view(true))).toEqual({ success: true });
      expect(await viewers()).toEqual(['Grace Agent', 'Ada Founder']);
      // Who comes and goes within a moment is not told of.
      await eventually(() => expect(told).toHaveLength(1));
      ok(await view(false));
      await eventually(() =>
        expect(told).toEqual([
          ['member_added', { name: 'Ada Founder' }],
          ['member_removed', { name: 'Ada Founder' }],
        ]),
      );
      client.disconnect();
      await eventually(async () => expect(await viewers()).toEqual([]));
    });

    it('for at most 100 tickets, and what is said of one names it', async () => {
      const { id } = await customer.open(consumerId, { message: 'Hello' });
      const list = (ids: string[]): Promise<Answer> =>
        customer.team.call('GET', `/tickets/presence/viewers?ticketIds=${ids.join()}`);
      const ids = Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(24, '0'));
      expect(ok(await list([...ids.slice(1), id])).viewers).toEqual([{ ticketId: id, users: [] }]);
      const refused = { status: 400, body: { code: 'invalid_query' } };
      expect(await list([...ids, id])).toMatchObject(refused);
      expect(await customer.team.call('GET', '/tickets/presence/viewers')).toMatchObject(refused);
      for (const field of ['typing', 'viewing'])
        expect(await customer.team.call('POST', `/tickets/${id}/${field}`, {})).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', errors: [{ field }] },
        });
    });
  });

  describe('who has to go, with 4009', () => {
    const ends = async (live: LiveClient, codes: Set<number>): Promise<void> => {
      await eventually(() => expect([...codes]).toEqual([4009]));
      // The code comes before the end; the stock client then stays away.
      await eventually(() => expect(live.client.connection.state).toBe('disconnected'));
    };

    it('is a contact that is blocked', async () => {
      const widget = ofContact();
      const codes = collectCodes(widget);
      await widget.began;
      ok(await customer.team.call('PUT', `/sessions/${contact.id}`, { blocked: true }));
      await ends(widget, codes);
      const asked = {
        socket_id: '1.2',
        channel_name: `private-session-${contact.svcId}`,
        consumerId,
      };
      expect(await customer.backend.call('POST', '/s2s/stream/channel-auth', asked)).toMatchObject({
        status: 403,
        body: { code: 'contact_blocked' },
      });
    });

    it('is a guest that turns out to be a known contact', async () => {
      const guest = ok(
        await running.anonymous.call('POST', '/shared/sessions', {}, { 'api-token': customer.apiToken }),
      );
      const api = customer.widget(guest);
      const widget = listen(realtime, `private-session-${guest.svcId}`, {
        api,
        path: '/users/me/session-channel-auth',
      });
      const codes = collectCodes(widget);
      await widget.began;
      const userHash = createHmac('sha256', customer.sessionSecret).update(consumerId).digest('hex');
      ok(await api.call('POST', '/shared/sessions/identify', { userId: consumerId, userHash }));
      await ends(widget, codes);
      for (const path of ['session-auth', 'session-channel-auth'])
        expect(
          await api.call('POST', `/users/me/${path}`, { socket_id: '1.2', channel_name: 'x' }),
        ).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    });

    it('is a member who left the project, and a service account that was revoked; others stay', async () => {
      const { team, agentId, projectId } = customer;
      const { id, token } = ok(await team.call('POST', '/service-accounts', { name: 'Listener' }));
      const account = running.anonymous.as({ token, project: projectId });
      const [agent, program, admin] = [ofTeam(), ofTeam(account), ofTeam(team)];
      const [codes, codesOfProgram] = [collectCodes(agent), collectCodes(program)];
      await Promise.all([agent.began, program.began, admin.began]);
      ok(await team.call('DELETE', `/projects/users/${agentId}`));
      ok(await team.call('DELETE', `/service-accounts/${id}`));
      await Promise.all([ends(agent, codes), ends(program, codesOfProgram)]);
      expect(admin.client.connection.state).toBe('connected');
      const asked = { socket_id: '1.2', channel_name: `private-project-${projectId}` };
      const readStatus = async (api: Api): Promise<number> =>
        (await api.call('POST', '/realtime/channel-auth', asked)).status;
      await eventually(async () =>
        expect([await readStatus(customer.agent), await readStatus(account)]).toEqual([403, 401]),
      );
    });
  });

  it.each([11, 12, 13])(
    'hear each step right after its words, and the end once and last: seed %i',
    async (seed) => {
      const plans = Array.from({ length: 3 }, (_, index) => invent(dice(seed * 100 + index)));
      const ids = await Promise.all(
        plans.map(async ({ steps }, index) => {
          const workflow = { name: `Random ${index}`, steps };
          return ok(await customer.team.call('POST', '/workflows', workflow)).id as string;
        }),
      );
      const hearing = ofContact();
      await hearing.began;
      const page = customer.widget(contact as { svcId: string; svcHash: string });
      const conversations = await Promise.all(
        ids.map(async (workflowId) => (await customer.open(consumerId, { workflowId })).id as string),
      );
      const given = conversations.map(() => 0);
      const answered = new Set<Answer['body']>();
      /** Answers what is heard, and nothing else: whoever is too early for a step has no answer. */
      const answerHeard = async (): Promise<void> => {
        for (const { event, data } of [...hearing.heard]) {
          const place = conversations.indexOf(data.conversationId);
          if (event !== 'workflow.step' || !data.step || answered.has(data)) continue;
          answered.add(data);
          if (data.step.tool?.name === UNANSWERED) continue;
          const { result, ...answer } = plans[place]?.answers[given[place] ?? 0] ?? {};
          given[place] = (given[place] ?? 0) + 1;
          const { toolCallId, name } = data.step.tool ?? {};
          const path = `/s2s/conversations/${data.conversationId}/workflow-step`;
          ok(
            await (toolCallId
              ? page.call('POST', `/shared/frontend-tools/${toolCallId}/result`, { name, result })
              : customer.backend.call('POST', path, { ...answer, stepId: data.step.id })),
          );
        }
      };
      const listHeard = (conversation: string | undefined): unknown[] =>
        hearing.heard.flatMap(({ event, data }) => {
          if (event === 'message.created' && data.message.conversation === conversation)
            return [`says ${data.message.plainText}`];
          return event === 'workflow.step' && data.conversationId === conversation
            ? [data.step?.id ?? null]
            : [];
        });
      const listExpected = ({ steps, path, says }: Plan): unknown[] => {
        const words = says.map((text) => `says ${text}`).values();
        const next = (): unknown => words.next().value;
        const told = path.flatMap((id) => {
          const type = steps.find((step) => step.id === id)?.type;
          if (type === 'message') return [next()];
          if (type === 'question') return [next(), id, next()];
          return type === 'tool' ? [id] : [];
        });
        return [...told, null];
      };
      await eventually(async () => {
        await answerHeard();
        for (const [place, plan] of plans.entries())
          expect(listHeard(conversations[place])).toEqual(listExpected(plan));
      });
      numbered(hearing);
    },
  );
});
