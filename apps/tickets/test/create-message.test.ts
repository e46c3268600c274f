import { newId } from '@parley/persistence';
import { makeContext, callerIn, startTickets, type TestCaller, type TestService } from './support/service';

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
    for (const [name, body] of [
      ['markdownComment', { markdownComment: ' ', comment: 'lost' }],
      ['data.content', { data: { content: '' } }],
      ['data.content.type', { data: { content: { type: 5 } } }],
    ] as const)
      await expect(create({ ticket, ...body })).rejects.toMatchObject(problem(name));
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
    const message = await create({ ticket, comment: 'x' }, makeContext(caller.projectId, actor, 'user'));
    expect(message.user).toMatchObject({ id: actor.id, firstName: 'Bridge' });
  });
});

describe('A request with an idempotency key', () => {
  it('has its effect once, also when the service died before it answered and it comes again', async () => {
    const { ticket } = await service.tickets.createTicket({ ticket: {} }, caller.context);
    const send = (idempotencyKey: string) =>
      service.messages.createMessage(
        { ticket: ticket?.id ?? '', comment: 'once' },
        { ...caller.context, idempotencyKey },
      );
    const first = (await send('one')).message;
    const again = await Promise.all([send('one'), send('one')]);
    expect(again.map(({ message }) => message?.id)).toEqual([first?.id, first?.id]);
    expect(first?.data).not.toHaveProperty('clientMutationId');
    expect((await send('two')).message?.index).toBe(2);
  });

  it('replies in a thread once', async () => {
    const { ticket } = await service.tickets.createTicket({ ticket: {} }, caller.context);
    const { message: root } = await service.messages.createMessage(
      { ticket: ticket?.id ?? '', comment: 'root' },
      caller.context,
    );
    const reply = (idempotencyKey: string) =>
      service.messages.createThreadReply(
        { messageId: root?.id ?? '', comment: 'once' },
        { ...caller.context, idempotencyKey },
      );
    const replies = await Promise.all([reply('one'), reply('one'), reply('two')]);
    expect(new Set(replies.map(({ message }) => message?.id)).size).toBe(2);
    expect(replies[1]?.message).toEqual(replies[0]?.message);
    expect((await reply('one')).message?.id).toBe(replies[0]?.message?.id);
  });
});
