import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';
import { ask, invalid, message, noPending, createWorkflows } from './support/workflow-runs';

describe('steps of running workflows', () => {
  let customer: Customer;
  let team: Api;
  let backend: Api;
  let stop: () => Promise<void>;
  const { write, open, step, answer, ticket, runs, trail, over } = createWorkflows(() => customer);

  beforeAll(async () => {
    const running = await startWithCustomer();
    ({ customer, stop } = running);
    ({ team, backend } = customer);
  });
  afterAll(() => stop());

  it('say, ask, keep the answer and go on, each step once and in order', async () => {
    const { id, workflowId } = await open([
      message('hi', 'Hello', 'ask'),
      ask('thanks', { saveAs: 'topic' }),
      message('thanks', 'You said {{answer}} ({{attributes.topic}})', null),
    ]);
    expect(await step(id)).toEqual({
      step: {
        id: 'ask',
        runId: expect.stringMatching(/^[0-9a-f]{24}$/),
        type: 'question',
        prompt: 'What?',
        input: { kind: 'text', options: [], multiple: false },
      },
      run: { id: expect.any(String), workflowId, status: 'waiting' },
    });
    expect(ok(await answer(id, { text: 'My *bill*' }))).toMatchObject({
      step: null,
      run: { workflowId, status: 'done' },
    });
    expect(await customer.texts(id)).toEqual([
      'Hello',
      'What?',
      'My *bill*',
      'You said My *bill* (My *bill*)',
    ]);
    expect(await trail(workflowId)).toEqual(['hi', 'ask', 'thanks']);
    const conversation = await customer.conversation(id);
    expect(conversation).toMatchObject({ attributes: { topic: 'My *bill*' } });
    expect(conversation.botActive).toBeFalsy();
    expect((await ticket(id)).bot).toEqual({ active: false });
    expect(await answer(id, { text: 'More' })).toMatchObject(noPending);
  });

  it('write as a bot, which is no first response, and show on the ticket with its history', async () => {
    const { id, workflowId } = await open([message('hi', 'Hello', 'ask'), ask(null)]);
    expect(await ticket(id)).toMatchObject({
      bot: { active: true, currentActionFlow: workflowId, currentAction: 'ask' },
      hasAgentReply: false,
      noHumanInteraction: true,
    });
    expect((await ticket(id)).firstResponse).toBeUndefined();
    const messages = ok(await backend.call('GET', `/s2s/conversations/${id}/messages`)) as Answer['body'][];
    expect(messages.map(({ author }) => author)).toEqual([
      { type: 'bot', name: 'Welcome' },
      { type: 'bot', name: 'Welcome' },
    ]);
    ok(await answer(id, { botAction: 'humanHandoff' }));
    await over(workflowId, 'done');
    const history = ok(await team.call('GET', `/tickets/${id}/history`)) as Answer['body'][];
    expect(history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          field: 'workflow',
          from: workflowId,
          actor: expect.objectContaining({ type: 'workflow' }),
        }),
        expect.objectContaining({ field: 'handoff', actor: expect.objectContaining({ type: 'workflow' }) }),
      ]),
    );
  });

  it('hand over: people have it, nobody says anything, the team is assigned by its method', async () => {
    const { members } = { members: [customer.agentId] };
    const group = ok(
      await team.call('POST', '/teams', { name: 'Support', assignmentMethod: 'circular', members }),
    );
    const { id, workflowId } = await open([{ id: 'people', type: 'handoff', team: group.id }], {
      message: 'Help',
    });
    await over(workflowId, 'done');
    expect(await ticket(id)).toMatchObject({
      bot: { active: false, forwardedToSupportAt: expect.any(String) },
      noHumanInteraction: false,
      processingTeam: { id: group.id },
      processingUser: { id: customer.agentId },
    });
    expect(await customer.texts(id)).toEqual(['Help']);
  });

  it('assign, tag, untag, set attributes, internal ones unseen, and close, after which the contact may write', async () => {
    const group = ok(
      await team.call('POST', '/teams', { name: 'Sales', assignmentMethod: 'manual', members: [] }),
    );
    const { id, workflowId } = await open([
      { id: 'team', type: 'assign', team: group.id, next: 'as' },
      { id: 'as', type: 'assign', user: customer.agentId, next: 'tag' },
      { id: 'tag', type: 'tag', tags: ['a', 'b'], next: 'untag' },
      { id: 'untag', type: 'tag', tags: ['a'], remove: true, next: 'in' },
      { id: 'in', type: 'setAttribute', key: 'inner', value: 1, next: 'out' },
      { id: 'out', type: 'setAttribute', key: 'outer', value: ['x'], visible: true, next: 'close' },
      { id: 'close', type: 'close' },
    ]);
    await over(workflowId, 'done');
    expect(await ticket(id)).toMatchObject({
      processingTeam: { id: group.id },
      processingUser: { id: customer.agentId },
      tags: ['b'],
      status: 'DONE',
      attributes: { inner: 1, outer: ['x'] },
    });
    expect(await customer.conversation(id)).toMatchObject({ status: 'open', attributes: { outer: ['x'] } });
    expect((await customer.conversation(id)).attributes).toEqual({ outer: ['x'] });
    await customer.send(id, 'Still there?');
    expect((await ticket(id)).status).toBe('OPEN');
  });

  it('pass over an assignment to somebody who is gone by then', async () => {
    const group = ok(
      await team.call('POST', '/teams', { name: 'Gone', assignmentMethod: 'manual', members: [] }),
    );
    const workflowId = await write([
      { id: 'as', type: 'assign', team: group.id, next: 'hi' },
      message('hi', 'Hello', null),
    ]);
    ok(await team.call('DELETE', `/teams/${group.id}`));
    await eventually(async () => {
      const { id } = await customer.open(customer.newConsumer(), { workflowId });
      await over(workflowId, 'done');
      expect(await customer.texts(id)).toEqual(['Hello']);
      expect((await ticket(id)).processingTeam).toBeUndefined();
    });
  });

  it('branch by conditions on answer, contact, attributes, event and conversation', async () => {
    const { id, workflowId } = await open(
      [
        ask('if', { input: { kind: 'rating' }, saveAs: 'stars' }),
        {
          id: 'if',
          type: 'condition',
          if: [
            { field: 'answer', operator: '>=', value: 4 },
            { field: 'attributes.plan', operator: 'eq', value: 'pro' },
            { field: 'conversation.status', operator: 'eq', value: 'OPEN' },
            { field: 'contact.email', operator: 'exists', value: false },
          ],
          then: 'good',
          else: 'bad',
        },
        message('good', 'Good', null),
        message('bad', 'Bad', null),
      ],
      { attributes: { plan: 'pro' } },
    );
    expect((await step(id)).step.input).toEqual({
      kind: 'rating',
      options: [],
      multiple: false,
      min: 1,
      max: 5,
    });
    for (const rating of [0, 6, 2.5]) expect(await answer(id, { rating })).toMatchObject(invalid('rating'));
    ok(await answer(id, { rating: 4 }));
    expect(await trail(workflowId)).toEqual(['ask', 'if', 'good']);
    expect(await customer.texts(id)).toEqual(['What?', '4', 'Good']);
    expect((await customer.conversation(id)).attributes).toEqual({ plan: 'pro', stars: 4 });
  });

  it('take one of the options, whose own next wins, or several', async () => {
    const options = [
      { id: 'a', label: 'Apple', next: 'apple' },
      { id: 'b', label: 'Pear' },
    ];
    const steps = [
      ask('many', { input: { kind: 'selection', options }, saveAs: 'one' }),
      message('apple', 'Chosen', 'many'),
      ask(null, {
        id: 'many',
        input: {
          kind: 'selection',
          options: options.map(({ id, label }) => ({ id, label })),
          multiple: true,
        },
        saveAs: 'all',
      }),
    ];
    const { id, workflowId } = await open(steps);
    expect(await answer(id, { selection: 'c' })).toMatchObject(invalid('selection'));
    expect(await answer(id, { selection: ['a'] })).toMatchObject(invalid('selection'));
    expect(await answer(id, { text: 'a' })).toMatchObject(invalid('text'));
    expect(await answer(id, {})).toMatchObject(invalid('text'));
    expect(await answer(id, { text: 'a', selection: 'a' })).toMatchObject(invalid('selection'));
    ok(await answer(id, { selection: 'a' }));
    expect(await answer(id, { selection: ['a', 'a'] })).toMatchObject(invalid('selection'));
    ok(await answer(id, { selection: ['b', 'a'], stepId: 'many' }));
    expect(await trail(workflowId)).toEqual(['ask', 'apple', 'many']);
    expect(await customer.texts(id)).toEqual(['What?', 'Apple', 'Chosen', 'What?', 'Pear, Apple']);
    expect((await customer.conversation(id)).attributes).toEqual({
      one: 'a',
      all: ['b', 'a'],
    });
  });

  it('take 1 to 10 files for an answer', async () => {
    const { id } = await open([ask(null, { input: { kind: 'attachments' }, saveAs: 'files' })]);
    const file = { name: 'a.txt', url: 'https://files.example/a.txt' };
    expect(await answer(id, { attachments: [{ ...file, url: 'javascript:alert(1)' }] })).toMatchObject(
      invalid('attachments.0.url'),
    );
    expect((await answer(id, { attachments: Array.from({ length: 11 }, () => file) })).status).toBe(400);
    ok(await answer(id, { attachments: [file] }));
    expect((await customer.conversation(id)).attributes).toEqual({ files: [file.url] });
  });

  it('are answered once by 20 answers at once; another step than the pending one is refused', async () => {
    const { id } = await open([ask('two'), ask(null, { id: 'two' })]);
    expect(await answer(id, { text: 'x', stepId: 'two' })).toMatchObject({
      status: 409,
      body: { code: 'step_not_pending' },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answer(id, { text: `Answer ${index}`, stepId: 'ask' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await step(id)).step.id).toBe('two');
    expect(await customer.texts(id)).toHaveLength(3);
  });

  it('wait for their time, at most 2 s too long', async () => {
    const started = Date.now();
    const { id, workflowId } = await open([
      { id: 'wait', type: 'delay', seconds: 1, next: 'hi' },
      message('hi', 'Later', null),
    ]);
    expect((await step(id)).step).toBeNull();
    await over(workflowId, 'done');
    const [run] = await runs(workflowId);
    expect(run?.trail.map((one: { step: string }) => one.step)).toEqual(['wait', 'hi']);
    // The trail tells when steps were written, which is a little after the wait began.
    expect(Date.parse(run?.trail[1].at) - started).toBeGreaterThanOrEqual(1_000);
  });

  it('enter a step at most 50 times, then fail, and people take over', async () => {
    const { id, workflowId } = await open([
      ask('if'),
      { id: 'if', type: 'condition', if: [{ field: 'answer', operator: 'exists' }], then: 'ask', else: null },
    ]);
    for (let count = 0; count < 50; count += 1) ok(await answer(id, { text: `Answer ${count}` }));
    const run = await over(workflowId, 'failed');
    expect(run).toMatchObject({ error: 'step_limit' });
    expect(run?.trail).toHaveLength(100);
    await eventually(async () =>
      expect((await ticket(id)).bot).toEqual({ active: false, forwardedToSupportAt: expect.any(String) }),
    );
  });
});
