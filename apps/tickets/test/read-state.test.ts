import { newId } from '@parley/persistence';
import { type Conversation, createConversationClient, missing, problem } from './support/conversation';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('read_state');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const markRead = async (ticketId: string, reader: string, messageId?: string, context = caller.context) =>
  (await service.messageDirectory.markRead({ ticketId, reader, messageId }, context)).unread;
const count = async (...ticketIds: string[]) =>
  (await service.messageDirectory.countUnread({ ticketIds }, caller.context)).counts;
const arrange = async () => {
  const { id: session } = service.neighbours.addContact(caller.projectId);
  return { session, ticket: await talk.createTicket({ session }) };
};
const flags = async (ticket: string) => {
  const { notificationsUnread: team, sessionNotificationsUnread: contact } = await talk.read(ticket);
  return { team, contact };
};

describe('Unread messages', () => {
  it('are public replies for the contact and messages of the contact for the team', async () => {
    const { session, ticket } = await arrange();
    expect(await count(ticket)).toEqual([{ ticketId: ticket, contact: 0, team: 0 }]);
    const reply = await talk.say(ticket, 'a');
    await talk.say(ticket, 'b');
    await talk.say(ticket, 'note', { isNote: true });
    await talk.reply(reply.id, 'in a thread');
    await talk.say(ticket, '', { type: 'FAQ_SUGGESTION', data: { question: 'q', answer: 'a' } });
    await talk.say(ticket, 'theirs', { session });
    expect(await count(ticket)).toEqual([{ ticketId: ticket, contact: 2, team: 1 }]);
    expect(await flags(ticket)).toEqual({ team: true, contact: true });
  });

  it('become fewer as the contact reads up to a message, and the flag falls with the last', async () => {
    const { ticket } = await arrange();
    const first = await talk.say(ticket, 'a');
    const second = await talk.say(ticket, 'b');
    expect(await markRead(ticket, 'contact', first.id)).toBe(1);
    expect(await flags(ticket)).toMatchObject({ contact: true });
    expect(await markRead(ticket, 'contact', second.id)).toBe(0);
    expect(await flags(ticket)).toMatchObject({ contact: false });
    expect(await markRead(ticket, 'contact', first.id)).toBe(0);
    const told = (await service.events(ticket)).filter(({ subject }) => subject.endsWith('ticket.updated'));
    expect(told.map(({ payload }) => payload.changed)).toEqual([['sessionNotificationsUnread']]);
    await talk.say(ticket, 'c');
    expect(await count(ticket)).toMatchObject([{ contact: 1 }]);
  });

  it('are read by the team apart from the contact, all at once without a message', async () => {
    const { session, ticket } = await arrange();
    await talk.say(ticket, 'reply');
    await talk.say(ticket, 'theirs', { session });
    const { lastActivity } = await talk.read(ticket);
    expect(await markRead(ticket, 'team')).toBe(0);
    expect(await count(ticket)).toEqual([{ ticketId: ticket, contact: 1, team: 0 }]);
    expect(await flags(ticket)).toEqual({ team: false, contact: true });
    expect(await talk.read(ticket)).toMatchObject({ lastActivity });
  });

  it.each([
    ['contact', 'sessionNotificationsUnread'],
    ['team', 'notificationsUnread'],
  ] as const)('are read by the %s when the ticket says so by %s', async (reader, field) => {
    const { session, ticket } = await arrange();
    await talk.say(ticket, 'reply');
    await talk.say(ticket, 'theirs', { session });
    await service.tickets.updateTicket({ ticketId: ticket, ticket: { [field]: false } }, caller.context);
    expect((await count(ticket))[0]?.[reader]).toBe(0);
    expect(await flags(ticket)).toMatchObject({ [reader]: false });
    const told = (await service.events(ticket)).at(-1);
    expect(told?.payload.changed).toEqual([field]);
  });

  it('are counted right after 50 messages at once, numbered 1 to 50 without a gap', async () => {
    const { session, ticket } = await arrange();
    const messages = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        talk.say(ticket, `m${index}`, index % 2 === 0 ? { session } : {}),
      ),
    );
    expect(messages.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(await count(ticket)).toEqual([{ ticketId: ticket, contact: 25, team: 25 }]);
  });

  it('are counted for at most 500 tickets of the own project', async () => {
    const { ticket } = await arrange();
    const other = callerIn(service.neighbours);
    const foreign = { ticketIds: [ticket] };
    expect((await service.messageDirectory.countUnread(foreign, other.context)).counts).toEqual([]);
    await expect(count(...Array.from({ length: 501 }, () => newId()))).rejects.toMatchObject(
      problem('ticketIds'),
    );
  });

  it('are marked in the own project only, by a known reader, up to a message of the ticket', async () => {
    const { ticket } = await arrange();
    const other = callerIn(service.neighbours);
    const noTicket = { reason: 'TICKET_NOT_FOUND' };
    for (const unknown of [newId(), 'nonsense']) {
      await expect(markRead(unknown, 'team')).rejects.toMatchObject(noTicket);
    }
    await expect(markRead(ticket, 'team', undefined, other.context)).rejects.toMatchObject(noTicket);
    await expect(markRead(ticket, 'nobody')).rejects.toMatchObject(problem('reader'));
    const elsewhere = await talk.say(await talk.createTicket(), 'x');
    await expect(markRead(ticket, 'team', elsewhere.id)).rejects.toMatchObject(missing);
  });
});
