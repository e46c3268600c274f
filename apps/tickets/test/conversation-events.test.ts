import { contactSide, type ContactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, team, contactId, addContact, open, get, send, read, told } = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('conversation_events');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, team, contactId, addContact, open, get, send, read, told } = contactSide(service));
});

const change = (ticketId: string, ticket: object, nulls: string[] = []) =>
  service.tickets.updateTicket({ ticketId, ticket, nulls }, caller.context);
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const verb = (subject: string): string => subject.replace('tickets.v1.', '');
/** Subjects of what the contact is told while something happens. */
const during = async (id: string, happens: () => Promise<unknown>): Promise<string[]> => {
  const before = (await told(id)).length;
  await happens();
  return (await told(id, before)).map(({ subject }) => verb(subject));
};

describe('A conversation', () => {
  it('is told of when it is new: made by the contact, by the team, or by a first answer', async () => {
    const { id } = await open({ title: 'new' });
    expect(await told(id)).toEqual([
      { subject: 'tickets.v1.conversation.updated', payload: { conversation: json(await get(id)) } },
    ]);
    const made = await team.createTicket({ session: contactId, title: 'by the team' });
    expect(await told(made)).toMatchObject([{ payload: { conversation: { title: 'by the team' } } }]);
    const { ticket } = await service.tickets.composeTicket(
      { ticket: { session: contactId }, message: 'Hello' },
      caller.context,
    );
    const subjects = (await told(ticket?.id ?? '')).map(({ subject }) => verb(subject));
    expect(subjects).toEqual(['conversation.updated', 'message.created', 'conversation.updated']);
    expect(await told(await team.createTicket())).toEqual([]);
    expect(await told(await team.createTicket({ session: contactId, hidden: true }))).toEqual([]);
  });

  it('tells of title, visible attributes, status, rating and agent, with the conversation as it is then', async () => {
    const { id } = await open({ comment: 'a', attributes: { plan: 'pro' } });
    const member = service.neighbours.addMember(caller.projectId, { firstName: 'Grace' });
    const conversation = { conversationId: id };
    const changes = [
      () => change(id, { title: 'by the team' }),
      () => change(id, { status: 'DONE' }),
      () => change(id, { status: 'OPEN' }),
      () => change(id, { conversationClosed: true }),
      () => change(id, { conversationClosed: false }),
      () => change(id, { attributes: { plan: 'basic', internal: 1 } }),
      () => change(id, { processingUser: member.id }),
      () => change(id, { bot: { active: true } }),
      () =>
        service.conversations.updateConversation(
          { ...conversation, attributes: { a: 1 }, nulls: [] },
          caller.context,
        ),
      () => service.conversations.closeConversation(conversation, caller.context),
      () => service.conversations.reopenConversation(conversation, caller.context),
      () => service.conversations.rateConversation({ ...conversation, rating: 3 }, caller.context),
    ];
    for (const happens of changes) {
      expect(await during(id, happens)).toEqual(['conversation.updated']);
      const [last] = await told(id, -1);
      expect(last?.payload).toEqual({ conversation: json(await get(id)) });
      expect(last?.payload).not.toHaveProperty('conversation.attributes.internal');
      expect(await during(id, happens)).toEqual([]);
    }
  });

  it('tells nothing of what the contact does not see', async () => {
    const { id } = await open({ comment: 'a', attributes: { plan: 'pro' } });
    const unseen = [
      () =>
        change(id, { tags: ['a'], customData: { a: 1 }, archived: true, isSpam: true, status: 'INPROGRESS' }),
      () => change(id, { attributes: { plan: 'pro', internal: 1 } }),
      () => change(id, { sessionNotificationsUnread: true }),
      () => team.say(id, 'note', { isNote: true }).then(({ id: note }) => team.reply(note, 'thread')),
      () => team.say(id, 'faq', { type: 'FAQ_SUGGESTION' }),
      () => service.conversations.setNetworkLogs({ conversationId: id, networkLogs: [{}] }, caller.context),
      () => read(id),
    ];
    for (const happens of unseen) expect(await during(id, happens)).toEqual([]);
    const note = await team.say(id, 'note', { isNote: true });
    expect(await during(id, () => remove(note.id))).toEqual([]);
    const react = { messageId: (await get(id)).lastMessage?.id ?? '', emoji: '👍', op: 'add' };
    expect(await during(id, () => service.messages.setReaction(react, caller.context))).toEqual([]);
  });

  it('tells the contact and the team what was read, once', async () => {
    const { id } = await open({ comment: 'a' });
    await team.say(id, 'b');
    expect(await during(id, () => read(id))).toEqual(['conversation.read', 'conversation.updated']);
    const [event, updated] = await told(id, -2);
    expect(event?.payload).toEqual({ ticketId: id, contactId });
    expect(updated?.payload).toMatchObject({ conversation: { unreadCount: 0 } });
    expect(await during(id, () => read(id))).toEqual([]);
  });

  it('is told of to its contact when it is gone: deleted, hidden, given to another one', async () => {
    const { id } = await open({ comment: 'a' });
    const gone = { subject: 'tickets.v1.conversation.deleted', payload: { conversationId: id, contactId } };
    expect(await during(id, () => change(id, { hidden: true }))).toEqual(['conversation.deleted']);
    expect(await told(id, -1)).toEqual([gone]);
    expect(await during(id, () => team.say(id, 'hidden'))).toEqual([]);
    expect(await during(id, () => change(id, { title: 'hidden' }))).toEqual([]);
    expect(await during(id, () => change(id, { hidden: false }))).toEqual(['conversation.updated']);
    const other = addContact();
    expect(await during(id, () => change(id, { session: other }))).toEqual([
      'conversation.deleted',
      'conversation.updated',
    ]);
    expect(await told(id, -2)).toMatchObject([
      gone,
      { payload: { conversation: { contact: { id: other } } } },
    ]);
    const merged = await open({ comment: 'b' });
    const merge = { ticketsToMergeIds: [merged.id], targetTicketId: id };
    expect(await during(merged.id, () => service.merging.mergeTickets(merge, caller.context))).toEqual([
      'conversation.updated',
    ]);
    await service.tickets.deleteTicket({ ticketId: id }, caller.context);
    expect(await told(id, -1)).toEqual([{ ...gone, payload: { conversationId: id, contactId: other } }]);
    expect(await told(merged.id, -1)).toEqual([
      { ...gone, payload: { conversationId: merged.id, contactId } },
    ]);
  });

  it('tells of each of many tickets that a bulk update gives to somebody', async () => {
    const ids = await Promise.all(
      Array.from({ length: 31 }, (_, n) => team.createTicket({ session: contactId, title: `${n}` })),
    );
    const member = service.neighbours.addMember(caller.projectId, { firstName: 'Grace' });
    const update = (action: string, payload: object) =>
      service.bulk.bulkUpdateTickets({ action, payload, selection: { ids }, nulls: [] }, caller.context);
    await update('assign', { processingUser: member.id });
    for (const id of ids) {
      expect(await told(id, 1)).toMatchObject([{ payload: { conversation: { agent: { name: 'Grace' } } } }]);
      expect((await get(id)).updatedAt).not.toBe((await get(id)).createdAt);
    }
    await update('archive', {});
    expect(await told(ids[0] ?? '', 2)).toEqual([]);
  });
});

