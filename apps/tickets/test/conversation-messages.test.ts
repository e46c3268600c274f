import { newId } from '@parley/persistence';
import { contactSide, type ContactSide } from './support/contact-side';
import { problem } from './support/conversation';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, team, contactId, addContact, open, get, send, messages, texts } = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('conversation_messages');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, team, contactId, addContact, open, get, send, messages, texts } = contactSide(service));
});

const missing = { kind: 'notFound', reason: 'MESSAGE_NOT_FOUND' };
const remove = (messageId: string) => service.messages.deleteMessage({ messageId }, caller.context);
const one = (messageId: string, of?: string) =>
  service.conversations.getConversationMessage({ messageId, contactId: of }, caller.context);
const rate = async (messageId: string, rating: string | undefined, of?: string) =>
  (await service.conversations.rateConversationMessage({ messageId, rating, contactId: of }, caller.context))
    .message;

describe('SendConversationMessage', () => {
  it('runs all that a message of a contact runs, and answers it as the contact sees it', async () => {
    const { id } = await open({ comment: 'first' });
    await service.tickets.updateTicket({ ticketId: id, ticket: { status: 'DONE' } }, caller.context);
    const attachments = [{ name: 'a.pdf', url: 'https://example.com/a.pdf', type: 'application/pdf' }];
    const sent = await send(id, '<b>second</b>', { attachments, clientMutationId: 'm' });
    expect(sent).toMatchObject({
      conversation: id,
      author: { type: 'contact', name: 'Carla' },
      plainText: '<b>second</b>',
      attachments,
      clientMutationId: 'm',
      updatedAt: sent.createdAt,
    });
    expect(await team.read(id)).toMatchObject({ status: 'OPEN', notificationsUnread: true });
    const heard = (await service.events(contactId)).map(({ subject }) => subject);
    expect(heard).toEqual(['tickets.v1.contact.heard_from', 'tickets.v1.contact.heard_from']);
    expect(await team.message(sent.id)).toMatchObject({ session: { id: contactId }, type: 'TEXT' });
  });

  it('answers the first message to the same mutation id, 20 times at once, and once the conversation is closed', async () => {
    const { id } = await open();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => send(id, 'once', { clientMutationId: 'same' })),
    );
    expect(new Set(all.map((message) => message.id)).size).toBe(1);
    expect(await texts(id)).toEqual(['once']);
    await service.conversations.closeConversation({ conversationId: id }, caller.context);
    expect((await send(id, 'once', { clientMutationId: 'same' })).id).toBe(all[0]?.id);
  });

  it('takes Markdown before the comment, and refuses nothing, too much and wrong mutation ids', async () => {
    const { id } = await open();
    const sent = await send(id, 'lost', { markdownComment: '**kept**' });
    expect(sent).toMatchObject({ markdown: '**kept**', plainText: 'kept' });
    await expect(send(id, '')).rejects.toMatchObject(problem('comment'));
    await expect(send(id, 'x'.repeat(204_801))).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
    for (const clientMutationId of ['', 'x'.repeat(256)])
      await expect(send(id, 'a', { clientMutationId })).rejects.toMatchObject(problem('clientMutationId'));
    expect(await texts(id)).toEqual(['kept']);
  });

  it('never answers a message of the team: its mutation id is refused with 400', async () => {
    const { id } = await open();
    await team.say(id, 'secret', { isNote: true, data: { clientMutationId: 'used' } });
    await expect(send(id, 'a', { clientMutationId: 'used' })).rejects.toMatchObject(
      problem('clientMutationId'),
    );
    expect(await texts(id)).toEqual([]);
  });

  it('is refused to a blocked contact: 403 contact_blocked; in a conversation of another contact: 404', async () => {
    const blocked = addContact({ blocked: true });
    const ticket = await team.createTicket({ session: blocked });
    await expect(send(ticket, 'a')).rejects.toMatchObject({ kind: 'forbidden', reason: 'CONTACT_BLOCKED' });
    expect(await texts(ticket)).toEqual([]);
    const { id } = await open();
    await expect(send(id, 'a', { contactId: blocked })).rejects.toMatchObject({
      reason: 'CONVERSATION_NOT_FOUND',
    });
  });
});

