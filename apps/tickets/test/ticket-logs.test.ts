import { newId } from '@parley/persistence';
import { collect } from './support/streams';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('ticket_logs');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}): Promise<string> =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const update = (ticketId: string, ticket: object, nulls: string[] = [], context = caller.context) =>
  service.tickets.updateTicket({ ticketId, ticket, nulls }, context);
const history = async (ticketId: string, context = caller.context) =>
  (await collect(service.logs.listTicketHistory({ ticketId }, context))).flatMap(({ entries }) => entries);
const consoleLogs = async (ticketId: string, context = caller.context) =>
  (await service.logs.getConsoleLogs({ ticketId }, context)).entries;
const activityLogs = async (ticketId: string, context = caller.context) =>
  (await service.logs.getActivityLogs({ ticketId }, context)).entries;
const unknown = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };

describe('ListTicketHistory', () => {
  it('tells who changed what and when, oldest first, with the names of today', async () => {
    const ticketId = await create({ tags: ['a'] });
    const at = new Date('2030-01-01T00:00:00.123Z');
    service.setClock(at);
    await update(ticketId, { status: 'INPROGRESS' });
    service.setClock(new Date(at.getTime() + 1));
    await update(ticketId, { processingUser: caller.userId });
    service.setClock(undefined);
    const actor = { id: caller.userId, name: 'Ada Agent', type: 'user' };
    expect(await history(ticketId)).toEqual([
      { at: '2030-01-01T00:00:00.123Z', actor, field: 'status', from: 'OPEN', to: 'INPROGRESS' },
      {
        at: '2030-01-01T00:00:00.124Z',
        actor,
        field: 'processingUser',
        from: undefined,
        to: caller.userId,
      },
    ]);
  });

  it('keeps status, assignee, team, tags, priority, type, contact, archive, spam, due date, snooze and workflow', async () => {
    const ticketId = await create();
    const contact = service.neighbours.addContact(caller.projectId);
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    const dueDate = '2031-01-01T00:00:00.000Z';
    const snoozedUntil = '2031-02-01T00:00:00.000Z';
    await update(ticketId, { processingUser: caller.userId, processingTeam: team.id, tags: ['x'] });
    await update(ticketId, { priority: 'LOW', type: 'INQUIRY', session: contact.id, dueDate });
    await update(ticketId, { archived: true, hidden: true, isSpam: true, title: 'not told' });
    await update(ticketId, { snoozedUntil });
    await update(ticketId, { bot: { active: true, currentActionFlow: 'flow-1' } });
    await update(ticketId, { bot: { active: true, currentActionFlow: 'flow-1', currentAction: 'step-2' } });
    await update(ticketId, { bot: { active: false, currentActionFlow: 'flow-1' } });
    const told = (await history(ticketId)).map(({ field, from, to }) => [field, from, to]);
    expect(told.sort()).toEqual(
      [
        ['processingUser', undefined, caller.userId],
        ['processingTeam', undefined, team.id],
        ['tags', [], ['x']],
        ['priority', 'MEDIUM', 'LOW'],
        ['type', 'BUG', 'INQUIRY'],
        ['session', undefined, contact.id],
        ['dueDate', undefined, dueDate],
        ['archived', false, true],
        ['hidden', false, true],
        ['isSpam', false, true],
        ['status', 'OPEN', 'SNOOZED'],
        ['snoozedUntil', undefined, snoozedUntil],
        ['workflow', undefined, 'flow-1'],
        ['workflow', 'flow-1', undefined],
      ].sort(),
    );
  });

  it('keeps ratings, and of their comments only that they changed', async () => {
    const ticketId = await create();
    await update(ticketId, { conversationRating: 3, conversationRatingComment: 'not told' });
    await update(ticketId, { conversationRating: 8, conversationRatingComment: 'not told either' });
    await update(ticketId, {}, ['conversationRating', 'conversationRatingComment']);
    const comment = ['conversationRatingComment', undefined, undefined];
    expect((await history(ticketId)).map(({ field, from, to }) => [field, from, to])).toEqual([
      ['conversationRating', undefined, 3],
      comment,
      ['conversationRating', 3, 8],
      comment,
      ['conversationRating', 8, undefined],
      comment,
    ]);
  });

  it('names service accounts, contacts and the system', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { name: 'Lin Park' });
    const ticketId = await create({ session: contact.id, status: 'DONE' });
    const account = { type: 'service' as const, id: newId(), name: 'Orders' };
    await service.messages.createMessage(
      { ticket: ticketId, comment: 'again', session: contact.id },
      caller.context,
    );
    await update(ticketId, { priority: 'HIGH' }, [], makeContext(caller.projectId, account));
    await update(
      ticketId,
      { tags: ['t'] },
      [],
      makeContext(caller.projectId, { type: 'system', name: 'rules' }),
    );
    expect((await history(ticketId)).map(({ field, actor }) => [field, actor])).toEqual([
      ['status', { id: contact.id, name: 'Lin Park', type: 'contact' }],
      ['priority', { id: account.id, name: 'Orders', type: 'service' }],
      ['tags', { id: undefined, name: 'rules', type: 'system' }],
    ]);
  });

  it('names whoever is no member any more by the address', async () => {
    const ticketId = await create();
    const actor = { type: 'user' as const, id: newId(), email: 'gone@team.example', confirmed: true };
    await update(ticketId, { priority: 'LOW' }, [], makeContext(caller.projectId, actor));
    const [entry] = await history(ticketId);
    expect(entry?.actor).toEqual({ id: actor.id, name: 'gone@team.example', type: 'user' });
  });

  it('answers thousands of entries in parts of at most 200', async () => {
    const ticketId = await create();
    await service.db.query(
      `INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
       SELECT $1, lpad(to_hex(n), 24, '0'), $2, timestamptz '2026-01-01Z' + n / 2 * interval '1 ms',
              '{"type":"system","name":"test"}', 'score', to_jsonb(n - 1), to_jsonb(n)
         FROM generate_series(1, 1001) n`,
      [caller.projectId, ticketId],
    );
    const parts = await collect(service.logs.listTicketHistory({ ticketId }, caller.context));
    expect(parts.map(({ entries }) => entries.length)).toEqual([200, 200, 200, 200, 200, 1]);
    expect(parts.flatMap(({ entries }) => entries.map(({ to }) => to as number))).toEqual(
      Array.from({ length: 1001 }, (_, index) => index + 1),
    );
  });

  it('is empty for a ticket that nobody changed, and 404 for an unknown one and one of another project', async () => {
    const ticketId = await create();
    expect(await history(ticketId)).toEqual([]);
    await expect(history(newId())).rejects.toMatchObject(unknown);
    await expect(history('nonsense')).rejects.toMatchObject(unknown);
    await expect(history(ticketId, callerIn(service.neighbours).context)).rejects.toMatchObject(unknown);
  });
});

