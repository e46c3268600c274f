import { newId } from '@parley/persistence';
import { type Conversation, createConversationClient, missing, problem } from './support/conversation';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('reactions');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const react = async (messageId: string, emoji: string, op = 'add', context = caller.context) =>
  (await service.messages.setReaction({ messageId, emoji, op }, context)).message;
const seed = (messageId: string, reactions: object[]) =>
  service.db.query('UPDATE message SET reactions = $2::jsonb WHERE id = $1', [
    messageId,
    JSON.stringify(reactions),
  ]);

describe('SetReaction', () => {
  it("adds the caller's emoji once, answers the message and tells of it", async () => {
    const { id: contactId } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket({ session: contactId });
    const before = await talk.say(ticket, 'x');
    const once = await react(before.id, '👍');
    expect(once).toEqual({
      ...before,
      reactions: [{ emoji: '👍', user: caller.userId }],
      updatedAt: once?.updatedAt,
    });
    expect(await react(before.id, '👍')).toEqual(once);
    const told = (await service.events(ticket)).filter(({ subject }) => subject.endsWith('message.updated'));
    expect(told).toEqual([
      expect.objectContaining({
        payload: {
          message: JSON.parse(JSON.stringify(once)) as unknown,
          changed: ['reactions'],
          ticketType: 'BUG',
          contactId,
        },
      }),
    ]);
  });

  it('removes only what it names and does nothing when it is not there', async () => {
    const colleague = callerIn(service.neighbours, caller.projectId);
    const { id } = await talk.say(await talk.createTicket(), 'x');
    await react(id, '👍');
    await react(id, '🎉');
    await react(id, '👍', 'add', colleague.context);
    expect((await react(id, '👍', 'remove'))?.reactions).toEqual([
      { emoji: '🎉', user: caller.userId },
      { emoji: '👍', user: colleague.userId },
    ]);
    expect((await react(id, '🚀', 'remove'))?.reactions).toHaveLength(2);
    await react(id, '🎉', 'remove');
    expect((await react(id, '👍', 'remove', colleague.context))?.reactions).toEqual([]);
  });

  it('takes a plain and a colourful form for one emoji', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    await react(id, '\u2764');
    expect((await react(id, '\u2764\ufe0f'))?.reactions).toEqual([
      { emoji: '\u2764\ufe0f', user: caller.userId },
    ]);
  });

  it('takes reactions to messages of others, of contacts, in threads and by service accounts', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const theirs = await talk.say(await talk.createTicket(), 'x', { session });
    const reply = await talk.reply(theirs.id, 'y');
    const account = { type: 'service' as const, id: newId(), name: 'Bridge' };
    const bridge = makeContext(caller.projectId, account, 'user');
    expect((await react(theirs.id, '👨‍👩‍👧‍👦', 'add', bridge))?.reactions).toEqual([
      { emoji: '👨‍👩‍👧‍👦', user: account.id },
    ]);
    expect((await react(reply.id, '👍🏽'))?.reactions).toEqual([{ emoji: '👍🏽', user: caller.userId }]);
  });

  it.each(['a', '👍👍', ' 👍', '1', '<b>', 'thumbsup'])(
    'answers 400 for %p, which is no emoji',
    async (emoji) => {
      const { id } = await talk.say(await talk.createTicket(), 'x');
      await expect(react(id, emoji)).rejects.toMatchObject(problem('emoji'));
    },
  );

  it('takes at most 50 different emojis and 1,000 reactions on one message', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const faces = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    await seed(
      id,
      faces.map((emoji) => ({ emoji, user: newId() })),
    );
    await expect(react(id, '👍')).rejects.toMatchObject(problem('emoji'));
    expect((await react(id, faces[0] ?? ''))?.reactions).toHaveLength(51);
    await seed(
      id,
      Array.from({ length: 999 }, () => ({ emoji: '👍', user: newId() })),
    );
    expect((await react(id, '👍'))?.reactions).toHaveLength(1_000);
    await expect(react(id, '🎉')).rejects.toMatchObject(problem('emoji'));
    expect((await react(id, '👍', 'remove'))?.reactions).toHaveLength(999);
  });

  it('loses none of 50 reactions that arrive at once, and makes one of 20 equal ones', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const people = Array.from({ length: 50 }, () => callerIn(service.neighbours, caller.projectId));
    await Promise.all(people.map(({ context }) => react(id, '👍', 'add', context)));
    const reacted = (await talk.message(id))?.reactions.map(({ user }) => user) ?? [];
    expect(reacted.sort()).toEqual(people.map(({ userId }) => userId).sort());
    const other = await talk.say(await talk.createTicket(), 'y');
    await Promise.all(Array.from({ length: 20 }, () => react(other.id, '👍')));
    expect((await talk.message(other.id))?.reactions).toHaveLength(1);
  });

  it('answers 404 message_not_found for an unknown, malformed or foreign message, before a wrong emoji', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    const other = callerIn(service.neighbours);
    for (const unknown of [newId(), 'nonsense'])
      await expect(react(unknown, 'a')).rejects.toMatchObject(missing);
    await expect(react(id, '👍', 'add', other.context)).rejects.toMatchObject(missing);
  });
});
