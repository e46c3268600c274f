import { eventually } from '@parley/testing';
import { type Answer, ok } from './support/api';
import { type Customer, type CustomerPlatform, startWithCustomer } from './support/customer';
import { closeLive, listen, type LiveClient, findRealtime } from './support/live';

describe('contact and team, live', () => {
  let running: CustomerPlatform;
  let customer: Customer;
  let realtime: { key: string; host: string; port: number; tls: boolean };
  let consumerId: string;
  let contact: Answer['body'];

  beforeAll(async () => {
    running = await startWithCustomer();
    ({ customer } = running);
    realtime = await findRealtime(running.anonymous, customer.apiToken);
  });
  afterAll(() => running.stop());
  beforeEach(async () => {
    consumerId = customer.newConsumer();
    contact = await customer.contact(consumerId, { name: 'Ada' });
  });
  afterEach(closeLive);

  const ofContact = (after?: () => number | undefined): LiveClient =>
    listen(realtime, `private-session-${contact.svcId}`, {
      api: customer.backend,
      path: '/s2s/stream/channel-auth',
      more: () => ({ consumerId, after: after?.() }),
    });
  const ofTeam = (after?: () => number | undefined): LiveClient =>
    listen(realtime, `private-project-${customer.projectId}`, {
      api: customer.agent,
      path: '/realtime/channel-auth',
      more: () => ({ after: after?.() }),
    });
  const named = ({ heard }: LiveClient, event: string): Answer['body'][] =>
    heard.filter((one) => one.event === event).map(({ data }) => data);

  it('says where clients connect, to whoever knows the key', () => {
    expect(realtime).toEqual({
      key: customer.apiToken,
      host: '127.0.0.1',
      port: Number(new URL(running.platform.live).port),
      tls: false,
    });
  });

  it('hear each other, type for each other, and a note stays with the team', async () => {
    const [widget, team] = [ofContact(), ofTeam()];
    await Promise.all([widget.began, team.began]);
    const { id } = await customer.open(consumerId, { message: 'Where is my parcel?' });
    await eventually(() => {
      expect(named(widget, 'message.created')).toHaveLength(1);
      expect(named(team, 'message.created')).toHaveLength(1);
      expect(named(team, 'ticket.created')).toMatchObject([{ ticketId: id, ticket: { id } }]);
    });
    ok(await customer.agent.call('POST', `/tickets/${id}/typing`, { typing: true }));
    await eventually(() =>
      expect(named(widget, 'typing')).toMatchObject([
        { conversationId: id, author: { type: 'agent', name: 'Grace Agent' }, typing: true },
      ]),
    );
    ok(await customer.backend.call('POST', `/s2s/conversations/${id}/typing`));
    await eventually(() =>
      expect(named(team, 'typing')).toContainEqual(
        expect.objectContaining({
          ticketId: id,
          author: { type: 'contact', id: contact.id, name: 'Ada' },
          typing: true,
        }),
      ),
    );
    ok(await customer.agent.call('POST', '/messages', { ticket: id, comment: 'secret', isNote: true }));
    await customer.reply(id, 'It comes today.');
    await eventually(() => {
      expect(named(widget, 'message.created')).toHaveLength(2);
      expect(named(team, 'message.created')).toHaveLength(3);
    });
    expect(named(widget, 'message.created')[1]).toMatchObject({
      conversationId: id,
      unreadCount: 1,
      message: { author: { type: 'agent', name: 'Grace Agent' }, plainText: 'It comes today.' },
    });
    const told = JSON.stringify(widget.heard);
    for (const word of ['secret', customer.agentId, 'agent-']) expect(told).not.toContain(word);
    const numbers = widget.heard.filter(({ event }) => event !== 'typing').map(({ data }) => data.seq);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it('sign in with forms, as the stock client sends them', async () => {
    const answer = await fetch(`${running.platform.origin}/v3/users/me/session-auth`, {
      method: 'POST',
      headers: { 'api-token': realtime.key, 'svc-id': contact.svcId, 'svc-hash': contact.svcHash },
      body: new URLSearchParams({ socket_id: '1.2', after: '0' }),
    });
    expect(answer.status).toBe(200);
    const { auth, user_data: data } = (await answer.json()) as { auth: string; user_data: string };
    expect(auth).toMatch(new RegExp(`^${realtime.key}:[0-9a-f]{64}$`));
    expect(JSON.parse(data)).toMatchObject({ id: contact.svcId, after: 0 });
  });

  it('get what they missed when they come back, once and in order', async () => {
    let last: number | undefined = undefined;
    const widget = ofContact(() => last);
    await widget.began;
    const { id } = await customer.open(consumerId, { message: 'One' });
    await eventually(() => expect(named(widget, 'message.created')).toHaveLength(1));
    last = widget.heard.at(-1)?.data.seq;
    widget.client.disconnect();
    for (const text of ['Two', 'Three', 'Four']) await customer.reply(id, text);
    // What gets its number later would come live, behind `resumed`.
    await eventually(async () => {
      const path = `/s2s/stream/events?consumerId=${consumerId}`;
      expect(JSON.stringify(ok(await customer.backend.call('GET', path)))).toContain('Four');
    });
    widget.heard.length = 0;
    widget.client.connect();
    await eventually(() => expect(widget.heard.at(-1)?.event).toBe('resumed'));
    expect(named(widget, 'message.created').map(({ message }) => message.plainText)).toEqual([
      'Two',
      'Three',
      'Four',
    ]);
    const numbers = widget.heard.slice(0, -1).map(({ data }) => data.seq);
    expect(numbers).toEqual(numbers.map((_, at) => Number(last) + 1 + at));
    expect(named(widget, 'resumed')).toEqual([{ seq: numbers.at(-1), count: numbers.length }]);
  });

  it('are refused upgrades elsewhere, and none without a key', async () => {
    const { origin } = running.platform;
    const answer = await fetch(`${origin}/app/${customer.apiToken}?protocol=7`);
    expect(answer.status).toBe(404);
  });

  it('show who looks at a ticket, and the contact ends with its deletion', async () => {
    const { id } = await customer.open(consumerId, { message: 'Hello' });
    ok(await customer.agent.call('POST', `/tickets/${id}/viewing`, { viewing: true }));
    const { viewers } = ok(await customer.team.call('GET', `/tickets/presence/viewers?ticketIds=${id}`));
    expect(viewers).toEqual([
      { ticketId: id, users: [{ id: customer.agentId, name: 'Grace Agent', since: expect.any(String) }] },
    ]);
    const widget = ofContact();
    await widget.began;
    ok(await customer.backend.call('DELETE', `/s2s/contacts/${consumerId}`));
    await eventually(() => expect(widget.client.connection.state).toBe('disconnected'));
  });
});