describe('ListConversationMessages', () => {
  it('shows public messages alone, oldest first: no note, thread reply or suggestion', async () => {
    const { id } = await open({ comment: 'question' });
    const note = await team.say(id, 'note', { isNote: true });
    await team.reply(note.id, 'thread of the note');
    const reply = await team.say(id, 'answer');
    await team.reply(reply.id, 'thread of the answer');
    await team.say(id, 'suggested', { type: 'FAQ_SUGGESTION', data: { question: 'q', answer: 'a' } });
    await team.say(id, 'by a bot', { bot: true, fallbackUser: { username: 'Robo', imageUrl: '/r.png' } });
    const found = await messages(id);
    expect(found.map(({ plainText, author }) => [plainText, author])).toEqual([
      ['question', { type: 'contact', name: 'Carla' }],
      ['answer', { type: 'agent', name: 'Ada Agent' }],
      ['by a bot', { type: 'bot', name: 'Robo', avatar: '/r.png' }],
    ]);
    const allowed = [
      'id',
      '_id',
      'conversation',
      'author',
      'content',
      'markdown',
      'plainText',
      'attachments',
    ];
    const rest = ['clientMutationId', 'rating', 'createdAt', 'updatedAt'];
    for (const message of found)
      for (const key of Object.keys(message)) expect([...allowed, ...rest]).toContain(key);
    expect(JSON.stringify(found)).not.toMatch(/note|thread|suggested|@team/);
  });

  it('pages by after, also after a deleted message, and misses none', async () => {
    const { id } = await open();
    const sent = [];
    for (const n of [1, 2, 3, 4, 5]) sent.push(await send(id, `${n}`));
    const [, second, third] = sent.map((message) => message.id);
    expect(await texts(id, { after: second, limit: 2 })).toEqual(['3', '4']);
    await remove(second ?? '');
    await remove(third ?? '');
    expect(await texts(id)).toEqual(['1', '4', '5']);
    expect(await texts(id, { after: second })).toEqual(['4', '5']);
    expect(await texts(id, { after: third, limit: 1 })).toEqual(['4']);
    expect(await texts(id, { after: sent[4]?.id })).toEqual([]);
  });

  it('pages back by before, the nearest ones, oldest first, also before a deleted message', async () => {
    const { id } = await open();
    const sent = [];
    for (const n of [1, 2, 3, 4, 5]) sent.push((await send(id, `${n}`)).id);
    const [first, second, third, fourth, fifth] = sent;
    expect(await texts(id, { before: fifth, limit: 2 })).toEqual(['3', '4']);
    expect(await texts(id, { before: third, limit: 100 })).toEqual(['1', '2']);
    expect(await texts(id, { before: first })).toEqual([]);
    await remove(third ?? '');
    expect(await texts(id, { before: fourth, limit: 1 })).toEqual(['2']);
    expect(await texts(id, { before: third })).toEqual(['1', '2']);
    for (const request of [{ before: fifth, after: second }, { before: 'x' }])
      await expect(messages(id, request)).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    const { id: other } = await open({ comment: 'elsewhere' });
    await expect(messages(other, { before: fifth })).rejects.toMatchObject({ reason: 'MESSAGE_NOT_FOUND' });
  });

  it('answers 50 without a limit and at most 100', async () => {
    const { id } = await open();
    await Promise.all(Array.from({ length: 101 }, (_, n) => team.say(id, `${n}`)));
    expect(await texts(id, { limit: 0 })).toHaveLength(50);
    const page = await messages(id, { limit: 1_000 });
    expect(page).toHaveLength(100);
    expect(await messages(id, { after: page.at(-1)?.id })).toHaveLength(1);
  });

  it('refuses an after that is no id with 400, and one of another conversation with 404', async () => {
    const [a, b] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    await expect(texts(a.id, { after: 'x' })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    await expect(texts(a.id, { after: b.lastMessage?.id })).rejects.toMatchObject(missing);
    await expect(texts(a.id, { contactId: addContact() })).rejects.toMatchObject({
      reason: 'CONVERSATION_NOT_FOUND',
    });
  });

  it('shows messages in the order in which they became visible, which a reader follows while others write', async () => {
    const { id } = await open();
    const seen: string[] = [];
    let isWriting = true;
    const follow = async (): Promise<void> => {
      for (;;) {
        const wasWriting = isWriting;
        const page = await messages(id, { limit: 7, ...(seen.length > 0 && { after: seen.at(-1) }) });
        seen.push(...page.map((message) => message.id));
        if (page.length === 0 && !wasWriting) return;
      }
    };
    const write = Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? team.say(id, `${n}`) : send(id, `${n}`))),
    ).then(() => (isWriting = false));
    await Promise.all([follow(), write]);
    expect(seen).toHaveLength(40);
    expect(seen).toEqual((await messages(id)).map((message) => message.id));
    const rows = await service.db.query<{ position: number }>(
      'SELECT position FROM conversation_message WHERE conversation_id = $1 ORDER BY position',
      [id],
    );
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });
});

