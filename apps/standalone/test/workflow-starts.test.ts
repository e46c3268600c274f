import { openDatabase } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, openCustomer, toPath, startWithCustomer } from './support/customer';
import { findDatabase, type PlatformUnderTest } from './support/platform';
import { ask, invalid, message, noPending, createWorkflows } from './support/workflow-runs';

describe('starts and ends of workflows, and tools of the page', () => {
  let customer: Customer;
  let stranger: Customer;
  let team: Api;
  let backend: Api;
  let platform: PlatformUnderTest;
  let stop: () => Promise<void>;
  const { write, open, step, answer, ticket, runs, over } = createWorkflows(() => customer);

  beforeAll(async () => {
    const running = await startWithCustomer();
    ({ customer, stop } = running);
    ({ platform } = running);
    ({ team, backend } = customer);
    stranger = await openCustomer(running.anonymous, running.mailbox);
  });
  afterAll(() => stop());

  it('are not answered by a plain message, nor by a blocked contact, nor in a closed conversation', async () => {
    const { id, consumerId, workflowId } = await open([ask(null)]);
    await customer.send(id, 'By the way');
    expect((await step(id)).step.id).toBe('ask');
    const { id: session } = ok(await backend.call('GET', toPath(consumerId)));
    ok(await team.call('PUT', `/sessions/${session}`, { blocked: true }));
    await eventually(async () =>
      expect(await answer(id, { text: 'x' })).toMatchObject({
        status: 403,
        body: { code: 'contact_blocked' },
      }),
    );
    ok(await team.call('PUT', `/sessions/${session}`, { blocked: false }));
    ok(await backend.call('POST', `/s2s/conversations/${id}/close`));
    const closed = { status: 409, body: { code: 'conversation_closed' } };
    expect(await answer(id, { text: 'x' })).toMatchObject(closed);
    expect(await backend.call('POST', `/s2s/conversations/${id}/workflow`, { workflowId })).toMatchObject(
      closed,
    );
    await over(workflowId, 'cancelled');
    await eventually(async () => expect((await ticket(id)).bot).toEqual({ active: false }));
  });

  it('are cancelled by a public reply of the team, not by a note, a bot or a program, and by the end of their ticket or workflow', async () => {
    const first = await open([ask(null)]);
    ok(await customer.agent.call('POST', '/messages', { ticket: first.id, comment: 'Hm', isNote: true }));
    const program = { ticket: first.id, comment: 'By a program' };
    ok(await backend.call('POST', '/messages', program, { project: customer.projectId }));
    await customer.reply(first.id, 'By a bot', { bot: true });
    // What came before an answer that was told to the stream has had its effect.
    await customer.send(first.id, 'Hello');
    const told = `/s2s/stream/events?consumerId=${first.consumerId}&after=0`;
    await eventually(async () =>
      expect(JSON.stringify(ok(await backend.call('GET', told)))).toContain('Hello'),
    );
    expect((await step(first.id)).run.status).toBe('waiting');
    await customer.reply(first.id, 'I am here');
    await over(first.workflowId, 'cancelled');
    expect(await answer(first.id, { text: 'x' })).toMatchObject(noPending);
    await eventually(async () => expect((await ticket(first.id)).bot).toEqual({ active: false }));

    const third = await open([ask(null)]);
    ok(await team.call('DELETE', `/workflows/${third.workflowId}`));
    expect((await step(third.id)).run.status).toBe('cancelled');
    await eventually(async () => expect((await ticket(third.id)).bot).toEqual({ active: false }));
  });

  it('are replaced by another run: one is active per conversation', async () => {
    const { id, workflowId } = await open([ask(null)]);
    const other = await write([ask('end', { prompt: 'Other?' }), message('end', 'End', null)]);
    const path = `/s2s/conversations/${id}/workflow`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => backend.call('POST', path, { workflowId: other })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await runs(workflowId))[0]).toMatchObject({ status: 'cancelled' });
    expect((await runs(other)).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
      'waiting',
    ]);
    expect((await runs(other, '?status=waiting')).length).toBe(1);
    ok(await answer(id, { text: 'x' }));
    expect((await customer.texts(id)).at(-1)).toBe('End');
  });

  it('are answered 2 s later when they go on by then', async () => {
    const { id } = await customer.open(customer.newConsumer(), { message: 'Hi' });
    const workflowId = await write([message('hello', 'Hello', 'ask'), ask(null)]);
    const url = await findDatabase(platform, 'tickets');
    const db = openDatabase({ url, applicationName: 'test', maxConnections: 1 });
    try {
      // Nobody else writes to the conversation meanwhile.
      const answered = await db.transaction(async (tx) => {
        await tx.query('SELECT FROM ticket WHERE id = $1 FOR UPDATE', [id]);
        return backend.call('POST', `/s2s/conversations/${id}/workflow`, { workflowId });
      });
      expect(answered).toMatchObject({ status: 200, body: { step: null, run: { status: 'running' } } });
    } finally {
      await db.close();
    }
    await over(workflowId, 'waiting');
    expect((await step(id)).step.id).toBe('ask');
    expect((await customer.texts(id)).filter((text) => text === 'Hello')).toHaveLength(1);
  });

  it('run only when enabled and manual: 409; unknown ones and foreign ones are 404, nothing is written then', async () => {
    const { id } = await customer.open(customer.newConsumer(), { message: 'Hi' });
    const off = await write([ask(null)], { enabled: false });
    const byEvent = await write([ask(null)], { trigger: { event: 'never', manual: false } });
    const foreign = ok(
      await stranger.team.call('POST', '/workflows', { name: 'Foreign', steps: [ask(null)] }),
    ).id;
    const notRunnable = { status: 409, body: { code: 'workflow_not_runnable' } };
    const missing = { status: 404, body: { code: 'workflow_not_found' } };
    for (const [workflowId, refusal] of [
      [off, notRunnable],
      [byEvent, notRunnable],
      [foreign, missing],
      ['0'.repeat(24), missing],
    ] as const) {
      expect(await backend.call('POST', `/s2s/conversations/${id}/workflow`, { workflowId })).toMatchObject(
        refusal,
      );
      expect(await customer.agent.call('POST', `/tickets/${id}/workflow`, { workflowId })).toMatchObject(
        refusal,
      );
      const consumerId = customer.newConsumer();
      expect(await backend.call('POST', `${toPath(consumerId)}/conversations`, { workflowId })).toMatchObject(
        refusal,
      );
      expect((await backend.call('GET', toPath(consumerId))).status).toBe(404);
    }
    expect(await step(id)).toEqual({ step: null, run: null });
    const runnable = await write([ask(null)]);
    expect(
      ok(await customer.agent.call('POST', `/tickets/${id}/workflow`, { workflowId: runnable })),
    ).toMatchObject({ step: { id: 'ask' } });
    expect(
      await team.call('POST', `/tickets/${'0'.repeat(24)}/workflow`, { workflowId: runnable }),
    ).toMatchObject({
      status: 404,
      body: { code: 'ticket_not_found' },
    });
    const { id: lonely } = ok(await team.call('POST', '/tickets', { title: 'Nobody asked' }));
    expect(await team.call('POST', `/tickets/${lonely}/workflow`, { workflowId: runnable })).toMatchObject({
      status: 409,
      body: { code: 'contact_required' },
    });
  });

  it('keep the steps that they began with', async () => {
    const { id, workflowId } = await open([ask('end'), message('end', 'First version', null)]);
    ok(
      await team.call('PUT', `/workflows/${workflowId}`, {
        steps: [ask('end'), message('end', 'Second', null)],
      }),
    );
    ok(await answer(id, { text: 'x' }));
    expect((await customer.texts(id)).at(-1)).toBe('First version');
    expect((await runs(workflowId))[0]).toMatchObject({ version: 1 });
    const next = await customer.open(customer.newConsumer(), { workflowId });
    ok(await answer(next.id, { text: 'x' }));
    expect((await customer.texts(next.id)).at(-1)).toBe('Second');
  });

  it('start by a tracked event, in a conversation of its own, not while one of that workflow is active', async () => {
    const event = `order ${Date.now()}`;
    const workflowId = await write([message('hi', 'Order of {{event.data.total}}', 'ask'), ask(null)], {
      trigger: { event, channel: 'S2S', manual: false },
      name: 'Orders',
    });
    const elsewhere = await write([ask(null)], { trigger: { event, channel: 'WIDGET' } });
    const consumerId = customer.newConsumer();
    await customer.contact(consumerId);
    const track = async () =>
      ok(
        await backend.call('POST', `${toPath(consumerId)}/events`, {
          events: [{ name: event, data: { total: 3 } }],
        }),
      );
    await track();
    const run = await over(workflowId, 'waiting');
    expect(await customer.texts(run?.conversation)).toEqual(['Order of 3', 'What?']);
    expect(await customer.conversation(run?.conversation)).toMatchObject({
      title: 'Orders',
      botActive: true,
    });
    expect(ok(await backend.call('GET', `${toPath(consumerId)}/conversations`))).toEqual([]);
    await track();
    ok(await answer(run?.conversation, { text: 'x' }));
    await over(workflowId, 'done');
    await track();
    await eventually(async () => expect(await runs(workflowId)).toHaveLength(2));
    expect(await runs(elsewhere)).toEqual([]);
  });

  it('start in each conversation that a contact opens by itself', async () => {
    const workflowId = await write([ask(null)], {
      trigger: { event: 'conversation.created', channel: 'S2S' },
    });
    const plain = await customer.open(customer.newConsumer(), { message: 'Hi' });
    await over(workflowId, 'waiting');
    expect((await step(plain.id)).run.workflowId).toBe(workflowId);
    const asked = await open([ask(null)]);
    const { id: agentId } = ok(await team.call('POST', '/agents', { name: 'Robo' }));
    const withAgent = await customer.open(customer.newConsumer(), { agentId });
    const created = ok(await team.call('POST', '/tickets', { title: 'Ours' }));
    const again = await customer.open(customer.newConsumer(), { message: 'Hi' });
    await eventually(async () => expect((await step(again.id)).run?.workflowId).toBe(workflowId));
    expect((await step(asked.id)).run.workflowId).toBe(asked.workflowId);
    expect((await step(withAgent.id)).run).toBeNull();
    expect((await ticket(created.id)).bot).toBeUndefined();
    ok(await team.call('PUT', `/workflows/${workflowId}`, { enabled: false }));
  });

  it('of another project are found by nobody', async () => {
    const { id, workflowId } = await open([ask(null)]);
    const missing = { status: 404, body: { code: 'conversation_not_found' } };
    expect(await stranger.backend.call('GET', `/s2s/conversations/${id}/workflow-step`)).toMatchObject(
      missing,
    );
    expect(
      await stranger.backend.call('POST', `/s2s/conversations/${id}/workflow-step`, { text: 'x' }),
    ).toMatchObject(missing);
    expect((await stranger.team.call('GET', `/workflows/${workflowId}/runs`)).status).toBe(404);
    expect((await customer.agent.call('GET', `/workflows/${workflowId}/runs`)).status).toBe(200);
  });

  it('call tools of the page: of 20 results one counts; unknown, foreign, late and repeated ones are alike', async () => {
    const steps = [
      {
        id: 'call',
        type: 'tool',
        name: 'status',
        arguments: { user: '{{contact.userId}}' },
        saveAs: 'result',
        next: 'say',
      },
      message('say', 'It is {{answer}}', null),
    ];
    const { id, consumerId } = await open(steps);
    const { step: pending } = await step(id);
    expect(pending).toMatchObject({
      type: 'tool',
      tool: { name: 'status', arguments: { user: consumerId }, expiresAt: expect.any(String) },
    });
    const { toolCallId } = pending.tool;
    const path = `/shared/frontend-tools/${toolCallId}/result`;
    const own = customer.widget(ok(await backend.call('GET', toPath(consumerId))));
    const other = customer.widget(await customer.contact(customer.newConsumer()));
    const body = { name: 'status', result: 'on its way' };
    const refusals: Answer[] = [];
    const refuse = async (asked: Promise<Answer>): Promise<void> => void refusals.push(await asked);
    const pathTo = (callId: string): string => `/shared/frontend-tools/${callId}/result`;
    await refuse(other.call('POST', path, body));
    await refuse(other.call('POST', path, { ...body, name: 'else' }));
    await refuse(own.call('POST', pathTo('0'.repeat(24)), body));
    await refuse(own.call('POST', pathTo('no-id'), body));
    expect(await own.call('POST', path, { ...body, name: 'else' })).toMatchObject(invalid('name'));
    const tooLarge = { ...body, result: 'x'.repeat(65_537) };
    expect((await own.call('POST', path, tooLarge)).status).toBe(413);
    // What is another contact's is unknown before it is too large.
    await refuse(other.call('POST', path, tooLarge));
    const results = await Promise.all(Array.from({ length: 20 }, () => own.call('POST', path, body)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    refusals.push(...results.filter(({ status }) => status !== 200));
    await refuse(own.call('POST', path, body));
    await eventually(async () => expect(await customer.texts(id)).toEqual(['It is on its way']));
    await refuse(own.call('POST', path, { ...body, result: 'lost' }));
    expect((await ticket(id)).attributes).toEqual({ result: 'on its way' });
    expect((await customer.conversation(id)).attributes).toEqual({});
    const late = await open([
      { ...steps[0], timeoutSeconds: 1, next: null, onTimeout: 'late' },
      message('late', 'Nobody', null),
    ]);
    await eventually(async () => expect(await customer.texts(late.id)).toEqual(['Nobody']));
    // The step is over by now; the stream keeps what was called.
    const stream = ok(await backend.call('GET', `/s2s/stream/events?consumerId=${late.consumerId}&after=0`));
    const { data: call } = stream.events.find(({ event }: Answer['body']) => event === 'tool.call');
    const page = customer.widget(ok(await backend.call('GET', toPath(late.consumerId))));
    await refuse(page.call('POST', pathTo(call.toolCallId), body));
    // Byte for byte the same, but for the id of the request and what the clock and the limits say.
    const told = refusals.map(({ status, headers, body: { requestId, ...rest } }) => {
      const varying = /^(date|x-request-id|ratelimit|x-ratelimit.*)$/;
      const shown = [...headers].filter(([name]) => !varying.test(name));
      expect(requestId).toBe(headers.get('x-request-id'));
      return JSON.stringify([status, shown, rest]);
    });
    expect(refusals[0]).toMatchObject({ status: 404, body: { code: 'tool_call_not_found' } });
    expect(told).toHaveLength(27);
    expect([...new Set(told)]).toEqual([told[0]]);
  });

  it('tell the stream of the contact: each step, calls of tools, and the end', async () => {
    const { id, consumerId } = await open([
      ask('call'),
      { id: 'call', type: 'tool', name: 't', timeoutSeconds: 1, next: null },
    ]);
    ok(await answer(id, { text: 'x' }));
    await eventually(async () => {
      const path = `/s2s/stream/events?consumerId=${consumerId}&after=0`;
      const { events } = ok(await backend.call('GET', path)) as unknown as { events: Answer['body'][] };
      const told = events.filter(({ event }) => event === 'workflow.step' || event === 'tool.call');
      expect(
        told.map(({ event, data }) => [event, data.step?.id ?? data.name ?? null, data.run?.status]),
      ).toEqual([
        ['workflow.step', 'ask', 'waiting'],
        ['workflow.step', 'call', 'waiting'],
        ['tool.call', 't', undefined],
        ['workflow.step', null, 'done'],
      ]);
    });
  });

  it('tell the stream the end once, after the last message', async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, () =>
        open([
          { id: 'hi', type: 'message', content: 'Hi', next: 'ask' },
          ask('bye'),
          { id: 'bye', type: 'message', content: 'Bye', next: null },
        ]),
      ),
    );
    await Promise.all(opened.map(async ({ id }) => ok(await answer(id, { text: 'x' }))));
    for (const { consumerId } of opened) {
      await eventually(async () => {
        const path = `/s2s/stream/events?consumerId=${consumerId}&after=0`;
        const { events } = ok(await backend.call('GET', path)) as unknown as { events: Answer['body'][] };
        const told = events.flatMap(({ event, data }) => {
          if (event === 'message.created') return [data.message.plainText];
          return event === 'workflow.step' ? [data.step?.id ?? null] : [];
        });
        expect(told.filter((one) => one === null)).toHaveLength(1);
        expect(told.slice(-3)).toEqual(['x', 'Bye', null]);
      });
    }
  });
});