describe('GetConsoleLogs and GetActivityLogs', () => {
  it('answer the entries of consoleLog and of actionLog', async () => {
    const consoleLog = [{ log: 'ready', priority: 'INFO' }, 'text', null];
    const actionLog = [{ name: 'clicked', data: { x: 1 } }];
    const ticketId = await create({ consoleLog, actionLog });
    expect(await consoleLogs(ticketId)).toEqual(consoleLog);
    expect(await activityLogs(ticketId)).toEqual(actionLog);
  });

  it('are empty without a log, and have one entry for a log that is no list', async () => {
    const bare = await create();
    expect([await consoleLogs(bare), await activityLogs(bare)]).toEqual([[], []]);
    const odd = await create({ consoleLog: { only: 'one' }, actionLog: 'text' });
    expect([await consoleLogs(odd), await activityLogs(odd)]).toEqual([[{ only: 'one' }], ['text']]);
  });

  it('answer 404 for an unknown ticket and one of another project', async () => {
    const ticketId = await create({ consoleLog: ['x'], actionLog: ['x'] });
    const other = callerIn(service.neighbours).context;
    for (const read of [consoleLogs, activityLogs]) {
      await expect(read(newId())).rejects.toMatchObject(unknown);
      await expect(read('nonsense')).rejects.toMatchObject(unknown);
      await expect(read(ticketId, other)).rejects.toMatchObject(unknown);
    }
  });
});
