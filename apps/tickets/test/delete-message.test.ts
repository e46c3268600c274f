import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { type Conversation, createConversationClient, missing } from './support/conversation';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('delete_message');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const remove = (messageId: string, context = caller.context) =>
  service.messages.deleteMessage({ messageId }, context);
const mails = (ticket: string) =>
  service.db.query<{ id: string }>('SELECT id FROM mail_job WHERE aggregate_id = $1', [ticket]);

describe('DeleteMessage', () => {
  it('deletes a message for good and tells of it with its last state', async () => {
    const ticket = await talk.createTicket();
    const message = await talk.say(ticket, 'x');
    expect(await remove(message.id)).toEqual({});
    expect(await talk.message(message.id)).toBeUndefined();
    expect((await service.events(ticket)).at(-1)).toMatchObject({
      subject: 'tickets.v1.message.deleted',
      aggregate_id: ticket,
      payload: { message: JSON.parse(JSON.stringify(message)) as unknown },
    });
    await expect(remove(message.id)).rejects.toMatchObject(missing);
  });

  it('takes latestComment and latestPublicComment from the messages that are left', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket({ session });
    const first = await talk.say(ticket, 'public');
    const note = await talk.say(ticket, 'a note', { isNote: true });
    const theirs = await talk.say(ticket, 'theirs', { session });
    await talk.reply(theirs.id, 'in a thread');
    await talk.say(ticket, '', {
      type: 'FAQ_SUGGESTION',
      comment: 'suggested',
      data: { question: 'q', answer: 'a' },
    });
    const latest = async () => {
      const { latestComment, latestPublicComment } = await talk.read(ticket);
      return [latestComment, latestPublicComment];
    };
    expect(await latest()).toEqual(['theirs', 'theirs']);
    await remove(theirs.id);
    expect(await latest()).toEqual(['a note', 'public']);
    await remove(note.id);
    expect(await latest()).toEqual(['public', 'public']);
    await remove(first.id);
    expect(await latest()).toEqual([undefined, undefined]);
  });

  it('brings lastResponse, hasAgentReply and unread marks to what is left, and keeps the first response', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket({ session });
    const reply = await talk.say(ticket, 'reply');
    const second = await talk.say(ticket, 'second');
    const theirs = await talk.say(ticket, 'theirs', { session });
    expect(await talk.read(ticket)).toMatchObject({ notificationsUnread: true, hasAgentReply: true });
    await remove(theirs.id);
    let state = await talk.read(ticket);
    expect(state).toMatchObject({
      notificationsUnread: false,
      sessionNotificationsUnread: true,
      lastResponse: { admin: second.createdAt },
    });
    expect(state.lastResponse?.contact).toBeUndefined();
    await remove(second.id);
    expect(await talk.read(ticket)).toMatchObject({
      lastResponse: { admin: reply.createdAt },
      hasAgentReply: true,
      sessionNotificationsUnread: true,
    });
    await remove(reply.id);
    state = await talk.read(ticket);
    expect(state).toMatchObject({
      hasAgentReply: false,
      sessionNotificationsUnread: false,
      firstResponse: reply.createdAt,
    });
    expect(state.lastResponse?.admin).toBeUndefined();
  });

  it('follows in the ticket that its ticket is merged into, whose public comment stays its own', async () => {
    const [main, merged] = [await talk.createTicket(), await talk.createTicket()];
    const own = await talk.say(main, 'own');
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main, merged]);
    await service.db.query('UPDATE ticket SET duplicates_count = 1 WHERE id = $1', [main]);
    const first = await talk.say(merged, 'first');
    const second = await talk.say(merged, 'second');
    await remove(second.id);
    expect(await talk.read(main)).toMatchObject({ latestComment: 'first', latestPublicComment: 'own' });
    await remove(own.id);
    const state = await talk.read(main);
    expect(state).toMatchObject({
      latestComment: 'first',
      hasAgentReply: true,
      lastResponse: { admin: first.createdAt },
    });
    expect(state.latestPublicComment).toBeUndefined();
    await service.messages.updateMessage(
      { messageId: first.id, data: { content: 'edited' } },
      caller.context,
    );
    expect(await talk.read(main)).toMatchObject({ latestComment: 'edited' });
    await remove(first.id);
    expect(await talk.read(main)).toMatchObject({ hasAgentReply: false });
  });

  it('changes no stamp by a note, and leaves a message unread when a read one is deleted', async () => {
    const ticket = await talk.createTicket();
    const read = await talk.say(ticket, 'read');
    await service.messageDirectory.markRead({ ticketId: ticket, reader: 'contact' }, caller.context);
    await talk.say(ticket, 'unread');
    const note = await talk.say(ticket, 'note', { isNote: true });
    const { lastResponse } = await talk.read(ticket);
    await remove(note.id);
    await remove(read.id);
    expect(await talk.read(ticket)).toMatchObject({ sessionNotificationsUnread: true, lastResponse });
  });

  it('deletes the thread with its parent, and counts one less when a reply goes', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    const [reply] = [await talk.reply(parent.id, 'one'), await talk.reply(parent.id, 'two')];
    await remove(reply.id);
    expect(await talk.message(parent.id)).toMatchObject({ threadCount: 1 });
    await remove(parent.id);
    expect(await service.db.query('SELECT id FROM message WHERE ticket_id = $1', [ticket])).toEqual([]);
  });

  it('never uses a running number twice', async () => {
    const ticket = await talk.createTicket();
    await remove((await talk.say(ticket, 'one')).id);
    expect(await talk.say(ticket, 'two')).toMatchObject({ index: 2 });
  });

  it('takes back a mail that was not sent yet', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId, { email: 'back@example.com' });
    const ticket = await talk.createTicket({ session });
    const { id, emailId } = await talk.say(ticket, 'x');
    const states = 'SELECT status FROM mail_job WHERE id = $1';
    await eventually(async () =>
      expect(await service.db.query(states, [emailId])).toEqual([{ status: 'sent' }]),
    );
    await service.db.query(
      `UPDATE mail_job SET status = 'pending', next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
      [emailId],
    );
    await remove(id);
    expect(await mails(ticket)).toEqual([]);
  });

  it('answers 404 message_not_found for an unknown, malformed or foreign message', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const other = callerIn(service.neighbours);
    for (const unknown of [newId(), 'nonsense', '']) {
      await expect(remove(unknown)).rejects.toMatchObject(missing);
    }
    await expect(remove(id, other.context)).rejects.toMatchObject(missing);
    expect(await talk.message(id)).toBeDefined();
  });

  it('deletes once when two delete at once, and agrees with replies that arrive meanwhile', async () => {
    const ticket = await talk.createTicket();
    const parent = await talk.say(ticket, 'parent');
    const outcomes = await Promise.allSettled([
      remove(parent.id),
      remove(parent.id),
      ...Array.from({ length: 10 }, (_, index) => talk.reply(parent.id, `r${index}`)),
    ]);
    const [first, second] = outcomes.map(({ status }) => status);
    expect([first, second].sort()).toEqual(['fulfilled', 'rejected']);
    const failed = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as object] : [],
    );
    for (const reason of failed) expect(reason).toMatchObject(missing);
    expect(await service.db.query('SELECT id FROM message WHERE ticket_id = $1', [ticket])).toEqual([]);
  });
});
