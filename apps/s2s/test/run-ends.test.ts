import { eventually } from '@parley/testing';
import { formerQueues } from '../src/former-queues.sql';
import { adoptJobs } from '@parley/jobs';
import type { DeskTicket } from './support/desk';
import { type RunningS2s, startRunning } from './support/running';

const ask = (next: string | null, more: object = {}): object => ({
  id: 'ask',
  type: 'question',
  prompt: 'What?',
  input: { kind: 'text' },
  next,
  ...more,
});
const message = (id: string, content: string, next: string | null): object => ({
  id,
  type: 'message',
  content,
  next,
});
/** Does nothing that a ticket could show. */
const idle = [
  { id: 'if', type: 'condition', if: [{ field: 'answer', operator: 'exists' }], then: null, else: null },
];

/** What a ticket shows when nothing runs any more, whatever happens in that moment. */
describe('the end of a run', () => {
  let running: RunningS2s;
  beforeAll(async () => {
    running = await startRunning('s2s_run_ends');
  });
  afterAll(() => running.stop());

  const { open, ticket, start, answer, findRun, settled, left, remove } = {
    open: (): string => running.desk.open(running.contactId),
    ticket: (id: string): DeskTicket => running.desk.tickets.get(id) as DeskTicket,
    start: (conversationId: string, workflowId: string) =>
      running.conversations.runWorkflow({ conversationId, workflowId }, running.backend),
    answer: (conversationId: string, text: string) =>
      running.conversations.answerWorkflowStep({ conversationId, text }, running.backend),
    findRun: async (workflowId: string) => {
      const { runs } = await running.workflows.listWorkflowRuns({ workflowId, limit: 1 }, running.backend);
      if (!runs[0]) throw new Error('There is no run');
      return runs[0];
    },
    /** Until nothing is due in a conversation any more. */
    settled: (conversationId: string): Promise<void> =>
      eventually(async () => {
        const due = await running.db.query(
          'SELECT status FROM workflow_run WHERE conversation_id = $1 AND due_at IS NOT NULL',
          [conversationId],
        );
        expect(due).toEqual([]);
      }),
    /** As when a process died that had taken on what was due. */
    left: () => adoptJobs(running.db, formerQueues, running.now()),
    remove: (workflowId: string) => running.workflows.deleteWorkflow({ workflowId }, running.backend),
  };

  it('shows when the steps before it were done by a process of the version before, which ended runs by themselves', async () => {
    const { desk, write } = running;
    const id = open();
    const workflowId = await write([ask('bye'), message('bye', 'Bye', null)]);
    await start(id, workflowId);
    const run = await findRun(workflowId);
    const actor = { type: 'workflow', id: workflowId, name: 'Welcome' };
    desk.doneBefore(
      `run:${run.id}:2`,
      id,
      { actor, bot: { active: true, workflow: workflowId, step: 'bye' }, markdown: 'Bye' },
      { applied: true, steps: 1, branches: [] },
    );
    await answer(id, 'Nothing');
    await settled(id);
    expect((await findRun(workflowId)).status).toBe('done');
    expect(ticket(id).shows).toBeUndefined();
    expect(desk.texts(id).filter((text) => text === 'Bye')).toHaveLength(1);
  });

  it.each([
    ['a delay', { id: 'wait', type: 'delay', seconds: 1, next: null }],
    ['a tool', { id: 'call', type: 'tool', name: 'status', timeoutSeconds: 1, next: null }],
  ])('shows when the last step is %s, whose time is over', async (_case, last) => {
    const id = open();
    const workflowId = await running.write([message('hi', 'Hello', last.id), last]);
    await start(id, workflowId);
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
    await eventually(async () => expect((await findRun(workflowId)).status).toBe('done'));
    await settled(id);
    expect(ticket(id).shows).toBeUndefined();
    const { trail, endedAt } = await findRun(workflowId);
    expect([trail.map(({ step }) => step), endedAt]).toEqual([['hi', last.id], expect.any(String)]);
  });

  it('is final for a step that is on its way: it is not had any more', async () => {
    const { desk, write } = running;
    const id = open();
    const workflowId = await write([message('late', 'Too late', 'ask'), ask(null)]);
    const onItsWay = desk.delay(':1', 'before');
    const starting = start(id, workflowId);
    await onItsWay.there;
    await remove(workflowId);
    await settled(id);
    onItsWay.goOn();
    await starting;
    expect(desk.texts(id)).toEqual([]);
    expect(ticket(id).shows).toBeUndefined();
  });

  it('shows although a step was had whose answer came after it', async () => {
    const { desk, write } = running;
    const id = open();
    const workflowId = await write([ask(null)]);
    const onItsWay = desk.delay(':1', 'after');
    const starting = start(id, workflowId);
    await onItsWay.there;
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
    await remove(workflowId);
    await settled(id);
    onItsWay.goOn();
    await starting;
    expect(ticket(id).shows).toBeUndefined();
  });

  it('leaves a later run of the same workflow shown, and nothing of it is told to the contact', async () => {
    const { contactId, db, write } = running;
    const id = open();
    const workflowId = await write([ask(null)]);
    await start(id, workflowId);
    await answer(id, 'x');
    const first = await findRun(workflowId);
    await start(id, workflowId);
    const told = () =>
      db.query("SELECT seq FROM stream_event WHERE contact_id = $1 AND name = 'workflow.step' ORDER BY seq", [
        contactId,
      ]);
    const before = await told();
    // As when the process died before the ticket showed the end.
    await db.query('UPDATE workflow_run SET due_at = now() WHERE id = $1', [first.id]);
    await left();
    await settled(id);
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
    expect(await told()).toEqual(before);
    expect((await findRun(workflowId)).status).toBe('waiting');
  });

  it('of a question that a tool or an AI agent follows: these are told after the contact’s answer', async () => {
    const { agents, backend, db, desk, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    for (const next of [
      { id: 'next', type: 'tool', name: 'status', next: null },
      { id: 'next', type: 'agent', agentId: agent?.id },
    ]) {
      const id = open();
      await start(id, await write([ask('next'), next]));
      await settled(id);
      desk.isDated = true;
      await answer(id, 'Enough');
      // An agent may have said something by now, after which more waits.
      const answered = ticket(id).said.find(({ by }) => by === 'contact')?.id;
      await eventually(async () =>
        expect(
          await db.query(
            'SELECT DISTINCT after_message AS after FROM held_event WHERE conversation_id = $1',
            [id],
          ),
        ).toContainEqual({ after: answered }),
      );
      desk.isDated = false;
    }
  });

  it('shows when a run that does nothing has replaced one that was shown', async () => {
    const { write } = running;
    const id = open();
    await start(id, await write([ask(null)]));
    expect(ticket(id).shows).toBeDefined();
    await start(id, await write(idle));
    await settled(id);
    expect(ticket(id).shows).toBeUndefined();
  });

  it('shows when a run that does nothing has replaced an AI agent', async () => {
    const { agents, backend, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    const id = open();
    await start(id, await write([{ id: 'ai', type: 'agent', agentId: agent?.id }]));
    expect(ticket(id).shows).toBe(`agent ${agent?.id}`);
    await start(id, await write(idle));
    await settled(id);
    expect(ticket(id).shows).toBeUndefined();
  });

  it('of an AI agent that is on its way leaves a run shown that begins meanwhile', async () => {
    const { agents, backend, db, desk, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    const id = open();
    await start(id, await write([{ id: 'ai', type: 'agent', agentId: agent?.id }]));
    await settled(id);
    const onItsWay = desk.delay(':end', 'before');
    await agents.deleteAgent({ agentId: agent?.id ?? '' }, backend);
    await onItsWay.there;
    const workflowId = await write([ask(null)]);
    await start(id, workflowId);
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
    onItsWay.goOn();
    await eventually(async () =>
      expect(await db.query('SELECT FROM agent_engagement WHERE conversation_id = $1', [id])).toEqual([]),
    );
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
  });

  it('that is on its way leaves a later run shown that begins meanwhile', async () => {
    const { db, desk, write } = running;
    const id = open();
    const workflowId = await write([ask(null)]);
    await start(id, workflowId);
    const { id: runId } = await findRun(workflowId);
    const onItsWay = desk.delay(`${runId}:2`, 'before');
    await db.query(
      "UPDATE workflow_run SET status = 'done', waits_for = NULL, pending = NULL, due_at = now() WHERE id = $1",
      [runId],
    );
    await left();
    await onItsWay.there;
    await start(id, workflowId);
    onItsWay.goOn();
    await settled(id);
    expect(ticket(id).shows).toBe(`workflow ${workflowId}`);
    expect((await findRun(workflowId)).status).toBe('waiting');
  });

  it('shows when the run was cancelled while it engaged an AI agent, which nobody is engaged by then', async () => {
    const { agents, backend, db, desk, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    const id = open();
    const workflowId = await write([{ id: 'ai', type: 'agent', agentId: agent?.id }]);
    const onItsWay = desk.delay(':1', 'after');
    const starting = start(id, workflowId);
    await onItsWay.there;
    await remove(workflowId);
    await settled(id);
    onItsWay.goOn();
    await starting;
    expect(ticket(id).shows).toBeUndefined();
    expect(await db.query('SELECT FROM agent_engagement WHERE conversation_id = $1', [id])).toEqual([]);
  });

  it('lets people take over once from a run that failed before it did anything', async () => {
    const { db, write } = running;
    const id = open();
    const workflowId = await write([ask(null)]);
    await start(id, workflowId);
    const { id: runId } = await findRun(workflowId);
    await db.query(
      `UPDATE workflow_run SET status = 'failed', error = 'step_limit', waits_for = NULL, pending = NULL, due_at = now()
        WHERE id = $1`,
      [runId],
    );
    await left();
    ticket(id).shows = undefined;
    await settled(id);
    expect(ticket(id).handoffs).toBe(1);
    await db.query('UPDATE workflow_run SET due_at = now() WHERE id = $1', [runId]);
    await left();
    await settled(id);
    expect(ticket(id).handoffs).toBe(1);
  });

  it('shows when the conversation was closed meanwhile', async () => {
    const { backend, conversations, write } = running;
    const id = open();
    await start(id, await write([ask(null)]));
    await conversations.closeConversation({ conversationId: id }, backend);
    await settled(id);
    expect(ticket(id).shows).toBeUndefined();
  });

  it.each([
    ['deleted with its workflow', (_id: string, workflowId: string) => remove(workflowId)],
    ['replaced', async (id: string) => start(id, await running.write([ask(null)]))],
    [
      'handed over',
      (conversationId: string) =>
        running.conversations.answerWorkflowStep(
          { conversationId, botAction: 'humanHandoff' },
          running.backend,
        ),
    ],
  ])('keeps an answer that was taken and could not be stored yet when the run is %s', async (_case, end) => {
    const { desk, write } = running;
    const id = open();
    const workflowId = await write([ask('on'), message('on', 'Go on', null)]);
    await start(id, workflowId);
    desk.isAway = true;
    // The asker is answered after 2 s at most.
    const { run } = await answer(id, 'My bill is wrong');
    expect(run).toMatchObject({ status: 'running' });
    await end(id, workflowId);
    desk.isAway = false;
    await eventually(() => expect(desk.texts(id)).toContain('My bill is wrong'));
    await settled(id);
    expect(desk.texts(id).filter((text) => text === 'My bill is wrong')).toHaveLength(1);
    expect(desk.texts(id)).not.toContain('Go on');
  });

  it('engages an AI agent that answers what the contact says in this moment, once', async () => {
    const { agents, asked, backend, desk, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    const id = open();
    desk.say(id, 'Hello');
    const workflowId = await write([{ id: 'ai', type: 'agent', agentId: agent?.id }]);
    const onItsWay = desk.delay(':1', 'before');
    const starting = start(id, workflowId);
    await onItsWay.there;
    desk.say(id, 'How long does a refund take?');
    onItsWay.goOn();
    await starting;
    await eventually(() => expect(ticket(id).handoffs).toBe(1));
    const questions = asked.map(({ question }) => question);
    expect(questions.filter((question) => question.includes('refund'))).toHaveLength(1);
    expect(questions).not.toContain('Hello');
  });

  it('takes what was done together as it was, whatever would be done together now', async () => {
    const { desk, write } = running;
    const id = open();
    const steps = [
      ask('tag'),
      { id: 'tag', type: 'tag', tags: ['vip'], next: 'if' },
      {
        id: 'if',
        type: 'condition',
        if: [{ field: 'conversation.tags', operator: 'contains', value: 'vip' }],
        then: 'yes',
        else: null,
      },
      message('yes', 'Welcome back', null),
    ];
    const workflowId = await write(steps);
    await start(id, workflowId);
    const run = await findRun(workflowId);
    // A look at the tags begins a new plan; this one went on.
    desk.doneBefore(
      `run:${run.id}:2`,
      id,
      { addTags: ['vip'], markdown: 'Welcome back', bot: { active: false } },
      { applied: true, steps: 3, branches: ['yes'], ended: true },
    );
    await answer(id, 'x');
    await settled(id);
    const { trail, status } = await findRun(workflowId);
    expect([status, trail.map(({ step }) => step)]).toEqual(['done', ['ask', 'tag', 'if', 'yes']]);
    expect(desk.texts(id)).toEqual(['What?', 'Welcome back', 'x']);
  });
});
