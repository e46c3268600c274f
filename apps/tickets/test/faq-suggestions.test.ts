import { newId } from '@parley/persistence';
import { TicketExchangeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exchange_service';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { type Conversation, createConversationClient, missing, problem } from './support/conversation';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('faq_suggestions');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const suggestion = { type: 'FAQ_SUGGESTION', data: { question: ' How? ', answer: 'So.' } };
const suggest = async (data: object = suggestion.data) => {
  const ticket = await talk.createTicket();
  const request = { ticket, ...suggestion, data };
  const { message } = await service.messages.createMessage(request, caller.context);
  return { ticket, id: message?.id ?? '' };
};
const answer = (messageId: string, accept: boolean, context = caller.context) =>
  service.messages.answerFaqSuggestion({ messageId, accept }, context);
const accepted = async (request: object = {}, context = caller.context) =>
  (await service.messageDirectory.listAcceptedFaqs({ after: '', limit: 0, ...request }, context)).faqs;

describe('AnswerFaqSuggestion', () => {
  it('adds the accepted pair for the knowledge base, with an event, and deletes the message', async () => {
    const { ticket, id } = await suggest();
    expect(await answer(id, true)).toEqual({});
    expect(await talk.message(id)).toBeUndefined();
    const [faq, ...more] = await accepted();
    expect(more).toEqual([]);
    expect(faq).toMatchObject({
      project: caller.projectId,
      question: 'How?',
      answer: 'So.',
      ticket,
      actorType: 'user',
      actorId: caller.userId,
    });
    expect(await service.events(faq?.id)).toEqual([
      expect.objectContaining({
        subject: 'tickets.v1.faq.accepted',
        project_id: caller.projectId,
        payload: { faq: JSON.parse(JSON.stringify(faq)) as unknown },
      }),
    ]);
    expect((await service.events(ticket)).at(-1)).toMatchObject({ subject: 'tickets.v1.message.deleted' });
  });

  it('discards a declined one, an incomplete one too, and deletes the message', async () => {
    for (const data of [suggestion.data, { question: 'only' }]) {
      const { id } = await suggest(data);
      await answer(id, false);
      expect(await talk.message(id)).toBeUndefined();
    }
    expect(await accepted()).toEqual([]);
  });

  it('answers 400 for a message of another type and keeps it', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'x');
    for (const accept of [true, false]) {
      await expect(answer(id, accept)).rejects.toMatchObject(problem('messageId'));
    }
    expect(await talk.message(id)).toBeDefined();
  });

  it.each([
    ['data.question', { question: ' ', answer: 'a' }],
    ['data.answer', { question: 'q', answer: 5 }],
  ])(
    'answers 400 naming %s when that is missing from what is accepted, and keeps the message',
    async (field, data) => {
      const { id } = await suggest(data);
      await expect(answer(id, true)).rejects.toMatchObject(problem(field));
      expect(await talk.message(id)).toBeDefined();
      expect(await accepted()).toEqual([]);
    },
  );

  it('is answered by the first of 10 at once; the others get 404', async () => {
    const { id } = await suggest();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => answer(id, true)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(missing);
    }
    expect(await accepted()).toHaveLength(1);
  });

  it('answers 404 message_not_found for an unknown, malformed or foreign message', async () => {
    const { id } = await suggest();
    const other = callerIn(service.neighbours);
    for (const unknown of [newId(), 'nonsense']) {
      await expect(answer(unknown, true)).rejects.toMatchObject(missing);
    }
    await expect(answer(id, true, other.context)).rejects.toMatchObject(missing);
  });
});

describe('ListAcceptedFaqs', () => {
  it('pages by id, shows a second project nothing and outlives the ticket', async () => {
    for (const question of ['one', 'two', 'three']) {
      const { ticket, id } = await suggest({ question, answer: 'a' });
      await answer(id, true);
      await service.tickets.deleteTicket({ ticketId: ticket }, caller.context);
    }
    const first = await accepted({ limit: 2 });
    expect(first.map(({ question }) => question)).toEqual(['one', 'two']);
    const rest = await accepted({ after: first[1]?.id ?? '' });
    expect(rest.map(({ question }) => question)).toEqual(['three']);
    expect(await accepted({}, callerIn(service.neighbours).context)).toEqual([]);
  });
});

