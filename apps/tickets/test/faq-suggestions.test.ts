import { newId } from '@parley/persistence';
import { type Conversation, conversationOf, missing, problem } from './support/conversation';
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
  talk = conversationOf(service, caller);
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
