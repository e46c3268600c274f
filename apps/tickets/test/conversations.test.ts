import { newId } from '@parley/persistence';
import { contactSide, type ContactSide } from './support/contact-side';
import { document, problem } from './support/conversation';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, team, contactId, addContact, open, get, list, send, texts } = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('conversations');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, team, contactId, addContact, open, get, list, send, texts } = contactSide(service));
});

const missing = { kind: 'notFound', reason: 'CONVERSATION_NOT_FOUND' };
const change = async (ticketId: string, ticket: object, nulls: string[] = []) =>
  (await service.tickets.updateTicket({ ticketId, ticket, nulls }, caller.context)).ticket;
const patch = async (conversationId: string, request: object) =>
  (
    await service.conversations.updateConversation(
      { conversationId, ...request } as Parameters<typeof service.conversations.updateConversation>[0],
      caller.context,
    )
  ).conversation;
const close = async (conversationId: string) =>
  (await service.conversations.closeConversation({ conversationId }, caller.context)).conversation;
const rate = async (conversationId: string, rating: number, more: object = {}) =>
  (await service.conversations.rateConversation({ conversationId, rating, ...more }, caller.context))
    .conversation;

describe('CreateConversation', () => {
  it('makes an open INQUIRY of the channel with the first message, from which on a person takes part', async () => {
    const conversation = await open({
      title: 'Invoice',
      comment: 'Hello',
      attributes: { plan: 'pro', seats: 3, trial: false, tags: ['a'] },
      clientMutationId: 'm-1',
    });
    expect(conversation).toEqual({
      id: conversation.id,
      _id: conversation.id,
      title: 'Invoice',
      status: 'open',
      resolved: false,
      contact: { id: contactId, consumerId: 'consumer' },
      hasEmail: false,
      attributes: { plan: 'pro', seats: 3, trial: false, tags: ['a'] },
      unreadCount: 0,
      lastMessage: expect.objectContaining({
        conversation: conversation.id,
        author: { type: 'contact', name: 'Carla' },
        content: document('Hello'),
        markdown: 'Hello',
        plainText: 'Hello',
        clientMutationId: 'm-1',
        attachments: [],
      }),
      botActive: false,
      lastActivity: conversation.lastMessage?.createdAt,
      createdAt: conversation.createdAt,
      updatedAt: conversation.lastMessage?.createdAt,
    });
    expect(await team.read(conversation.id)).toMatchObject({
      type: 'INQUIRY',
      status: 'OPEN',
      channel: { type: 'S2S' },
      session: { id: contactId },
      noHumanInteraction: false,
      notificationsUnread: true,
    });
    expect(await list()).toEqual([conversation]);
  });

  it('makes an empty, bot-only one of nothing, or of texts that show nothing: it is in no list, but readable', async () => {
    for (const request of [
      {},
      { comment: ' ' },
      { title: '' },
      { channel: 'WIDGET', clientMutationId: 'x' },
    ]) {
      const { id } = await open(request);
      expect(await get(id)).toMatchObject({ status: 'open', unreadCount: 0, attributes: {} });
      expect(await team.read(id)).toMatchObject({ noHumanInteraction: true });
      expect(await texts(id)).toEqual([]);
    }
    expect(await list()).toEqual([]);
    const { id } = await open({ channel: 'WIDGET' });
    expect(await team.read(id)).toMatchObject({ channel: { type: 'WIDGET' } });
  });

  it('is listed once the contact or a dashboard user writes, but not for a bot, a note or a service account', async () => {
    const { id } = await open();
    await team.say(id, 'bot', { bot: true });
    await team.say(id, 'note', { isNote: true });
    const actor = { type: 'service' as const, id: newId(), name: 'Integration' };
    const context = { ...caller.context, scope: { ...caller.context.scope, actor } };
    await service.messages.createMessage({ ticket: id, comment: 'by a service' }, context);
    expect(await list()).toEqual([]);
    await team.say(id, 'by hand');
    expect(await list()).toMatchObject([{ id, unreadCount: 3 }]);
    const other = await open();
    await send(other.id, 'me');
    expect(await list()).toHaveLength(2);
  });

  it('refuses wrong fields with 400 and writes nothing', async () => {
    await expect(open({ title: 'x'.repeat(1_001) })).rejects.toMatchObject(problem('title'));
    await expect(open({ clientMutationId: 'x'.repeat(256) })).rejects.toMatchObject(
      problem('clientMutationId'),
    );
    await expect(open({ attributes: { deep: {} } })).rejects.toMatchObject(problem('attributes.deep'));
    const attachments = [{ name: 'a', url: 'javascript:1' }];
    await expect(open({ attachments })).rejects.toMatchObject(problem('attachments.0'));
    expect(await service.allEvents()).not.toContainEqual(
      expect.objectContaining({ project_id: caller.projectId }),
    );
    expect((await open({ title: '😀'.repeat(1_000) })).title).toBe('😀'.repeat(1_000));
  });

  it('answers 404 contact_not_found for an unknown contact and 403 contact_blocked for a blocked one', async () => {
    await expect(open({ contactId: newId() })).rejects.toMatchObject({ reason: 'CONTACT_NOT_FOUND' });
    const blocked = addContact({ blocked: true });
    await expect(open({ contactId: blocked })).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'CONTACT_BLOCKED',
    });
  });

  it('has its effect once for a repeated request', async () => {
    const context = { ...caller.context, idempotencyKey: newId() };
    const request = { contactId, channel: 'S2S', comment: 'once' };
    const first = await service.conversations.createConversation(request, context);
    expect(await service.conversations.createConversation(request, context)).toEqual(first);
    expect(await list()).toHaveLength(1);
  });
});

