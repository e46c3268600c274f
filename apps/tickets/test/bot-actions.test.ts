import { newId } from '@parley/persistence';
import {
  type ApplyBotActionRequest,
  BotActionsServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import type { TicketHistoryEntry } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { type Client, createClient, createLocalCaller, type Partially, systemContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { contactSide, type ContactSide } from './support/contact-side';
import { quiet } from './support/neighbours';
import { startTickets, type TestService } from './support/service';

const FLOW = newId();
const ROBO = newId();

/** What workflows and AI agents do to tickets. */
describe('ApplyBotAction', () => {
  let service: TestService;
  let bots: Client<BotActionsServiceDefinition>;
  let { caller, team, open, get, texts } = {} as ContactSide;
  beforeAll(async () => {
    service = await startTickets('bot_actions');
    bots = createClient(
      BotActionsServiceDefinition,
      createLocalCaller(service.module.implementations, quiet),
    );
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    ({ caller, team, open, get, texts } = contactSide(service));
  });

  type Asked = Partially<ApplyBotActionRequest>;
  const act = (conversationId: string, asked: Asked, key?: string) => {
    const { projectId } = caller;
    const context = systemContext('s2s', { projectId, organisationId: '0'.repeat(24) });
    return bots.applyBotAction(
      { actor: { type: 'workflow', id: FLOW, name: 'Welcome' }, ...asked, conversationId },
      { ...context, ...(key !== undefined && { idempotencyKey: key }) },
    );
  };
  const holds = { bot: { active: true, workflow: FLOW, step: 'ask' } };
  const ends: Asked = { isEnd: true, bot: { active: false } };
  const readBot = async (id: string): Promise<unknown> => (await team.read(id)).bot;
  const held = async (): Promise<string> => {
    const { id } = await open({ comment: 'Hi' });
    expect(await act(id, { ...holds, markdown: 'What?' })).toMatchObject({ applied: true, ended: false });
    expect(await readBot(id)).toEqual({ active: true, currentActionFlow: FLOW, currentAction: 'ask' });
    return id;
  };

  it('is had once by a key, whatever is asked for by it later', async () => {
    const { id } = await open({ comment: 'Hi' });
    const key = newId();
    const first = await act(id, { ...holds, markdown: 'One', steps: 3, branches: ['a'] }, key);
    expect(first).toEqual({
      applied: true,
      refusal: undefined,
      steps: 3,
      branches: ['a'],
      ended: false,
      lastMessageId: expect.any(String),
    });
    expect(await act(id, { ...ends, markdown: 'Two', steps: 1 }, key)).toEqual(first);
    expect(await texts(id)).toEqual(['Hi', 'One']);
    expect(await readBot(id)).toMatchObject({ active: true });
  });

  it('of an end voids the step that is still asked for by the same key', async () => {
    const id = await held();
    const key = newId();
    expect(await act(id, ends, key)).toMatchObject({ applied: true, ended: true });
    expect(await act(id, { ...holds, markdown: 'Late', steps: 1 }, key)).toMatchObject({ ended: true });
    expect(await texts(id)).toEqual(['Hi', 'What?']);
    expect(await readBot(id)).toEqual({ active: false });
    expect((await get(id)).botActive).toBe(false);
  });

  it('of an end shows that nothing has it, whoever is shown', async () => {
    const id = await held();
    await act(id, { bot: { active: true, agent: ROBO, name: 'Robo' } });
    expect(await act(id, { isEnd: true, onlyIfOwn: true, bot: { active: false } })).toMatchObject({
      applied: true,
      ended: true,
    });
    expect(await readBot(id)).toEqual({ active: false });
  });

  it('of an end changes nothing where no bot is shown, or where it says nothing', async () => {
    const { id } = await open({ comment: 'Hi' });
    const before = await team.read(id);
    expect(await act(id, ends)).toMatchObject({ applied: true, ended: true });
    expect(await team.read(id)).toEqual(before);
    const other = await held();
    expect(await act(other, { isEnd: true })).toMatchObject({ applied: true, ended: false });
    expect(await readBot(other)).toMatchObject({ active: true });
  });

  it.each([
    [
      'closed',
      (id: string) => service.conversations.closeConversation({ conversationId: id }, caller.context),
    ],
    [
      'hidden',
      (id: string) =>
        service.tickets.updateTicket({ ticketId: id, ticket: { hidden: true } }, caller.context),
    ],
    [
      'merged',
      async (id: string) => {
        const into = await team.createTicket();
        await service.merging.mergeTickets({ ticketsToMergeIds: [id], targetTicketId: into }, caller.context);
      },
    ],
  ])(
    'of an end shows that nothing has it when it is %s; nothing else is done there, nobody takes over',
    async (_case, finish) => {
      for (const end of [ends, { isEnd: true, handoff: {} }]) {
        const id = await held();
        await finish(id);
        expect(await act(id, { ...holds, markdown: 'More' })).toMatchObject({ applied: false, ended: false });
        expect(await act(id, end)).toMatchObject({ applied: true, ended: true });
        expect(await readBot(id)).toEqual({ active: false });
      }
    },
  );

  it('hands over once: the same end again changes nothing', async () => {
    const id = await held();
    const key = newId();
    const handsOver: Asked = { isEnd: true, handoff: {} };
    expect(await act(id, handsOver, key)).toMatchObject({ ended: true });
    const after = await team.read(id);
    expect(after.bot).toEqual({ active: false, forwardedToSupportAt: expect.any(String) });
    expect(after.noHumanInteraction).toBe(false);
    await act(id, handsOver, key);
    expect(await team.read(id)).toEqual(after);
  });

  it('of an AI agent is refused where it does not have the conversation', async () => {
    const id = await held();
    const actor = { type: 'agent', id: ROBO, name: 'Robo' };
    const says: Asked = { actor, onlyIfOwn: true, markdown: 'Here', bot: { active: true, agent: ROBO } };
    expect(await act(id, says)).toMatchObject({ applied: false, refusal: 'not_own' });
    expect(await texts(id)).toEqual(['Hi', 'What?']);
  });

  it('says what shows something, in its order, mails what was missed of it in one mail, and is no answer of an agent', async () => {
    const side = contactSide(service);
    ({ caller, team, open, get, texts } = side);
    const email = `${newId()}@example.com`;
    const { id } = await open({ contactId: side.addContact({ email, name: 'Grace' }), comment: 'Hi' });
    await act(id, { ...holds, markdown: ' ', moreMarkdown: ['> ', 'One', '---', 'Two'] });
    expect((await texts(id)).filter((text) => text)).toEqual(['Hi', 'One', 'Two']);
    expect(await team.read(id)).toMatchObject({ hasAgentReply: false, noHumanInteraction: false });
    expect((await team.read(id)).firstResponse).toBeUndefined();
    await service.db.query('UPDATE mail_job SET next_attempt_at = now() WHERE status = $1', ['pending']);
    await service.db.query("UPDATE job SET due_at = now() WHERE name = 'mail' AND status = 'waiting'");
    await eventually(() => expect(service.inbox.to(email)).toHaveLength(1));
    expect(service.inbox.to(email)[0]?.text).toMatch(/One[\s\S]*Two/);
    await act(id, { ...holds, markdown: ' ' });
    expect((await texts(id)).filter((text) => text)).toHaveLength(3);
  });

  it.each([
    ['a step', (bot: object): Asked => ({ bot }), [[undefined, FLOW]]],
    [
      'the end',
      (): Asked => ends,
      [
        [undefined, FLOW],
        [FLOW, undefined],
      ],
    ],
    [
      'a handoff',
      (): Asked => ({ handoff: {} }),
      [
        [undefined, FLOW],
        [FLOW, undefined],
      ],
    ],
  ])('tells of the start of what a ticket was opened with, once, by %s', async (_case, asked, moves) => {
    const { id } = await open({ workflowId: FLOW });
    await act(id, { addTags: ['x'] });
    await act(id, asked(holds.bot));
    await act(id, { ...asked(holds.bot), markdown: 'More' });
    const history: TicketHistoryEntry[] = [];
    for await (const { entries } of service.logs.listTicketHistory({ ticketId: id }, caller.context))
      history.push(...entries);
    const own = history.filter(({ field }) => field === 'workflow');
    expect(own.map(({ from, to }) => [from ?? undefined, to ?? undefined])).toEqual(moves);
    for (const { actor } of own) expect(actor).toMatchObject({ type: 'workflow', id: FLOW });
  });

  it('of another project finds nothing', async () => {
    const id = await held();
    const other = contactSide(service);
    ({ caller } = other);
    expect(await act(id, { ...holds, markdown: 'Mine' })).toMatchObject({ applied: false, refusal: 'gone' });
    expect(await act(id, ends)).toMatchObject({ applied: false, refusal: 'gone' });
  });
});
