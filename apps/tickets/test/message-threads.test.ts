import { newId } from '@parley/persistence';
import {
  type Conversation,
  createConversationClient,
  document,
  missing,
  problem,
} from './support/conversation';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('message_threads');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const thread = async (messageId: string, request: object = {}, context = caller.context) =>
  (await service.messages.listThread({ messageId, skip: 0, limit: 0, ...request }, context)).messages;
const texts = async (messageId: string, request: object = {}) =>
  (await thread(messageId, request)).map(({ plainContent }) => plainContent);

describe('Threads', () => {
  it('list replies oldest first, without the parent, which counts them', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    expect(await thread(parent.id)).toEqual([]);
    const replies = [await talk.reply(parent.id, 'one'), await talk.reply(parent.id, 'two')];
    expect(await thread(parent.id)).toEqual(replies);
    expect(replies[0]).toMatchObject({
      ticket,
      isReply: true,
      replyTo: parent.id,
      isNote: true,
      type: 'NOTE',
      index: 2,
      threadCount: 0,
      user: { id: caller.userId },
      comment: document('one'),
    });
    expect(await talk.message(parent.id)).toMatchObject({ threadCount: 2, isReply: false });
  });

  it('answer 100 replies by default and at most 1,000, and page by skip', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, reply_to_id, plain_content,
         created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n + 1, 'NOTE', $3, 'r' || n, now(), now()
         FROM generate_series(1, 1001) n`,
      [caller.projectId, ticket, parent.id],
    );
    expect(await texts(parent.id)).toHaveLength(100);
    expect(await texts(parent.id, { limit: 5_000 })).toHaveLength(1_000);
    expect(await texts(parent.id, { skip: 2, limit: 2 })).toEqual(['r3', 'r4']);
    await expect(thread(parent.id, { limit: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('are read by their index, however many messages the project has', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    await talk.reply(parent.id, 'reply');
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', 'elsewhere', n, 'TEXT', now(), now() FROM generate_series(1, 20000) n`,
      [caller.projectId],
    );
    await service.db.query('ANALYZE message');
    const plan = await service.db.query(
      'EXPLAIN SELECT * FROM message m WHERE m.project_id = $1 AND m.reply_to_id = $2 ORDER BY m.id LIMIT 100',
      [caller.projectId, parent.id],
    );
    expect(JSON.stringify(plan)).toContain('message_thread');
  });

  it('are joined by a reply to a reply', async () => {
    const parent = await talk.say(await talk.createTicket(), 'parent');
    const reply = await talk.reply(parent.id, 'one');
    expect(await talk.reply(reply.id, 'two')).toMatchObject({ replyTo: parent.id });
    expect(await texts(parent.id)).toEqual(['one', 'two']);
    expect(await texts(reply.id)).toEqual(['one', 'two']);
    expect(await talk.message(parent.id)).toMatchObject({ threadCount: 2 });
  });

  it('never reach the customer: no mail, no stamp, not in lists of messages', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId, {
      email: 't@example.com',
      sla: 5,
    });
    const ticket = await talk.createTicket({ session, status: 'DONE' });
    const parent = await talk.say(ticket, 'theirs', { session });
    const before = await talk.read(ticket);
    const reply = await talk.reply(parent.id, 'between us');
    expect(reply.emailId).toBeUndefined();
    expect(await talk.read(ticket)).toEqual({
      ...before,
      unreadForMe: false,
      lastActivity: reply.createdAt,
      updatedAt: reply.createdAt,
    });
    expect(await service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [ticket])).toEqual([]);
    const found = await service.messages.findMessages({}, caller.context);
    expect(found.items.map(({ id }) => id)).toEqual([parent.id]);
    expect((await service.events(ticket)).at(-1)).toMatchObject({
      subject: 'tickets.v1.message.created',
      payload: { message: { isNote: true, isReply: true, replyTo: parent.id } },
    });
  });

  it('take replies while the conversation is closed for the contact', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'x');
    await service.db.query('UPDATE ticket SET conversation_closed = true WHERE id = $1', [ticket]);
    expect(await talk.reply(parent.id, 'internal')).toMatchObject({ isReply: true });
  });

  it('take data, attachments and Markdown as messages do', async () => {
    const parent = await talk.say(await talk.createTicket(), 'x');
    const attachments = [{ name: 'a', url: 'https://example.com/a' }];
    const reply = async (body: object) =>
      (await service.messages.createThreadReply({ messageId: parent.id, ...body }, caller.context)).message;
    expect(await reply({ data: { content: 'in data', kept: 1 } })).toMatchObject({
      plainContent: 'in data',
      data: { kept: 1 },
    });
    expect(await reply({ markdownComment: '**bold**' })).toMatchObject({ plainContent: 'bold' });
    expect(await reply({ attachments })).toMatchObject({ attachments });
    for (const body of [{}, { comment: ' ' }, { clientMutationId: 'only' }]) {
      await expect(reply(body)).rejects.toMatchObject(problem('comment'));
    }
    await expect(reply({ comment: 'x'.repeat(204_801) })).rejects.toMatchObject({
      reason: 'PAYLOAD_TOO_LARGE',
    });
  });

  it.each([
    ['clientMutationId', { clientMutationId: 'k' }],
    ['data.clientMutationId', { data: { clientMutationId: 'k' } }],
    ['both, of which the one in data counts', { clientMutationId: 'other', data: { clientMutationId: 'k' } }],
  ])('answer the first reply to 20 repeats of %s', async (_what, key) => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    const replies = await Promise.all(Array.from({ length: 20 }, () => talk.reply(parent.id, 'once', key)));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(replies[0]?.data).toMatchObject({ clientMutationId: 'k' });
    expect(await talk.message(parent.id)).toMatchObject({ threadCount: 1 });
    expect(await talk.say(ticket, 'the same key', { data: { clientMutationId: 'k' } })).toEqual(replies[0]);
  });

  it('go with the messages of a contact that is deleted', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket();
    const theirs = await talk.say(ticket, 'theirs', { session });
    const ours = await talk.say(ticket, 'ours');
    await talk.reply(theirs.id, 'goes');
    const stays = await talk.reply(ours.id, 'stays');
    await service.directory.purgeContactTickets({ contactId: session }, caller.context);
    const left = 'SELECT id FROM message WHERE ticket_id = $1 ORDER BY id';
    expect(await service.db.query(left, [ticket])).toEqual([{ id: ours.id }, { id: stays.id }]);
  });

  it('count 30 replies at once without losing one', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    await Promise.all(Array.from({ length: 30 }, (_, index) => talk.reply(parent.id, `r${index}`)));
    expect(await talk.message(parent.id)).toMatchObject({ threadCount: 30 });
    const replies = await thread(parent.id);
    expect(replies.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 2),
    );
  });

  it('answer 404 message_not_found for an unknown, malformed or foreign message', async () => {
    const parent = await talk.say(await talk.createTicket(), 'x');
    const other = callerIn(service.neighbours);
    for (const unknown of [newId(), 'nonsense', '']) {
      await expect(thread(unknown)).rejects.toMatchObject(missing);
      await expect(talk.reply(unknown, 'x')).rejects.toMatchObject(missing);
    }
    await expect(thread(parent.id, {}, other.context)).rejects.toMatchObject(missing);
    await expect(createConversationClient(service, other).reply(parent.id, 'x')).rejects.toMatchObject(
      missing,
    );
    const check = (messageId: string, context = caller.context) =>
      service.messages.checkMessage({ messageId }, context);
    expect(await check(parent.id)).toEqual({});
    for (const unknown of [newId(), 'nonsense']) await expect(check(unknown)).rejects.toMatchObject(missing);
    await expect(check(parent.id, other.context)).rejects.toMatchObject(missing);
  });
});
