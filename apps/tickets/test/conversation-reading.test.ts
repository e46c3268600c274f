import { newId } from '@parley/persistence';
import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { createClient, createLocalCaller } from '@parley/rpc';
import { contactSide, type ContactSide } from './support/contact-side';
import { quiet } from './support/neighbours';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let {
  caller,
  team,
  contactId,
  addContact,
  open,
  get,
  send,
  messages,
  texts,
  read,
  unreadConversations,
  list,
} = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('conversation_reading');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({
    caller,
    team,
    contactId,
    addContact,
    open,
    get,
    send,
    messages,
    texts,
    read,
    unreadConversations,
    list,
  } = contactSide(service));
});

const missing = { kind: 'notFound', reason: 'MESSAGE_NOT_FOUND' };
const remove = (messageId: string) => service.messages.deleteMessage({ messageId }, caller.context);
const change = (ticketId: string, ticket: object, nulls: string[] = []) =>
  service.tickets.updateTicket({ ticketId, ticket, nulls }, caller.context);
const merge = (targetTicketId: string, ...ticketsToMergeIds: string[]) =>
  service.merging.mergeTickets({ targetTicketId, ticketsToMergeIds }, caller.context);
const unread = async (id: string) => (await get(id)).unreadCount;

describe('ReadConversation', () => {
  it('reads up to the newest, takes the mark of the ticket back, and never reads back', async () => {
    const { id } = await open({ comment: 'a' });
    const first = await team.say(id, '1');
    await team.say(id, '2');
    expect(await unread(id)).toBe(2);
    expect(await unreadConversations()).toBe(1);
    expect(await team.read(id)).toMatchObject({ sessionNotificationsUnread: true });
    expect(await read(id)).toMatchObject({ unreadCount: 0 });
    expect(await team.read(id)).toMatchObject({ sessionNotificationsUnread: false });
    expect(await unreadConversations()).toBe(0);
    expect(await read(id, first.id)).toMatchObject({ unreadCount: 0 });
  });

  it('reads up to a message; the mark stays while something is left', async () => {
    const { id } = await open({ comment: 'a' });
    const [first] = [await team.say(id, '1'), await team.say(id, '2'), await team.say(id, '3')];
    expect(await read(id, first.id)).toMatchObject({ unreadCount: 2 });
    expect(await team.read(id)).toMatchObject({ sessionNotificationsUnread: true });
    const { counts } = await service.messageDirectory.countUnread({ ticketIds: [id] }, caller.context);
    expect(counts).toMatchObject([{ ticketId: id, contact: 2 }]);
    await send(id, 'my own message reads nothing');
    await messages(id);
    expect(await unread(id)).toBe(2);
  });

  it('answers 404 for messages that are not in the conversation', async () => {
    const [a, b] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    const note = await team.say(a.id, 'note', { isNote: true });
    for (const wrong of [newId(), 'x', note.id, b.lastMessage?.id ?? ''])
      await expect(read(a.id, wrong)).rejects.toMatchObject(missing);
  });

  it('is not done by the team: taking back the mark of the ticket leaves the count', async () => {
    const { id } = await open({ comment: 'a' });
    await team.say(id, '1');
    await change(id, { sessionNotificationsUnread: false });
    expect(await unread(id)).toBe(1);
  });

  it('ends the time in which a reply may be edited, also where the reply is in a merged ticket', async () => {
    const [main, merged] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    await merge(main.id, merged.id);
    for (const ticket of [main.id, merged.id]) {
      const { id: messageId } = await team.say(ticket, 'reply');
      const edit = () =>
        service.messages.updateMessage({ messageId, data: { content: 'x' }, nulls: [] }, caller.context);
      await edit();
      await read(main.id);
      await expect(edit()).rejects.toMatchObject({ reason: 'NOT_EDITABLE' });
    }
  });
});