const remove = (messageId: string) => service.messages.deleteMessage({ messageId }, caller.context);

describe('A message', () => {
  it('is told of as the contact sees it, with its place and what is unread; the first answer tells of the agent', async () => {
    const { id } = await open();
    const sent = await send(id, 'one', { clientMutationId: 'm' });
    expect(await told(id, -1)).toMatchObject([
      {
        subject: 'tickets.v1.message.created',
        payload: { contactId, shown: { message: json(sent), position: 1, unreadCount: 0 } },
      },
    ]);
    expect(await during(id, () => team.say(id, 'two'))).toEqual(['message.created', 'conversation.updated']);
    const [created, updated] = await told(id, -2);
    expect(created?.payload['shown']).toMatchObject({
      message: { conversation: id, author: { type: 'agent', name: 'Ada Agent' }, markdown: 'two' },
      position: 2,
      unreadCount: 1,
    });
    expect(updated?.payload).toEqual({ conversation: json(await get(id)) });
    expect(await during(id, () => team.say(id, 'three'))).toEqual(['message.created']);
    expect(await during(id, () => team.say(id, 'bot', { bot: true }))).toEqual(['message.created']);
  });

  it('is told of when it is edited, rated and deleted', async () => {
    const { id } = await open();
    const { id: messageId } = await team.say(id, 'typo');
    const edit = { messageId, data: { content: 'text' }, nulls: [] };
    expect(await during(id, () => service.messages.updateMessage(edit, caller.context))).toEqual([
      'message.updated',
    ]);
    const shown = { position: 1, unreadCount: 1, message: { id: messageId, plainText: 'text' } };
    expect(await told(id, -1)).toMatchObject([{ payload: { changed: ['data'], shown } }]);
    const rating = { messageId, rating: 'up' };
    await service.conversations.rateConversationMessage(rating, caller.context);
    expect(await told(id, -1)).toMatchObject([
      { payload: { changed: ['rating'], shown: { message: { rating: 'up' } } } },
    ]);
    expect(await during(id, () => remove(messageId))).toEqual(['conversation.updated', 'message.deleted']);
    expect(await told(id, -1)).toMatchObject([
      {
        payload: {
          contactId,
          shown: { position: 1, unreadCount: 0, message: { id: messageId, conversation: id } },
        },
      },
    ]);
  });

  it('in a merged ticket is told of in the main one of the same contact', async () => {
    const [main, merged] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    const merge = { ticketsToMergeIds: [merged.id], targetTicketId: main.id };
    expect(await during(main.id, () => service.merging.mergeTickets(merge, caller.context))).toEqual([
      'conversation.updated',
    ]);
    await team.say(merged.id, 'answer');
    const [created] = (await told(merged.id)).filter(({ payload }) => payload['shown']).slice(-1);
    expect(created?.payload['shown']).toMatchObject({
      message: { conversation: main.id, plainText: 'answer' },
      position: 3,
      unreadCount: 1,
    });
    expect(await told(main.id, -1)).toMatchObject([
      { payload: { conversation: { agent: { name: 'Ada Agent' } } } },
    ]);
    const other = await open({ contactId: addContact(), comment: 'theirs' });
    const more = { ticketsToMergeIds: [other.id], targetTicketId: main.id };
    expect(await during(main.id, () => service.merging.mergeTickets(more, caller.context))).toEqual([]);
    expect(await during(main.id, () => team.say(other.id, 'told to them'))).toEqual([]);
    expect((await told(other.id, -2)).map(({ payload }) => payload['shown'])).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ conversation: other.id }) as unknown }),
    );
  });

  it('that is too large for an event leaves out what the contact reads of it, and says so', async () => {
    const { id } = await open();
    const { id: messageId } = await team.say(id, 'x'.repeat(200_000), {
      data: { more: 'y'.repeat(200_000) },
    });
    const [created, updated] = await told(id, -2);
    expect(created?.payload['shown']).toMatchObject({
      message: { id: messageId, conversation: id },
      truncated: true,
      position: 1,
    });
    expect(created?.payload).not.toHaveProperty('shown.message.plainText');
    expect(updated?.payload).toMatchObject({ conversation: { lastMessage: { id: messageId } } });
    const attributes = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`k${n}`, Array.from({ length: 50 }, () => 'z'.repeat(2_000))]),
    );
    await service.conversations.updateConversation(
      { conversationId: id, attributes, nulls: [] },
      caller.context,
    );
    const [last] = await told(id, -1);
    expect(last?.payload).toMatchObject({ truncated: true, conversation: { id } });
    expect(last?.payload).not.toHaveProperty('conversation.attributes');
  });
});

it('Tickets that go with their contact are told to nobody', async () => {
  const { id } = await open({ comment: 'a' });
  const before = (await told(id)).length;
  service.neighbours.removeContact(caller.projectId, contactId);
  const { purgeContactTickets } = await import('../src/contacts/purge-contact-tickets');
  await purgeContactTickets({ db: service.db }, caller.projectId, contactId);
  await expect(get(id)).rejects.toMatchObject({ reason: 'CONVERSATION_NOT_FOUND' });
  expect(await told(id, before)).toEqual([]);
  const left = await service.db.query('SELECT FROM conversation_message WHERE conversation_id = $1', [id]);
  expect(left).toHaveLength(0);
});
