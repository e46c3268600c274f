import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('message_effects');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

const createTicket = async (ticket: object = {}) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);
const create = async (request: object, context = caller.context) => {
  const answer = await service.messages.createMessage(request, context);
  if (!answer.message) throw new Error('no message');
  return answer.message;
};
const indexes = async (ticketId: string) =>
  (
    await service.db.query<{ index: number }>(
      'SELECT index FROM message WHERE ticket_id = $1 ORDER BY index',
      [ticketId],
    )
  ).map(({ index }) => index);

describe('A public reply', () => {
  it('stamps the ticket, clears the service level clock and sends only the message event', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { sla: 1 });
    const ticket = await createTicket({ session: contact.id });
    expect(ticket.slaDueAt).toBeDefined();
    await service.db.query('UPDATE ticket SET sla_breached = true WHERE id = $1', [ticket.id]);
    const message = await create({ ticket: ticket.id, comment: `  ${'long '.repeat(200)}` });
    const after = await read(ticket.id);
    expect(after).toMatchObject({
      lastResponse: { admin: message.createdAt },
      firstResponse: message.createdAt,
      hasAgentReply: true,
      slaBreached: false,
      sessionNotificationsUnread: true,
      notificationsUnread: false,
      lastActivity: message.createdAt,
      updatedAt: message.createdAt,
      status: 'OPEN',
    });
    expect(after?.slaDueAt).toBeUndefined();
    expect(after?.latestComment).toHaveLength(500);
    expect(after?.latestPublicComment).toBe(after?.latestComment);
    expect((await service.events(ticket.id)).slice(1)).toEqual([
      expect.objectContaining({
        subject: 'tickets.v1.message.created',
        payload: {
          message: JSON.parse(JSON.stringify(message)) as unknown,
          ticketType: 'BUG',
          contactId: contact.id,
          shown: expect.objectContaining({ position: 1, unreadCount: 1 }) as unknown,
          history: expect.objectContaining({ ticketId: ticket.id }) as unknown,
        },
        headers: { requestId: caller.context.requestId },
      }),
    ]);
  });

  it('keeps the time of the first response', async () => {
    const { id: ticket } = await createTicket();
    const first = await create({ ticket, comment: 'a' });
    service.setClock(new Date(Date.now() + 60_000));
    const second = await create({ ticket, comment: 'b' });
    expect(await read(ticket)).toMatchObject({
      firstResponse: first.createdAt,
      lastResponse: { admin: second.createdAt },
      latestComment: 'b',
    });
  });

  it('leaves DONE and SNOOZED as they are', async () => {
    const { id: ticket } = await createTicket({ status: 'DONE' });
    await create({ ticket, comment: 'a' });
    expect((await read(ticket))?.status).toBe('DONE');
    await update(ticket, { snoozedUntil: '2100-01-01T00:00:00.000Z' });
    await create({ ticket, comment: 'b' });
    expect((await read(ticket))?.status).toBe('SNOOZED');
  });
});

describe('A note', () => {
  it('stamps latestComment only and changes nothing a customer could see', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { email: 'note@example.com', sla: 5 });
    const before = await createTicket({ session: contact.id });
    const message = await create({ ticket: before.id, comment: 'between us', isNote: true });
    expect(message).toMatchObject({ type: 'NOTE', isNote: true });
    expect(await read(before.id)).toEqual({
      ...before,
      latestComment: 'between us',
      lastActivity: message.createdAt,
      updatedAt: message.createdAt,
    });
    expect(await service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [before.id])).toEqual(
      [],
    );
    const [, event] = await service.events(before.id);
    expect(event?.payload.message).toMatchObject({ isNote: true });
  });

  it('is a message of type NOTE even without isNote', async () => {
    const { id: ticket } = await createTicket();
    expect(await create({ ticket, comment: 'x', type: 'NOTE' })).toMatchObject({ isNote: true });
    expect(await read(ticket)).toMatchObject({ hasAgentReply: false });
  });

  it('does not treat a knowledge suggestion as a reply', async () => {
    const { id: ticket } = await createTicket();
    await create({ ticket, type: 'FAQ_SUGGESTION', data: { question: 'q', answer: 'a' } });
    const after = await read(ticket);
    expect(after).toMatchObject({ hasAgentReply: false, sessionNotificationsUnread: false });
    expect(after?.latestComment).toBeUndefined();
  });
});

