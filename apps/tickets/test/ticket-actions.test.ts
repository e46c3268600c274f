import { newId } from '@parley/persistence';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('ticket_actions');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

const create = async (ticket: object = {}): Promise<string> =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const get = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const changes = async (ticketId: string) =>
  (await service.events(ticketId))
    .filter(({ subject }) => subject === 'tickets.v1.ticket.updated')
    .map(({ payload }) => payload.changed);
const notFound = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
const invalidAt = (field: string) => ({
  reason: 'INVALID_INPUT',
  fields: [expect.objectContaining({ field })],
});

describe('actions that set fields', () => {
  it('archive, take out of the archive, mark as spam, and mark as read, as the updates do', async () => {
    const ticketId = await create({ notificationsUnread: true });
    const { actions } = service;
    expect((await actions.archiveTicket({ ticketId }, caller.context)).ticket).toMatchObject({
      archived: true,
    });
    expect((await actions.unarchiveTicket({ ticketId }, caller.context)).ticket).toMatchObject({
      archived: false,
    });
    expect((await actions.spamTicket({ ticketId }, caller.context)).ticket).toMatchObject({ isSpam: true });
    const read = (await actions.readTicket({ ticketId }, caller.context)).ticket;
    expect(read).toMatchObject({ notificationsUnread: false });
    expect(await get(ticketId)).toEqual(read);
    expect(await changes(ticketId)).toEqual([
      ['archived', 'archivedAt'],
      ['archived', 'archivedAt'],
      ['isSpam'],
      ['notificationsUnread'],
    ]);
    // Again, nothing changes.
    await actions.spamTicket({ ticketId }, caller.context);
    expect(await changes(ticketId)).toHaveLength(4);
  });

  it('know only tickets of their project', async () => {
    const ticketId = await create();
    const stranger = makeContext(newId(), caller.context.scope.actor);
    const { actions } = service;
    for (const action of ['archiveTicket', 'unarchiveTicket', 'spamTicket', 'readTicket'] as const) {
      await expect(actions[action]({ ticketId }, stranger)).rejects.toMatchObject(notFound);
      await expect(actions[action]({ ticketId: 'x' }, caller.context)).rejects.toMatchObject(notFound);
    }
  });
});

describe('snooze', () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const snooze = (ticketId: string, request: { duration?: number; snoozedUntil?: string }) =>
    service.actions.snoozeTicket({ ticketId, ...request }, caller.context);

  it('lasts a number of seconds, or until a time', async () => {
    service.setClock(now);
    const ticketId = await create({ status: 'INPROGRESS' });
    expect((await snooze(ticketId, { duration: 90.5 })).ticket).toMatchObject({
      snoozed: true,
      status: 'SNOOZED',
      snoozedUntil: '2030-01-01T00:01:30.500Z',
    });
    const snoozedUntil = '2031-02-03T04:05:06.000Z';
    expect((await snooze(ticketId, { snoozedUntil })).ticket).toMatchObject({ snoozedUntil });
  });

  it.each([
    [{}, 'duration'],
    [{ duration: 1, snoozedUntil: '2031-01-01T00:00:00.000Z' }, 'duration'],
    [{ duration: 0 }, 'duration'],
    [{ duration: -5 }, 'duration'],
    [{ duration: 100 * 366 * 86_400 + 1 }, 'duration'],
    [{ snoozedUntil: '2029-12-31T23:59:59.000Z' }, 'snoozedUntil'],
  ])('refuses %j at %s', async (request, field) => {
    service.setClock(now);
    await expect(snooze(await create(), request)).rejects.toMatchObject(invalidAt(field));
  });
});

describe('link and unlink', () => {
  const link = (ticketId: string, targetTicketId: string, context = caller.context) =>
    service.actions.linkTicket({ ticketId, targetTicketId }, context);
  const unlink = (ticketId: string, targetTicketId: string) =>
    service.actions.unlinkTicket({ ticketId, targetTicketId }, caller.context);
  const links = async (id: string) => (await get(id))?.linkedTickets;

  it('link in both directions, once, and take the link away', async () => {
    const [a, b] = [await create(), await create()];
    expect((await link(a, b)).ticket?.linkedTickets).toEqual([b]);
    await link(a, b);
    await link(b, a);
    expect([await links(a), await links(b)]).toEqual([[b], [a]]);
    expect([await changes(a), await changes(b)]).toEqual([[['linkedTickets']], [['linkedTickets']]]);
    expect((await unlink(b, a)).ticket?.linkedTickets).toEqual([]);
    expect([await links(a), await links(b)]).toEqual([[], []]);
    await unlink(b, a);
    expect(await changes(a)).toHaveLength(2);
  });

  it('lose none of the links that are made at once, from both sides', async () => {
    const [center, ...others] = await Promise.all(Array.from({ length: 9 }, () => create()));
    const id = center ?? '';
    await Promise.all(others.map((other, index) => (index % 2 ? link(id, other) : link(other, id))));
    expect([...((await links(id)) ?? [])].sort()).toEqual([...others].sort());
    for (const other of others) expect(await links(other)).toEqual([id]);
  });

  it('refuse the ticket itself, unknown and foreign ones', async () => {
    const ticketId = await create();
    const foreign = callerIn(service.neighbours);
    const theirs = (await service.tickets.createTicket({ ticket: {} }, foreign.context)).ticket?.id ?? '';
    for (const target of [ticketId, newId(), theirs])
      await expect(link(ticketId, target)).rejects.toMatchObject(invalidAt('targetTicketId'));
    await expect(link(theirs, ticketId)).rejects.toMatchObject(notFound);
    expect(await links(ticketId)).toEqual([]);
  });
});

