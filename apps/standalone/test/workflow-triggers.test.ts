import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, toPath, startWithCustomer } from './support/customer';
import { newAddress } from './support/people';
import { ask, invalid, message, noPending, createWorkflows } from './support/workflow-runs';

/** Where runs begin, how far they go, and what they leave. */
describe('triggers and limits of workflows', () => {
  let customer: Customer;
  let team: Api;
  let backend: Api;
  let stop: () => Promise<void>;
  const { write, open, step, answer, ticket, runs, over } = createWorkflows(() => customer);

  beforeAll(async () => {
    const running = await startWithCustomer();
    ({ customer, stop } = running);
    ({ team, backend } = customer);
  });
  afterAll(() => stop());

  const createWidget = async (consumerId: string): Promise<Api> =>
    customer.widget(ok(await backend.call('GET', toPath(consumerId))));

  /** A new conversation by mail; answers its ticket. */
  const byMail = async (headers: readonly string[] = []): Promise<string> => {
    const address = newAddress('writer');
    const source = [
      `From: Lin Park <${address}>`,
      'To: help@shop.example',
      `Message-ID: <${address}>`,
      'Subject: A question',
      ...headers,
      '',
      'How do I return a parcel?',
      '',
    ].join('\r\n');
    const type = { 'content-type': 'message/rfc822' };
    const received = ok(await backend.call('POST', '/inbound/email', Buffer.from(source), type));
    expect(received).toMatchObject({ status: 'created' });
    return received.ticket as string;
  };

  it('conversation.created runs in conversations of its channel only: S2S, WIDGET, EMAIL, or all of them', async () => {
    const channels = ['S2S', 'WIDGET', 'EMAIL'] as const;
    const workflows = new Map<string, string>();
    for (const channel of channels) {
      const trigger = { event: 'conversation.created', channel };
      workflows.set(channel, await write([ask(null)], { trigger, name: channel }));
    }
    const consumerId = customer.newConsumer();
    await customer.contact(consumerId);
    const widget = await createWidget(consumerId);
    const opened: Record<string, string> = {
      S2S: (await customer.open(customer.newConsumer(), { message: 'Hi' })).id,
      WIDGET: ok(await widget.call('POST', '/shared/conversations', { message: 'Hi' })).id,
      EMAIL: await byMail(),
    };
    for (const channel of channels) {
      const workflowId = workflows.get(channel) ?? '';
      const run = await over(workflowId, 'waiting');
      expect(run).toMatchObject({ conversation: opened[channel] });
      expect(await runs(workflowId)).toHaveLength(1);
      ok(await team.call('PUT', `/workflows/${workflowId}`, { enabled: false }));
    }
    const all = await write([ask(null)], { trigger: { event: 'conversation.created' } });
    const mailed = await byMail();
    const written = await customer.open(customer.newConsumer(), { message: 'Hi' });
    await eventually(async () => {
      const places = (await runs(all)).map(({ conversation }) => conversation as string);
      expect(places.sort()).toEqual([mailed, written.id as string].sort());
    });
    ok(await team.call('PUT', `/workflows/${all}`, { enabled: false }));
  });

  it('a mail that came by a list starts nothing', async () => {
    const workflowId = await write([ask(null)], {
      trigger: { event: 'conversation.created', channel: 'EMAIL' },
    });
    await byMail(['Precedence: list', 'List-Id: <news.example.com>']);
    const mailed = await byMail();
    await over(workflowId, 'waiting');
    expect((await runs(workflowId)).map(({ conversation }) => conversation)).toEqual([mailed]);
    ok(await team.call('PUT', `/workflows/${workflowId}`, { enabled: false }));
  });

  it('a tracked event of the widget starts workflows of WIDGET and of no channel, once however often it is told', async () => {
    const event = `cart ${Date.now()}`;
    const narrow = await write([message('hi', 'Hello', null)], { trigger: { event, channel: 'WIDGET' } });
    const wide = await write([message('hi', 'Hello', null)], { trigger: { event } });
    const other = await write([message('hi', 'Hello', null)], { trigger: { event, channel: 'S2S' } });
    const consumerId = customer.newConsumer();
    await customer.contact(consumerId);
    const widget = await createWidget(consumerId);
    const key = { 'idempotency-key': `${event} once` };
    const track = () => widget.call('POST', '/shared/sessions/events', { events: [{ name: event }] }, key);
    ok(await track());
    await over(narrow, 'done');
    await over(wide, 'done');
    ok(await track());
    ok(await widget.call('POST', '/shared/sessions/events', { events: [{ name: 'something else' }] }));
    expect(await runs(narrow)).toHaveLength(1);
    expect(await runs(other)).toEqual([]);
  });

  it('an event starts nothing while the workflow is not enabled', async () => {
    const event = `off ${Date.now()}`;
    const workflowId = await write([ask(null)], { trigger: { event }, enabled: false });
    const next = await write([ask(null)], { trigger: { event: `${event} next` } });
    const consumerId = customer.newConsumer();
    await customer.contact(consumerId);
    for (const name of [event, `${event} next`])
      ok(await backend.call('POST', `${toPath(consumerId)}/events`, { events: [{ name }] }));
    await over(next, 'waiting');
    expect(await runs(workflowId)).toEqual([]);
  });

  it('a ticket that is deleted takes its active run along, and nothing runs on', async () => {
    const { id, workflowId } = await open([
      { id: 'wait', type: 'delay', seconds: 1, next: 'ask' },
      ask(null),
    ]);
    expect((await team.call('DELETE', `/tickets/${id}`)).status).toBe(204);
    await eventually(async () => expect(await runs(workflowId)).toEqual([]));
    expect((await backend.call('GET', `/s2s/conversations/${id}/workflow-step`)).status).toBe(404);
    expect(await answer(id, { text: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'conversation_not_found' },
    });
  });

  it('a run takes 1,000 steps, not one more, then people take over', async () => {
    const tags = Array.from({ length: 199 }, (_, index) => ({
      id: `t${index}`,
      type: 'tag',
      tags: [`tag-${index % 2}`],
      remove: index % 4 > 1,
      next: index < 198 ? `t${index + 1}` : 'ask',
    }));
    const { id, workflowId } = await open([...tags, ask('t0')]);
    for (let round = 0; round < 5; round += 1) {
      await eventually(async () => expect((await step(id)).step?.id).toBe('ask'));
      ok(await answer(id, { text: `Round ${round}` }));
    }
    const run = await over(workflowId, 'failed');
    expect(run).toMatchObject({ error: 'step_limit' });
    const trail = run?.trail.map((one: Answer['body']) => one.step) as string[];
    expect(trail).toHaveLength(1_000);
    expect(trail.slice(-2)).toEqual(['t198', 'ask']);
    await eventually(async () =>
      expect(await ticket(id)).toMatchObject({
        bot: { active: false, forwardedToSupportAt: expect.any(String) },
        noHumanInteraction: false,
      }),
    );
  });

  it('many steps that nothing parts say, tag and set everything once and in order', async () => {
    const steps = Array.from({ length: 30 }, (_, index) => {
      const next = index < 29 ? `s${index + 1}` : null;
      const kinds = [
        { type: 'message', content: `Said ${index}` },
        { type: 'tag', tags: [`t${index % 6}`], remove: index % 12 > 6 },
        { type: 'setAttribute', key: 'last', value: index, visible: index > 20 },
      ];
      return { id: `s${index}`, next, ...kinds[index % 3] };
    });
    const { id, workflowId } = await open(steps);
    const run = await over(workflowId, 'done');
    const path = run?.trail.map((one: Answer['body']) => one.step);
    expect(path).toEqual(steps.map((one) => one.id));
    const says = steps.flatMap((one) => ('content' in one ? [one.content] : []));
    expect(await customer.texts(id)).toEqual(says);
    expect((await ticket(id)).attributes).toEqual({ last: 29 });
    expect((await customer.conversation(id)).attributes).toEqual({ last: 29 });
    const tags = new Set<string>();
    for (const one of steps as { tags?: string[]; remove?: boolean }[])
      for (const tag of one.tags ?? []) {
        if (one.remove) tags.delete(tag);
        else tags.add(tag);
      }
    expect([...(await ticket(id)).tags].sort()).toEqual([...tags].sort());
  });

  it('runs are listed newest first, by status, 50 by default and 100 at most', async () => {
    const workflowId = await write([message('hi', 'Hello', null)]);
    const { id } = await customer.open(customer.newConsumer(), { message: 'Hi' });
    const path = `/s2s/conversations/${id}/workflow`;
    for (let count = 0; count < 52; count += 1) ok(await backend.call('POST', path, { workflowId }));
    const all = await runs(workflowId, '?limit=1000');
    expect(all).toHaveLength(52);
    expect(all[0]).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), workflowId, version: 1, status: 'done' },
      ...{ conversation: id, contact: expect.any(String), currentStep: 'hi' },
      ...{ startedAt: expect.any(String), endedAt: expect.any(String) },
      trail: [{ step: 'hi', at: expect.any(String) }],
    });
    const times = all.map(({ startedAt }) => Date.parse(startedAt));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(await runs(workflowId)).toHaveLength(50);
    const ids = all.map((run) => run.id as string);
    const part = await runs(workflowId, '?skip=50&limit=1&status=done');
    expect(part.map((run) => run.id as string)).toEqual([ids[50]]);
    expect(await runs(workflowId, '?status=failed')).toEqual([]);
    const wrong = await team.call('GET', `/workflows/${workflowId}/runs?status=lost`);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  it('a text answers with 1 to 10,000 characters', async () => {
    const { id } = await open([ask(null)]);
    for (const text of ['', ' ', 'x'.repeat(10_001)])
      expect(await answer(id, { text })).toMatchObject(invalid('text'));
    expect((await step(id)).step.id).toBe('ask');
    ok(await answer(id, { text: 'ä'.repeat(10_000) }));
    expect((await step(id)).run.status).toBe('done');
  });

  it('a tool that nobody answers goes on with next where onTimeout says nothing', async () => {
    const call = { id: 'call', type: 'tool', name: 't', timeoutSeconds: 1, next: 'on' };
    const { id, workflowId } = await open([call, message('on', 'Result: {{answer}}', null)]);
    await over(workflowId, 'done');
    expect(await customer.texts(id)).toEqual(['Result:']);
  });

  it('a handoff that nothing runs for is refused; people take over from an AI agent that is gone', async () => {
    const plain = await customer.open(customer.newConsumer(), { message: 'Hi' });
    expect(await answer(plain.id, { botAction: 'humanHandoff' })).toMatchObject(noPending);
    const agent = ok(await team.call('POST', '/agents', { name: 'Robo' }));
    const workflowId = await write([ask('agent'), { id: 'agent', type: 'agent', agentId: agent.id }]);
    const { id } = await customer.open(customer.newConsumer(), { workflowId });
    ok(await team.call('DELETE', `/agents/${agent.id}`));
    ok(await answer(id, { text: 'x' }));
    await over(workflowId, 'done');
    expect(await ticket(id)).toMatchObject({
      bot: { active: false, forwardedToSupportAt: expect.any(String) },
      noHumanInteraction: false,
    });
    expect(await answer(id, { botAction: 'humanHandoff' })).toMatchObject(noPending);
  });

  it.each([
    ['the end', { id: 'last', type: 'close' }, []],
    ['the end by itself', { id: 'last', type: 'tag', tags: ['x'], next: null }, []],
    ['the handoff', { id: 'last', type: 'handoff' }, ['handoff']],
  ])('the history of a ticket tells of the start and %s, by the workflow', async (_case, last, more) => {
    const workflowId = await write([message('hi', 'Hello', 'last'), last]);
    const { id } = await customer.open(customer.newConsumer(), { message: 'Hi' });
    ok(await backend.call('POST', `/s2s/conversations/${id}/workflow`, { workflowId }));
    await eventually(async () => {
      const history = ok(await team.call('GET', `/tickets/${id}/history`)) as Answer['body'][];
      const own = history.filter(({ actor }) => actor?.type === 'workflow');
      const moves = own.filter(({ field }) => field === 'workflow').map(({ from, to }) => [from, to]);
      const expected = [
        [undefined, workflowId],
        [workflowId, undefined],
      ];
      expect(moves).toHaveLength(2);
      expect(moves).toEqual(expect.arrayContaining(expected));
      expect(own.map(({ field }) => field)).toEqual(expect.arrayContaining(more));
    });
  });

  it('a step that is refused for good fails the run: those before it were had, and people take over', async () => {
    const { id, workflowId } = await open([
      message('hi', 'Hello', 'long'),
      message('long', '*a*b'.repeat(2_500), 'bye'),
      message('bye', 'Bye', null),
    ]);
    const run = await over(workflowId, 'failed');
    expect(run).toMatchObject({ error: 'payload_too_large', endedAt: expect.any(String) });
    expect(run?.trail).toEqual([
      { step: 'hi', at: expect.any(String) },
      { step: 'long', at: expect.any(String), error: 'payload_too_large' },
    ]);
    expect(await customer.texts(id)).toEqual(['Hello']);
    await eventually(async () =>
      expect(await ticket(id)).toMatchObject({
        bot: { active: false, forwardedToSupportAt: expect.any(String) },
        noHumanInteraction: false,
      }),
    );
    const first = await open([message('long', '*a*b'.repeat(2_500), null)]);
    await over(first.workflowId, 'failed');
    await eventually(async () =>
      expect((await ticket(first.id)).bot).toEqual({
        active: false,
        forwardedToSupportAt: expect.any(String),
      }),
    );
  });

  it('a step sees what the step before it did to the ticket', async () => {
    const { id, workflowId } = await open([
      { id: 'set', type: 'setAttribute', key: 'plan', value: 'pro', next: 'say' },
      message('say', 'On {{attributes.plan}}', 'tag'),
      { id: 'tag', type: 'tag', tags: ['vip'], next: 'if' },
      {
        id: 'if',
        type: 'condition',
        if: [{ field: 'conversation.tags', operator: 'contains', value: 'vip' }],
        then: 'yes',
        else: 'no',
      },
      message('yes', 'Welcome back', null),
      message('no', 'Who are you?', null),
    ]);
    await over(workflowId, 'done');
    expect(await customer.texts(id)).toEqual(['On pro', 'Welcome back']);
  });
});