describe("A contact's message", () => {
  const arrange = async (ticket: object = {}, contact: object = {}) => {
    const { id: session } = service.neighbours.addContact(caller.projectId, {
      name: 'Grace',
      email: 'g@example.com',
      ...contact,
    });
    const { id } = await createTicket({ session, ...ticket });
    return { session, id };
  };

  it("is the contact's, stamps lastResponse.contact and leaves the team something unread", async () => {
    const { session, id } = await arrange();
    const message = await create({ ticket: id, comment: 'help', session });
    expect(message.session).toEqual({
      id: session,
      name: 'Grace',
      email: 'g@example.com',
      avatar: undefined,
    });
    expect(message.user).toBeUndefined();
    const after = await read(id);
    expect(after).toMatchObject({
      lastResponse: { contact: message.createdAt },
      notificationsUnread: true,
      latestComment: 'help',
      latestPublicComment: 'help',
      hasAgentReply: false,
      sessionNotificationsUnread: false,
    });
    expect(after?.firstResponse).toBeUndefined();
    expect(await service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [id])).toEqual([]);
  });

  it('reopens DONE to OPEN, with history and one ticket event after the message event', async () => {
    const { session, id } = await arrange({ status: 'DONE' });
    await create({ ticket: id, comment: 'still broken', session });
    expect((await read(id))?.status).toBe('OPEN');
    const [, ...events] = await service.events(id);
    expect(events.map(({ subject, payload }) => [subject, payload.changed])).toEqual([
      ['tickets.v1.message.created', undefined],
      ['tickets.v1.ticket.updated', ['status']],
    ]);
    expect(
      await service.db.query(
        'SELECT field, from_value AS "from", to_value AS "to", actor FROM ticket_history WHERE ticket_id = $1',
        [id],
      ),
    ).toEqual([{ field: 'status', from: 'DONE', to: 'OPEN', actor: { type: 'contact', id: session } }]);
  });

  it.each([
    ['INPROGRESS', 'INPROGRESS'],
    ['DONE', 'OPEN'],
  ])('wakes a ticket snoozed from %s to %s', async (status, expected) => {
    const { session, id } = await arrange({ status });
    await update(id, { snoozedUntil: '2100-01-01T00:00:00.000Z' });
    await create({ ticket: id, comment: 'now', session });
    const after = await read(id);
    expect(after).toMatchObject({ status: expected, snoozed: false });
    expect(after?.snoozedUntil).toBeUndefined();
  });

  it('answers 409 conversation_closed on a closed conversation and changes nothing', async () => {
    const { session, id } = await arrange();
    const first = await create({ ticket: id, comment: 'a', session, data: { clientMutationId: 'k' } });
    await service.db.query(`UPDATE ticket SET conversation_closed = true, status = 'DONE' WHERE id = $1`, [
      id,
    ]);
    await expect(create({ ticket: id, comment: 'x', session })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'CONVERSATION_CLOSED',
    });
    expect((await read(id))?.status).toBe('DONE');
    expect(await indexes(id)).toEqual([1]);
    const repeat = await create({ ticket: id, comment: 'a', session, data: { clientMutationId: 'k' } });
    expect(repeat.id).toBe(first.id);
    expect((await create({ ticket: id, comment: 'the team may' })).index).toBe(2);
  });

  it('starts the service level clock unless it runs, and a breach is told once until a reply', async () => {
    const { session, id } = await arrange({}, { sla: 10 });
    await create({ ticket: id, comment: 'reply' });
    const now = Date.now();
    service.setClock(new Date(now));
    const first = await create({ ticket: id, comment: 'a', session });
    const due = new Date(Date.parse(first.createdAt ?? '') + 600_000).toISOString();
    expect((await read(id))?.slaDueAt).toBe(due);
    service.setClock(new Date(now + 60_000));
    await create({ ticket: id, comment: 'b', session });
    expect((await read(id))?.slaDueAt).toBe(due);
  });
});

describe('A bot’s answer', () => {
  it('is an answer, but neither the first response nor an agent’s reply; a person’s after it is both', async () => {
    const { id } = await createTicket({ session: service.neighbours.addContact(caller.projectId).id });
    const bot = await create({ ticket: id, comment: 'Have you read this?', bot: true });
    const after = await read(id);
    expect(after).toMatchObject({
      hasAgentReply: false,
      lastResponse: { admin: bot.createdAt },
      latestPublicComment: 'Have you read this?',
      sessionNotificationsUnread: true,
    });
    expect(after?.firstResponse).toBeUndefined();
    const person = await create({ ticket: id, comment: 'Let me look' });
    expect(await read(id)).toMatchObject({ hasAgentReply: true, firstResponse: person.createdAt });
  });

  it('does not stop the SLA clock; a person’s does', async () => {
    const session = service.neighbours.addContact(caller.projectId, { sla: 30 }).id;
    const { id } = await createTicket({ session });
    await create({ ticket: id, comment: 'Hello?', session });
    const due = (await read(id))?.slaDueAt;
    expect(due).toBeDefined();
    await create({ ticket: id, comment: 'bot', bot: true });
    expect((await read(id))?.slaDueAt).toBe(due);
    await create({ ticket: id, comment: 'person' });
    expect((await read(id))?.slaDueAt).toBeUndefined();
  });

  it('leaves a ticket without an agent’s reply when the person’s is deleted', async () => {
    const { id } = await createTicket();
    await create({ ticket: id, comment: 'bot', bot: true });
    const person = await create({ ticket: id, comment: 'person' });
    await service.messages.deleteMessage({ messageId: person.id }, caller.context);
    expect((await read(id))?.hasAgentReply).toBe(false);
  });

  it('in a merged ticket is no agent’s reply of the main one', async () => {
    const [main, merged] = [await createTicket({ title: 'main' }), await createTicket({ title: 'merged' })];
    await service.merging.mergeTickets(
      { targetTicketId: main.id, ticketsToMergeIds: [merged.id] },
      caller.context,
    );
    await create({ ticket: merged.id, comment: 'bot', bot: true });
    expect((await read(main.id))?.hasAgentReply).toBe(false);
    expect((await read(main.id))?.firstResponse).toBeUndefined();
  });
});