describe('GetConversation', () => {
  it('answers 404 for an unknown, hidden or deleted one, one without contact, of another contact or project', async () => {
    const { id } = await open({ comment: 'a' });
    const silent = await team.createTicket();
    for (const wrong of [newId(), 'x', silent]) await expect(get(wrong)).rejects.toMatchObject(missing);
    expect((await get(id, contactId)).id).toBe(id);
    await expect(get(id, addContact())).rejects.toMatchObject(missing);
    await expect(contactSide(service).get(id)).rejects.toMatchObject(missing);
    await change(id, { hidden: true });
    await expect(get(id)).rejects.toMatchObject(missing);
    await change(id, { hidden: false });
    expect((await get(id)).id).toBe(id);
    await service.tickets.deleteTicket({ ticketId: id }, caller.context);
    await expect(get(id)).rejects.toMatchObject(missing);
  });

  it('shows the member of the team who wrote publicly last, else who is assigned; no address, no id', async () => {
    const { id } = await open({ comment: 'a' });
    const assigned = service.neighbours.addMember(caller.projectId, {
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    await change(id, { processingUser: assigned.id });
    expect((await get(id)).agent).toEqual({ name: 'Grace Hopper' });
    await team.say(id, 'bot', { bot: true });
    await team.say(id, 'note', { isNote: true });
    expect((await get(id)).agent).toEqual({ name: 'Grace Hopper' });
    const { id: message } = await team.say(id, 'by hand');
    expect((await get(id)).agent).toEqual({ name: 'Ada Agent' });
    expect(JSON.stringify(await get(id))).not.toMatch(/@|processing/);
    await service.messages.deleteMessage({ messageId: message }, caller.context);
    expect((await get(id)).agent).toEqual({ name: 'Grace Hopper' });
  });

  it('says that a bot is active as the ticket does', async () => {
    const { id } = await open({ comment: 'a' });
    await change(id, { bot: { active: true } });
    expect(await get(id)).toMatchObject({ botActive: true });
    await change(id, { bot: { active: 'yes' } });
    expect(await get(id)).toMatchObject({ botActive: false });
  });

  it('moves lastActivity and updatedAt for public messages, and neither for what the contact does not see', async () => {
    const { id } = await open({ comment: 'a' });
    const before = await get(id);
    const { id: message } = await team.say(id, 'a note', { isNote: true });
    await team.reply(message, 'in its thread');
    await change(id, { tags: ['x'], customData: { a: 1 }, archived: true, isSpam: true, priority: 'HIGH' });
    await service.messages.setReaction(
      { messageId: before.lastMessage?.id ?? '', emoji: '👍', op: 'add' },
      caller.context,
    );
    expect(await get(id)).toEqual(before);
    const reply = await team.say(id, 'hello');
    expect(await get(id)).toMatchObject({ lastActivity: reply.createdAt, updatedAt: reply.createdAt });
  });
});

describe('ListConversations', () => {
  it('lists newest activity first, archived ones and spam too, without bot-only, merged, hidden ones and trackers', async () => {
    const [first, second, third, hidden, merged] = await Promise.all(
      ['1', '2', '3', '4', '5'].map((comment) => open({ comment })),
    );
    await open();
    await service.trackers.createTrackerTicket({ ticket: { session: contactId } }, caller.context);
    await change(hidden?.id ?? '', { hidden: true });
    await change(first?.id ?? '', { archived: true });
    await change(second?.id ?? '', { isSpam: true });
    await send(second?.id ?? '', 'later');
    const request = { ticketsToMergeIds: [merged?.id ?? ''], targetTicketId: third?.id ?? '' };
    await service.merging.mergeTickets(request, caller.context);
    await send(first?.id ?? '', 'latest');
    const other = addContact();
    await open({ contactId: other, comment: 'of somebody else' });
    const found = (await list()).map(({ id }) => id);
    expect(found).toEqual([first?.id, second?.id, third?.id]);
    expect((await list({ skip: 1, limit: 1 })).map(({ id }) => id)).toEqual([second?.id]);
    await expect(list({ contactId: 'x' })).resolves.toEqual([]);
  });

  it('filters by status and refuses another one with 400 invalid_query', async () => {
    const [a, b] = [await open({ comment: 'a' }), await open({ comment: 'b' })];
    await close(a.id);
    expect(await list({ status: 'closed' })).toMatchObject([{ id: a.id, status: 'closed' }]);
    expect(await list({ status: 'open' })).toMatchObject([{ id: b.id, status: 'open' }]);
    await expect(list({ status: 'OPEN' })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('answers 50 without a limit and at most 100', async () => {
    await Promise.all(
      Array.from({ length: 101 }, (_, n) => team.createTicket({ session: contactId, title: `${n}` })),
    );
    expect(await list()).toHaveLength(50);
    expect(await list({ limit: 1_000 })).toHaveLength(100);
  });
});

describe('UpdateConversation', () => {
  it('merges attributes one level deep; null removes; the key is visible once the contact has written it', async () => {
    const { id } = await open({ comment: 'a', attributes: { a: 1, b: 'x' } });
    expect(await patch(id, { attributes: { b: null, c: true } })).toMatchObject({
      attributes: { a: 1, c: true },
    });
    await change(id, { attributes: { a: 2, secret: 'internal' } });
    expect((await get(id)).attributes).toEqual({ a: 2 });
    expect((await patch(id, { attributes: { secret: null } }))?.attributes).toEqual({ a: 2 });
    expect((await team.read(id)).attributes).toEqual({ a: 2, secret: 'internal' });
    expect((await patch(id, { attributes: { secret: 'mine' } }))?.attributes).toEqual({
      a: 2,
      secret: 'mine',
    });
    await change(id, { attributes: { b: 'again', c: 'seen' } });
    expect((await get(id)).attributes).toEqual({ c: 'seen' });
  });

  it('shows a key that the contact writes with the value that it has already', async () => {
    const id = await team.createTicket({ session: contactId, attributes: { plan: 'pro' } });
    expect((await get(id)).attributes).toEqual({});
    expect((await patch(id, { attributes: { plan: 'pro' } }))?.attributes).toEqual({ plan: 'pro' });
  });

  it('takes patches at once and loses nothing', async () => {
    const { id } = await open({ comment: 'a' });
    const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);
    await Promise.all(keys.map((key) => patch(id, { attributes: { [key]: key } })));
    expect(Object.keys((await get(id)).attributes ?? {}).sort()).toEqual([...keys].sort());
  });

  it('refuses values and keys beyond the limits, and more than 100 visible keys, with 400 naming them', async () => {
    const { id } = await open({ comment: 'a' });
    const wrong: [string, unknown][] = [
      ['', 'empty'],
      ['k'.repeat(65), 1],
      ['text', 'x'.repeat(2_001)],
      ['object', { a: 1 }],
      ['list', Array.from({ length: 101 }, () => 'a')],
      ['mixed', ['a', 1]],
    ];
    for (const [key, value] of wrong)
      await expect(patch(id, { attributes: { [key]: value } })).rejects.toMatchObject(
        problem(`attributes.${key}`),
      );
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
    await patch(id, { attributes: { ...many, ['k'.repeat(64)]: null } });
    await expect(patch(id, { attributes: { more: 1 } })).rejects.toMatchObject(problem('attributes'));
    await patch(id, { attributes: { k0: null, more: 1 } });
    expect(Object.keys((await get(id)).attributes ?? {})).toHaveLength(100);
  });

  it('sets and clears the title, of 1 to 1,000 characters', async () => {
    const { id } = await open({ title: 'old' });
    expect((await patch(id, { title: 'new' }))?.title).toBe('new');
    for (const title of ['', 'x'.repeat(1_001)])
      await expect(patch(id, { title })).rejects.toMatchObject(problem('title'));
    expect((await patch(id, { nulls: ['title'] }))?.title).toBeUndefined();
    expect((await team.read(id)).title).toBeUndefined();
  });
});

describe('RateConversation', () => {
  it('keeps 0 to 10, of a closed one too; a change is one ticket.updated that says so, a repetition none', async () => {
    const { id } = await open({ comment: 'a' });
    await close(id);
    for (const rating of [0, 10, 10]) expect((await rate(id, rating))?.rating).toBe(rating);
    const rated = (await service.events(id)).filter(({ payload }) =>
      payload.changed?.includes('conversationRating'),
    );
    expect(rated).toHaveLength(2);
    expect((await team.read(id)).conversationRating).toBe(10);
  });

  it('refuses anything else with 400 naming rating', async () => {
    const { id } = await open({ comment: 'a' });
    for (const rating of [-1, 11]) await expect(rate(id, rating)).rejects.toMatchObject(problem('rating'));
  });

  it('keeps a comment of 2,000 characters beside it, which stays when omitted; null clears it', async () => {
    const { id } = await open({ comment: 'a' });
    const comment = '😀'.repeat(2_000);
    expect((await rate(id, 9, { comment }))?.ratingComment).toBe(comment);
    expect((await rate(id, 8))?.ratingComment).toBe(comment);
    expect((await team.read(id)).conversationRatingComment).toBe(comment);
    await expect(rate(id, 8, { comment: `${comment}x` })).rejects.toMatchObject(problem('comment'));
    expect((await rate(id, 8, { nulls: ['comment'] }))?.ratingComment).toBeUndefined();
    expect((await team.read(id)).conversationRatingComment).toBeUndefined();
  });

  it('says which of both changed; a comment alone is no change of the rating', async () => {
    const { id } = await open({ comment: 'a' });
    await rate(id, 9);
    const before = await team.read(id);
    const skip = (await service.events(id)).length;
    for (const comment of ['quick', 'quick', 'very quick']) await rate(id, 9, { comment });
    const changes = (await service.events(id)).slice(skip).map(({ payload }) => payload.changed);
    expect(changes).toEqual([['conversationRatingComment'], ['conversationRatingComment']]);
    const after = await team.read(id);
    expect(after.conversationRatingComment).toBe('very quick');
    expect(after.ratedAt).toBe(before.ratedAt);
  });

  it('the team sets and clears the comment, which the contact sees at once', async () => {
    const { id } = await open({ comment: 'a' });
    await change(id, { conversationRating: 4, conversationRatingComment: 'by phone' });
    expect(await get(id)).toMatchObject({ rating: 4, ratingComment: 'by phone' });
    await change(id, {}, ['conversationRatingComment']);
    expect((await get(id)).ratingComment).toBeUndefined();
  });

  it('the comment does not follow the ticket to another contact', async () => {
    const { id } = await open({ comment: 'a' });
    await rate(id, 2, { comment: 'my secret' });
    await change(id, { session: contactId, title: 'the same contact' });
    expect((await get(id)).ratingComment).toBe('my secret');
    await change(id, { session: addContact({ name: 'Next' }) });
    expect((await get(id)).ratingComment).toBeUndefined();
    expect((await team.read(id)).conversationRatingComment).toBeUndefined();
  });
});

describe('SetNetworkLogs', () => {
  const set = (conversationId: string, networkLogs: unknown[] | undefined) =>
    service.conversations.setNetworkLogs({ conversationId, networkLogs }, caller.context);

  it('replaces the logs of the ticket, tells nobody and moves no time', async () => {
    const { id } = await open({ comment: 'a' });
    const [before, shown, events] = [await team.read(id), await get(id), await service.allEvents(id)];
    expect(await set(id, [{ url: '/a' }, { url: '/b' }])).toEqual({ count: 2 });
    expect(await set(id, [{ url: '/c' }])).toEqual({ count: 1 });
    expect(await team.read(id)).toEqual({ ...before, networkLogs: [{ url: '/c' }] });
    expect(await set(id, [])).toEqual({ count: 0 });
    expect(await get(id)).toEqual(shown);
    expect(await service.allEvents(id)).toEqual(events);
  });

  it('refuses more than 100, what is no object, and more than 2,097,152 bytes', async () => {
    const { id } = await open({ comment: 'a' });
    const many = Array.from({ length: 101 }, () => ({}));
    await expect(set(id, many)).rejects.toMatchObject(problem('networkLogs'));
    await expect(set(id, [{}, 'x'])).rejects.toMatchObject(problem('networkLogs.1'));
    await expect(set(id, undefined)).rejects.toMatchObject(problem('networkLogs'));
    expect(await set(id, many.slice(1))).toEqual({ count: 100 });
    await expect(set(id, [{ a: 'x'.repeat(2_097_152) }])).rejects.toMatchObject({
      reason: 'PAYLOAD_TOO_LARGE',
    });
    const fitting = 2_097_152 - '[{"a":""}]'.length;
    expect(await set(id, [{ a: 'x'.repeat(fitting) }])).toEqual({ count: 1 });
  });
});