describe('GetConversationMessage', () => {
  it('answers the message and its conversation', async () => {
    const conversation = await open({ comment: 'a' });
    const message = conversation.lastMessage;
    expect(await one(message?.id ?? '', contactId)).toEqual({ message, conversation });
  });

  it('answers 404 for what no contact sees: notes, threads, suggestions, hidden and deleted ones, others', async () => {
    const { id } = await open();
    const note = await team.say(id, 'note', { isNote: true });
    const reply = await team.say(id, 'reply');
    const thread = await team.reply(reply.id, 'thread');
    const faq = await team.say(id, 'faq', { type: 'FAQ_SUGGESTION' });
    const silent = await team.say(await team.createTicket(), 'nobody reads it');
    for (const wrong of [note.id, thread.id, faq.id, silent.id, newId(), 'x'])
      await expect(one(wrong)).rejects.toMatchObject(missing);
    await expect(one(reply.id, addContact())).rejects.toMatchObject(missing);
    const stranger = contactSide(service).caller.context;
    await expect(
      service.conversations.getConversationMessage({ messageId: reply.id }, stranger),
    ).rejects.toMatchObject(missing);
    await service.tickets.updateTicket({ ticketId: id, ticket: { hidden: true } }, caller.context);
    await expect(one(reply.id)).rejects.toMatchObject(missing);
    await service.tickets.updateTicket({ ticketId: id, ticket: { hidden: false } }, caller.context);
    await remove(reply.id);
    await expect(one(reply.id)).rejects.toMatchObject(missing);
  });
});

describe('RateConversationMessage', () => {
  it('keeps up and down, which the team sees as positive and negative; nothing takes it back', async () => {
    const { id } = await open();
    const { id: message } = await team.say(id, 'helpful?');
    expect(await rate(message, 'up', contactId)).toMatchObject({ id: message, rating: 'up' });
    expect(await team.message(message)).toMatchObject({ rating: 'positive' });
    expect((await rate(message, 'down'))?.rating).toBe('down');
    expect(await team.message(message)).toMatchObject({ rating: 'negative' });
    const cleared = await rate(message, undefined);
    expect(cleared?.rating).toBeUndefined();
    expect((await team.message(message))?.rating).toBeUndefined();
    expect((await get(id)).updatedAt).toBe(cleared?.updatedAt);
    await rate(message, undefined);
    const told = (await service.events(id)).filter(({ subject }) => subject.endsWith('message.updated'));
    expect(told.map(({ payload }) => payload.changed)).toEqual([['rating'], ['rating'], ['rating']]);
  });

  it('rates in a closed conversation too, but not the own message: 403 not_rateable', async () => {
    const { id, lastMessage } = await open({ comment: 'mine' });
    const reply = await team.say(id, 'reply');
    await service.conversations.closeConversation({ conversationId: id }, caller.context);
    expect((await rate(reply.id, 'down'))?.rating).toBe('down');
    await expect(rate(lastMessage?.id ?? '', 'up')).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'NOT_RATEABLE',
    });
    await expect(rate(reply.id, 'great')).rejects.toMatchObject(problem('rating'));
    await expect(rate(newId(), 'up')).rejects.toMatchObject(missing);
    await expect(rate(reply.id, 'up', addContact())).rejects.toMatchObject(missing);
  });
});

it('shows an edit, with a time that reactions do not move', async () => {
  const { id } = await open();
  const { id: messageId } = await team.say(id, 'typo');
  await service.messages.setReaction({ messageId, emoji: '👍', op: 'add' }, caller.context);
  const [before] = await messages(id);
  expect(before?.updatedAt).toBe(before?.createdAt);
  const edit = await service.messages.updateMessage(
    { messageId, data: { content: 'text' }, nulls: [] },
    caller.context,
  );
  expect(await messages(id)).toMatchObject([{ plainText: 'text', updatedAt: edit.message?.updatedAt }]);
  expect((await get(id)).updatedAt).toBe(edit.message?.updatedAt);
});