describe('The unread count', () => {
  it('is right under messages, reads and deletions at once', async () => {
    const { id } = await open({ comment: 'a' });
    const say = async (n: number) => {
      const { id: messageId } = await team.say(id, `${n}`);
      if (n % 3 === 0) await remove(messageId);
      if (n % 4 === 0) await read(id);
      if (n % 5 === 0) await send(id, `own ${n}`);
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => say(n)));
    const [row] = await service.db.query<{ read: number }>(
      'SELECT contact_read_position AS read FROM ticket WHERE id = $1',
      [id],
    );
    const [{ count } = { count: -1 }] = await service.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM conversation_message p JOIN message m ON m.id = p.message_id
        WHERE p.conversation_id = $1 AND p.position > $2 AND m.session_id IS NULL`,
      [id, row?.read],
    );
    expect(await unread(id)).toBe(count);
    expect(await read(id)).toMatchObject({ unreadCount: 0 });
  });

  it('follows deletions: of an unread message, not of a read one', async () => {
    const { id } = await open({ comment: 'a' });
    const first = await team.say(id, '1');
    await read(id);
    const second = await team.say(id, '2');
    const third = await team.say(id, '3');
    await remove(first.id);
    expect(await unread(id)).toBe(2);
    await remove(third.id);
    expect(await get(id)).toMatchObject({ unreadCount: 1, lastMessage: { id: second.id } });
    await remove(second.id);
    expect(await get(id)).toMatchObject({ unreadCount: 0, lastMessage: { plainText: 'a' } });
  });

  it('counts listed conversations alone', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await open({ comment: 'a' })).id));
    const [a = '', b = '', c = '', d = ''] = ids;
    const bot = await open();
    await team.say(bot.id, 'bot', { bot: true });
    for (const id of ids) await team.say(id, 'reply');
    await change(a, { hidden: true });
    await change(b, { archived: true, isSpam: true });
    await merge(d, c);
    expect(await unreadConversations()).toBe(2);
    expect(await unread(bot.id)).toBe(1);
  });
});

describe('A merge', () => {
  it('brings the messages of the same contact to the end, unread as they were; the merged one keeps its own', async () => {
    const [merged, main] = [await open({ comment: 'm1' }), await open({ comment: 'a1' })];
    await team.say(merged.id, 'm2');
    await read(merged.id);
    await team.say(merged.id, 'm3');
    await team.say(main.id, 'a2');
    await read(main.id);
    await merge(main.id, merged.id);
    expect(await texts(main.id)).toEqual(['a1', 'a2', 'm1', 'm2', 'm3']);
    expect(await get(main.id)).toMatchObject({ unreadCount: 1 });
    expect(await texts(merged.id)).toEqual(['m1', 'm2', 'm3']);
    expect(await get(merged.id)).toMatchObject({ status: 'closed', mergedInto: main.id, unreadCount: 1 });
    expect((await list()).map(({ id }) => id)).toEqual([main.id]);
    const later = await team.say(merged.id, 'm4');
    expect(await texts(main.id)).toEqual(['a1', 'a2', 'm1', 'm2', 'm3', 'm4']);
    expect(await get(main.id)).toMatchObject({ unreadCount: 2, lastMessage: { id: later.id } });
    const one = await service.conversations.getConversationMessage({ messageId: later.id }, caller.context);
    expect(one).toMatchObject({ message: { conversation: main.id }, conversation: { id: main.id } });
    await remove(later.id);
    expect(await texts(main.id, { after: later.id })).toEqual([]);
    expect(await get(main.id)).toMatchObject({ unreadCount: 1 });
    expect(await read(main.id)).toMatchObject({ unreadCount: 0 });
  });

  it('shows nothing of another contact, before, at and after it, and does not name the main one', async () => {
    const other = addContact();
    const [main, merged] = [
      await open({ comment: 'mine' }),
      await open({ contactId: other, comment: 'theirs' }),
    ];
    await team.say(merged.id, 'told to them');
    await merge(main.id, merged.id);
    await team.say(merged.id, 'told to them later');
    expect(await texts(main.id)).toEqual(['mine']);
    expect(await get(main.id)).toMatchObject({ unreadCount: 0, lastMessage: { plainText: 'mine' } });
    const theirs = await get(merged.id);
    expect(theirs).toMatchObject({ status: 'closed', unreadCount: 2 });
    expect(theirs.mergedInto).toBeUndefined();
  });

  it('leaves a main one bot-only while a person takes part elsewhere alone', async () => {
    const main = await open();
    const merged = await open({ contactId: addContact(), comment: 'theirs' });
    await merge(main.id, merged.id);
    await team.say(merged.id, 'told to them');
    expect(await team.read(main.id)).toMatchObject({ noHumanInteraction: true });
    const own = await open();
    await merge(main.id, own.id);
    await team.say(own.id, 'told to the contact of both');
    expect(await team.read(main.id)).toMatchObject({ noHumanInteraction: false });
  });

  it('of a main one takes along what was merged into it', async () => {
    const [a, b, c] = [
      await open({ comment: 'a' }),
      await open({ comment: 'b' }),
      await open({ comment: 'c' }),
    ];
    await merge(b.id, c.id);
    expect(await texts(b.id)).toEqual(['b', 'c']);
    await merge(a.id, b.id);
    expect(await texts(a.id)).toEqual(['a', 'b', 'c']);
    expect(await texts(b.id)).toEqual(['b']);
    await service.tickets.deleteTicket({ ticketId: c.id }, caller.context);
    expect(await texts(a.id)).toEqual(['a', 'b']);
  });

  it('into a new ticket makes a conversation of all', async () => {
    const [a, b] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    const request = { ticketsToMergeIds: [a.id, b.id], shouldCreateNewTicket: true };
    const { ticket } = await service.merging.mergeTickets(request, caller.context);
    expect(await texts(ticket?.id ?? '')).toEqual(['a', 'b']);
    expect(await list()).toMatchObject([{ id: ticket?.id, unreadCount: 0 }]);
  });
});

describe('A ticket that changes its contact', () => {
  it('becomes a conversation of the new one, who has read nothing; without contact it is none', async () => {
    const { id } = await open({ comment: 'a' });
    await team.say(id, '1');
    await team.say(id, 'note', { isNote: true });
    await read(id);
    const other = addContact({ userId: 'other' });
    await change(id, { session: other });
    await expect(get(id, contactId)).rejects.toMatchObject({ reason: 'CONVERSATION_NOT_FOUND' });
    expect(await get(id, other)).toMatchObject({
      contact: { id: other, consumerId: 'other' },
      unreadCount: 2,
    });
    expect(await texts(id)).toEqual(['a', '1']);
    expect(await list()).toEqual([]);
    expect(await list({ contactId: other })).toMatchObject([{ id }]);
    await change(id, {}, ['session']);
    await expect(get(id)).rejects.toMatchObject({ reason: 'CONVERSATION_NOT_FOUND' });
  });

  it('shows what was written before it had one', async () => {
    const id = await team.createTicket();
    const first = await team.say(id, 'before');
    await team.say(id, 'note', { isNote: true });
    await change(id, { session: contactId });
    expect(await get(id)).toMatchObject({
      unreadCount: 1,
      agent: { name: 'Ada Agent' },
      lastActivity: first.createdAt,
      lastMessage: { id: first.id },
    });
    expect(await list()).toMatchObject([{ id }]);
    await team.say(id, 'after');
    expect(await texts(id)).toEqual(['before', 'after']);
  });

  it('leaves the main ticket that it was merged into when that has the former contact', async () => {
    const [main, merged] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    await merge(main.id, merged.id);
    const other = addContact();
    await change(merged.id, { session: other });
    expect(await texts(main.id)).toEqual(['a']);
    await change(merged.id, { session: contactId });
    expect(await texts(main.id)).toEqual(['a', 'b']);
  });
});

describe('A guest that turns out to be a contact', () => {
  it("brings its conversations with what it has read of them; its messages are the contact's own", async () => {
    const guest = addContact();
    const mine = await open({ comment: 'mine' });
    const { id } = await open({ contactId: guest, comment: 'as a guest' });
    await team.say(id, '1');
    await read(id);
    await team.say(id, '2');
    // Both wrote in one ticket, and a ticket of the guest is merged into one of the contact.
    await service.messages.createMessage(
      { ticket: mine.id, comment: 'the guest here', session: guest },
      caller.context,
    );
    expect(await unread(mine.id)).toBe(1);
    const merged = await open({ contactId: guest, comment: 'merged' });
    await team.say(merged.id, 'told to the guest');
    await merge(mine.id, merged.id);
    expect(await texts(mine.id)).toEqual(['mine', 'the guest here']);
    const into = service.neighbours.addContact(caller.projectId, {
      id: contactId,
      userId: 'consumer',
      version: 2,
    });
    const merging = createClient(
      ContactMergeServiceDefinition,
      createLocalCaller(service.module.implementations, quiet),
    );
    await merging.mergeContactTickets({ contactId: guest, into }, caller.context);
    expect((await list()).map((conversation) => conversation.id).sort()).toEqual([mine.id, id].sort());
    expect(await unread(id)).toBe(1);
    expect(await texts(mine.id)).toEqual(['mine', 'the guest here', 'merged', 'told to the guest']);
    expect(await unread(mine.id)).toBe(1);
    expect(await list({ contactId: guest })).toEqual([]);
  });
});
