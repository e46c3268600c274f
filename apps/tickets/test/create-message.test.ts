import { newId } from '@parley/persistence';
import { contextOf, callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('create_message');
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
const text = (value: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: value }] }],
});
const problem = (field: string) => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: [expect.objectContaining({ field })],
});

describe('CreateMessage', () => {
  it('answers the comment as comment and as data.content, written by the caller', async () => {
    const ticket = await createTicket();
    const message = await create({ ticket: ticket.id, comment: '<b>not markup</b>', data: { note: 1 } });
    expect(message).toMatchObject({
      ticket: ticket.id,
      type: 'TEXT',
      isNote: false,
      index: 1,
      comment: text('<b>not markup</b>'),
      plainContent: '<b>not markup</b>',
      data: { note: 1, content: text('<b>not markup</b>') },
      user: { id: caller.userId, firstName: 'Ada', lastName: 'Agent', email: 'ada@team.example' },
      isReply: false,
      threadCount: 0,
      reactions: [],
    });
    expect(message.session).toBeUndefined();
    const found = await service.messages.findMessages({}, caller.context);
    expect(found.items).toEqual([message]);
  });

  it('takes a document, a single node, data.content or Markdown, which wins', async () => {
    const { id: ticket } = await createTicket();
    expect((await create({ ticket, comment: text('doc') })).comment).toEqual(text('doc'));
    expect((await create({ ticket, comment: text('node').content[0] })).comment).toEqual(text('node'));
    expect(await create({ ticket, data: { content: 'in data' } })).toMatchObject({
      comment: text('in data'),
      data: { content: text('in data') },
    });
    const both = await create({ ticket, comment: 'lost', markdownComment: 'kept' });
    expect(both.comment).toEqual(text('kept'));
    expect(await create({ ticket, comment: 'wins', data: { content: 'lost' } })).toMatchObject({
      plainContent: 'wins',
    });
  });

  it('removes scripts and unsafe links and keeps their text', async () => {
    const { id: ticket } = await createTicket();
    const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }];
    const comment = { type: 'paragraph', content: [{ type: 'text', text: 'click', marks }] };
    const message = await create({ ticket, comment });
    expect(message.plainContent).toBe('click');
    expect(JSON.stringify(message)).not.toContain('javascript:');
  });

  it('answers 400 without comment, attachment and data, an empty comment and an empty data being none', async () => {
    const { id: ticket } = await createTicket();
    for (const body of [
      {},
      { comment: '' },
      { comment: '  ' },
      { data: {} },
      { data: { clientMutationId: 'a' } },
    ]) {
      await expect(create({ ticket, ...body })).rejects.toMatchObject(problem('comment'));
    }
    const attachments = [{ name: 'a', url: 'https://example.com/a' }];
    expect(await create({ ticket, attachments })).toMatchObject({ attachments });
    expect(await create({ ticket, data: { form: 1 } })).toMatchObject({ data: { form: 1 } });
    expect(await indexes(ticket)).toEqual([1, 2]);
  });

  it('refuses a comment, a Markdown or data of more than 204,800 bytes with 413', async () => {
    const { id: ticket } = await createTicket();
    const long = 'x'.repeat(204_801);
    for (const body of [
      { comment: long },
      { markdownComment: long },
      { comment: 'a', data: { long } },
      { comment: 'ü'.repeat(102_500) },
    ]) {
      await expect(create({ ticket, ...body })).rejects.toMatchObject({
        kind: 'tooLarge',
        reason: 'PAYLOAD_TOO_LARGE',
      });
    }
    const largest = await create({
      ticket,
      comment: 'x'.repeat(204_600),
      data: { long: 'y'.repeat(204_700) },
    });
    expect(largest.plainContent).toHaveLength(204_600);
    expect(await service.events(ticket)).toContainEqual(
      expect.objectContaining({ subject: 'tickets.v1.message.created' }),
    );
  });

  it('answers 404 ticket_not_found for an unknown, malformed or foreign ticket', async () => {
    const { id } = await createTicket();
    const other = callerIn(service.neighbours);
    const missing = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
    for (const ticket of [newId(), 'nonsense', '']) {
      await expect(create({ ticket, comment: 'x' })).rejects.toMatchObject(missing);
    }
    await expect(create({ ticket: id, comment: 'x' }, other.context)).rejects.toMatchObject(missing);
    expect(await indexes(id)).toEqual([]);
  });

  it('answers 400 for an unknown session, a note by a session and a malformed clientMutationId', async () => {
    const { id: ticket } = await createTicket();
    const contact = service.neighbours.addContact(caller.projectId);
    const foreign = service.neighbours.addContact(callerIn(service.neighbours).projectId);
    for (const session of [newId(), 'x', foreign.id]) {
      await expect(create({ ticket, comment: 'x', session })).rejects.toMatchObject(problem('session'));
    }
    await expect(create({ ticket, comment: 'x', session: contact.id, isNote: true })).rejects.toMatchObject(
      problem('session'),
    );
    for (const clientMutationId of ['', 5, 'x'.repeat(256)]) {
      await expect(create({ ticket, comment: 'x', data: { clientMutationId } })).rejects.toMatchObject(
        problem('data.clientMutationId'),
      );
    }
  });

  it('numbers 100 concurrent messages of a ticket without gaps', async () => {
    const { id: ticket } = await createTicket();
    await Promise.all(Array.from({ length: 100 }, (_, index) => create({ ticket, comment: `m${index}` })));
    expect(await indexes(ticket)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('answers the first message to 50 concurrent and later repeats of a clientMutationId', async () => {
    const { id: ticket } = await createTicket();
    const request = { ticket, comment: 'once', data: { clientMutationId: 'm-1' } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(request)));
    const later = await create({ ...request, comment: 'another text' });
    expect(new Set([...answers, later].map(({ id }) => id)).size).toBe(1);
    expect(later).toMatchObject({ plainContent: 'once', data: { clientMutationId: 'm-1' } });
    expect(await indexes(ticket)).toEqual([1]);
    const created = (await service.events(ticket)).filter(({ subject }) =>
      subject.endsWith('message.created'),
    );
    expect(created).toHaveLength(1);
    const { id: another } = await createTicket();
    expect((await create({ ...request, ticket: another })).id).not.toBe(later.id);
  });

  it('records a service account as the author', async () => {
    const { id: ticket } = await createTicket();
    const actor = { type: 'service' as const, id: newId(), name: 'Bridge' };
    const message = await create({ ticket, comment: 'x' }, contextOf(caller.projectId, actor, 'user'));
    expect(message.user).toMatchObject({ id: actor.id, firstName: 'Bridge' });
  });
});

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
        payload: { message: JSON.parse(JSON.stringify(message)) as unknown },
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
    await create({ ticket: id, comment: 'a', session });
    const due = new Date(now + 600_000).toISOString();
    expect((await read(id))?.slaDueAt).toBe(due);
    service.setClock(new Date(now + 60_000));
    await create({ ticket: id, comment: 'b', session });
    expect((await read(id))?.slaDueAt).toBe(due);
  });
});
