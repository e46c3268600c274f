import type { DomainEvent } from '@parley/events';
import { newId } from '@parley/persistence';
import type { ContactTracked } from '@parley/proto/generated/parley/contacts/v1/events';
import type { WorkflowRun } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { eventually } from '@parley/testing';
import { onConversations } from '../src/runs/on-conversations';
import { onTracked } from '../src/runs/on-tracked';
import { type RunningS2s, startRunning } from './support/running';

const question = { id: 'ask', type: 'question', prompt: 'What?', input: { kind: 'text' }, next: null };

describe('a conversation that is opened with an AI agent or a workflow', () => {
  let running: RunningS2s;
  beforeAll(async () => {
    running = await startRunning('s2s_opened');
  });
  afterAll(() => running.stop());

  it.each(['agent', 'workflow'])('shows no bot when the %s is deleted before it begins', async (kind) => {
    const { contactId, db, desk, projectId } = running;
    const [id, botId, openedAt] = [desk.open(contactId), newId(), new Date()];
    const ticket = desk.tickets.get(id);
    if (ticket) ticket.shows = `${kind} ${botId}`;
    const event = {
      ...{ id: newId(), subject: 'tickets.v1.ticket.created', projectId, aggregateId: id, headers: {} },
      createdAt: openedAt,
      payload: {
        ticket: { id, organisation: newId(), session: { id: contactId }, createdAt: openedAt.toISOString() },
        opened: { channel: 'S2S', [`${kind}Id`]: botId },
      },
    };
    const take = onConversations({ clock: () => new Date() });
    await db.transaction((tx) => take([event as never], tx));
    await eventually(async () => {
      const rows = await db.query('SELECT FROM agent_engagement WHERE conversation_id = $1', [id]);
      expect([ticket?.shows, rows]).toEqual([undefined, []]);
    });
  });
});

describe('an AI agent from which people have taken over', () => {
  let running: RunningS2s;
  beforeAll(async () => {
    running = await startRunning('s2s_taken_over');
  });
  afterAll(() => running.stop());

  it('says nothing more, and is forgotten, also when the process ended before it forgot it', async () => {
    const { agents, backend, contactId, conversations, db, desk, projectId, write } = running;
    const { agent } = await agents.createAgent({ agent: { name: 'Robo' } }, backend);
    const conversationId = desk.open(contactId);
    const workflowId = await write([{ id: 'ai', type: 'agent', agentId: agent?.id }]);
    await conversations.runWorkflow({ conversationId, workflowId }, backend);
    const ticket = desk.tickets.get(conversationId);
    if (ticket) ticket.shows = undefined;
    const message = { id: newId(), ticket: conversationId, plainContent: 'Hello?' };
    const event = {
      ...{ id: newId(), subject: 'tickets.v1.message.created', projectId, aggregateId: message.id },
      payload: {
        message: { ...message, createdAt: new Date().toISOString() },
        shown: { message: { author: { type: 'contact' } } },
      },
    };
    const take = onConversations({ clock: () => new Date() });
    await db.transaction((tx) => take([event as never], tx));
    await eventually(async () => {
      const rows = await db.query('SELECT FROM agent_engagement WHERE project_id = $1', [projectId]);
      expect(rows).toEqual([]);
    });
    expect(desk.texts(conversationId)).toEqual([]);
    expect(ticket).toMatchObject({ shows: undefined, handoffs: 0 });
  });
});

/** What contacts do starts workflows, each in a conversation of its own. */
describe('a tracked event', () => {
  let running: RunningS2s;
  beforeAll(async () => {
    running = await startRunning('s2s_run_starts');
  });
  afterAll(() => running.stop());

  const workflow = async (name: string, steps: readonly object[] = [question]): Promise<string> => {
    const request = { workflow: { name: 'Orders', steps: [...steps], trigger: { event: name } } };
    return (await running.workflows.createWorkflow(request, running.backend)).workflow?.id ?? '';
  };
  const tracked = (...names: string[]): DomainEvent<ContactTracked> =>
    ({
      ...{ id: newId(), subject: 'contacts.v1.contact.tracked', projectId: running.projectId, headers: {} },
      ...{ aggregateId: running.contactId, createdAt: new Date() },
      payload: { events: names.map((name) => ({ id: newId(), name })), channel: 'S2S' },
    }) as unknown as DomainEvent<ContactTracked>;
  const deliver = async (event: DomainEvent<ContactTracked>): Promise<void> => {
    const take = onTracked({ clock: () => new Date() });
    await running.db.transaction((tx) => take(event, tx));
  };
  const listRuns = async (workflowId: string): Promise<WorkflowRun[]> =>
    (await running.workflows.listWorkflowRuns({ workflowId, limit: 100 }, running.backend)).runs;
  const waiting = (workflowId: string): Promise<string> =>
    eventually(async () => {
      const [run] = await listRuns(workflowId);
      expect(run).toMatchObject({ status: 'waiting', conversation: expect.any(String) });
      return run?.conversation ?? '';
    });
  const answer = (conversationId: string) =>
    running.conversations.answerWorkflowStep({ conversationId, text: 'x' }, running.backend);

  it('starts a workflow once however often it is delivered, at once and later', async () => {
    const workflowId = await workflow('order');
    const event = tracked('order');
    await Promise.all([deliver(event), deliver(event)]);
    const conversationId = await waiting(workflowId);
    await answer(conversationId);
    expect((await listRuns(workflowId))[0]?.status).toBe('done');
    await deliver(event);
    expect(await listRuns(workflowId)).toHaveLength(1);
    expect([...running.desk.tickets.keys()]).toEqual([conversationId]);
  });

  it('starts nothing while this contact has an active run of this workflow, and another workflow all the same', async () => {
    const [first, second] = [await workflow('cart'), await workflow('cart')];
    await deliver(tracked('cart', 'cart'));
    const conversationId = await waiting(first);
    await waiting(second);
    await answer(conversationId);
    await deliver(tracked('cart'));
    await waiting(first);
    expect((await listRuns(first)).map(({ status }) => status)).toEqual(['waiting', 'done']);
    expect(await listRuns(second)).toHaveLength(1);
  });

  it('of the name conversation.created starts nothing: only conversations that are opened do', async () => {
    const workflowId = await workflow('conversation.created');
    await deliver(tracked('conversation.created'));
    expect(await listRuns(workflowId)).toEqual([]);
  });
});