describe('What the knowledge service reads of tickets', () => {
  let texts: Client<typeof TicketTextServiceDefinition>;
  let exchanges: Client<typeof TicketExchangeServiceDefinition>;
  beforeAll(() => {
    const local = createLocalCaller(service.module.implementations, quiet);
    texts = createClient(TicketTextServiceDefinition, local);
    exchanges = createClient(TicketExchangeServiceDefinition, local);
  });
  const read = async (...ticketIds: string[]) =>
    (await texts.getTicketTexts({ ticketIds, withMessages: true }, caller.context)).tickets;
  const exchange = (ticketId: string, context = caller.context) =>
    exchanges.getTicketExchange({ ticketId }, context);
  const change = (ticketId: string, ticket: object) =>
    service.tickets.updateTicket({ ticketId, ticket }, caller.context);
  const contact = () => service.neighbours.addContact(caller.projectId, { email: `${newId()}@x.example` }).id;

  it('is title, description and public messages: no note, no reply of a thread and no suggestion', async () => {
    const ticket = await talk.createTicket({ title: 'Harp', description: 'It buzzes.' });
    const { id } = await talk.say(ticket, 'Which string?');
    await talk.say(ticket, 'A note', { isNote: true });
    await talk.reply(id, 'A reply in the thread');
    await service.messages.createMessage({ ticket, ...suggestion }, caller.context);
    await talk.say(ticket, 'The lowest one.', { session: contact() });
    const plain = await talk.createTicket({ title: 'Lute' });
    await talk.say(plain, 'A note', { isNote: true });
    await talk.say(plain, 'It rattles.');
    const [harp, lute] = [...(await read(ticket, plain))].sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
    expect(harp).toMatchObject({
      content: 'It buzzes.',
      text: 'Harp\nIt buzzes.\nWhich string?\nThe lowest one.',
    });
    expect(lute).toMatchObject({ content: 'It rattles.', text: 'Lute\nIt rattles.' });
    expect(
      (await texts.getTicketTexts({ ticketIds: [ticket] }, callerIn(service.neighbours).context)).tickets,
    ).toEqual([]);
  });

  it('has at most 8,000 characters', async () => {
    const ticket = await talk.createTicket({ title: 'Long' });
    await talk.say(ticket, 'x '.repeat(10_000));
    expect((await read(ticket))[0]?.text).toHaveLength(8_000);
  });

  it('is there of archived and done tickets, not of hidden, spam and merged ones, whose messages the main one has', async () => {
    const [archived, done, hidden, spam, merged, main] = [
      await talk.createTicket({ title: 'Archived' }),
      await talk.createTicket({ title: 'Done', status: 'DONE' }),
      await talk.createTicket({ title: 'Hidden' }),
      await talk.createTicket({ title: 'Spam' }),
      await talk.createTicket({ title: 'Merged' }),
      await talk.createTicket({ title: 'Main' }),
    ];
    await talk.say(merged, 'Said in the merged one');
    await change(archived, { archived: true });
    await change(hidden, { hidden: true });
    await change(spam, { isSpam: true });
    await service.merging.mergeTickets({ ticketsToMergeIds: [merged], targetTicketId: main }, caller.context);
    const found = await read(archived, done, hidden, spam, merged, main);
    expect(found.map(({ ticketId }) => ticketId).sort()).toEqual([archived, done, main].sort());
    expect(found.find(({ ticketId }) => ticketId === main)?.text).toContain('Said in the merged one');
  });

  it('is, for a judgement, the first question of the contact and the last public answer, never a note', async () => {
    const ticket = await talk.createTicket({ title: 'Viol', description: 'It is out of tune.' });
    expect(await exchange(ticket)).toMatchObject({ question: 'Viol\n\nIt is out of tune.' });
    expect((await exchange(ticket)).answer).toBeUndefined();
    await talk.say(ticket, 'A first note', { isNote: true });
    const session = contact();
    await talk.say(ticket, 'How do I tune it?', { session });
    const { id } = await talk.say(ticket, 'By its pegs.');
    await talk.say(ticket, 'And then?', { session });
    await talk.say(ticket, 'Play.');
    await talk.reply(id, 'A reply in the thread');
    await service.messages.createMessage({ ticket, ...suggestion }, caller.context);
    await talk.say(ticket, 'A last note', { isNote: true });
    expect(await exchange(ticket)).toMatchObject({ question: 'How do I tune it?', answer: 'Play.' });
    await expect(exchange(ticket, callerIn(service.neighbours).context)).rejects.toMatchObject({
      reason: 'TICKET_NOT_FOUND',
    });
  });
});