describe('vote', () => {
  const vote = async (ticketId: string, request: { email: string; name?: string; action?: string }) =>
    (await service.actions.voteTicket({ ticketId, ...request }, caller.context)).ticket;

  it('counts an address once, in any spelling, and is taken back', async () => {
    const ticketId = await create({ type: 'FEATURE_REQUEST', upvotes: [{ name: 'By phone' }] });
    expect(await vote(ticketId, { email: 'lin@customer.example', name: 'Lin' })).toMatchObject({
      upvotes: [{ name: 'By phone' }, { email: 'lin@customer.example', name: 'Lin' }],
      upvotesCount: 2,
    });
    expect(await vote(ticketId, { email: 'LIN@Customer.Example' })).toMatchObject({ upvotesCount: 2 });
    expect(await vote(ticketId, { email: 'Lin@customer.example', action: 'down' })).toMatchObject({
      upvotes: [{ name: 'By phone' }],
      upvotesCount: 1,
    });
    expect(await changes(ticketId)).toHaveLength(2);
  });

  it('loses none of many at once', async () => {
    const ticketId = await create();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => vote(ticketId, { email: `v${index}@x.example` })),
    );
    expect((await get(ticketId))?.upvotesCount).toBe(12);
  });

  it('is refused at 10,000', async () => {
    const upvotes = Array.from({ length: 10_000 }, (_, index) => ({ email: `v${index}@x.example` }));
    const ticketId = await create({ upvotes });
    await expect(vote(ticketId, { email: 'one@more.example' })).rejects.toMatchObject(invalidAt('email'));
    expect((await vote(ticketId, { email: 'v7@x.example' }))?.upvotesCount).toBe(10_000);
  });
});

it('the network log and the replay of a ticket are answered entry by entry', async () => {
  const networkLogs = [{ url: '/a' }, { url: '/b' }];
  const replay = [{ at: 0, screen: 'start' }, { at: 900 }];
  const ticketId = await create({ networkLogs, replay });
  expect((await service.logs.getNetworkLogs({ ticketId }, caller.context)).entries).toEqual(networkLogs);
  expect((await service.logs.getReplay({ ticketId }, caller.context)).entries).toEqual(replay);
  const other = { ticketId: await create() };
  expect((await service.logs.getReplay(other, caller.context)).entries).toEqual([]);
});

describe('close as spam', () => {
  const close = async (ticketId: string, reason?: string) =>
    (
      await service.actions.closeTicketAsSpam(
        { ticketId, ...(reason !== undefined && { reason }) },
        caller.context,
      )
    ).ticket;
  const messages = async (ticketId: string) =>
    (
      await service.messages.findMessages(
        { filter: [{ field: 'ticket', operator: 'eq', values: [ticketId] }], limit: 50, skip: 0 },
        caller.context,
      )
    ).items;

  it('marks, closes and ends the conversation in one update, and notes the reason once', async () => {
    const ticketId = await create();
    const closed = await close(ticketId, 'Sells watches');
    expect(closed).toMatchObject({ isSpam: true, status: 'DONE', conversationClosed: true });
    expect((await changes(ticketId)).map((fields) => [...fields].sort())).toContainEqual(
      expect.arrayContaining(['conversationClosed', 'isSpam', 'status']),
    );
    await close(ticketId, 'Sells watches');
    expect(await messages(ticketId)).toMatchObject([{ isNote: true, plainContent: 'Sells watches' }]);
  });

  it('needs no reason', async () => {
    const ticketId = await create();
    expect(await close(ticketId)).toMatchObject({ isSpam: true });
    await close(ticketId, ' ');
    expect(await messages(ticketId)).toEqual([]);
  });

  it('knows only tickets of its project', async () => {
    await expect(close(newId(), 'x')).rejects.toMatchObject(notFound);
    await expect(close('x')).rejects.toMatchObject(notFound);
  });
});

describe('await-customer-reply', () => {
  it('sleeps without a time, also when one was set, and keeps the former status', async () => {
    const ticketId = await create({ status: 'INPROGRESS', snoozedUntil: '2099-01-01T00:00:00.000Z' });
    const { ticket } = await service.actions.awaitCustomerReply({ ticketId }, caller.context);
    expect(ticket).toMatchObject({ status: 'SNOOZED', snoozed: true });
    expect(ticket?.snoozedUntil).toBeUndefined();
    await service.tickets.updateTicket({ ticketId, ticket: {}, nulls: ['snoozedUntil'] }, caller.context);
    expect((await get(ticketId))?.status).toBe('INPROGRESS');
  });
});
