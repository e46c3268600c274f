import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { comparable, type Histories, createHistories, putTogether } from './support/histories';
import { type Importer, createImporter, minute, sketch, type TicketSketch } from './support/imports';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let histories: Histories;
let caller: TestCaller;
let importing: Importer;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('import_tickets');
  histories = createHistories(service);
  importing = createImporter(service, () => caller);
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const CREATED = minute(0);
const contactId = (contact: object = {}) => service.neighbours.addContact(caller.projectId, contact).id;
const one = async (ticket: TicketSketch): Promise<Ticket> => {
  const [imported] = await importing([sketch(ticket)]);
  return at.read(imported?.id ?? '');
};
describe('An imported ticket', () => {
  it('answers in the order sent, with ids and numbers of its own', async () => {
    const tickets = ['c', 'a', 'b'].map((externalId) => sketch({ externalId }));
    const answer = await importing(tickets);
    expect(answer.map(({ externalId, created }) => [externalId, created])).toEqual([
      ['c', true],
      ['a', true],
      ['b', true],
    ]);
    const documents = await Promise.all(answer.map(({ id }) => at.read(id)));
    expect(documents.map(({ externalId, bugId }) => [externalId, bugId])).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ]);
    expect(await at.create({})).toMatchObject({ bugId: 4 });
  });

  it('has the fields of a created one, at the time of its creation', async () => {
    const { id: team } = service.neighbours.addTeam(caller.projectId, 'Support', { defaultSla: 5 });
    const session = contactId({ companyId: 'acme', sla: 3 });
    const ticket = await one({
      type: 'BUG',
      title: 'Broken',
      description: 'It is dark.',
      priority: 'HIGH',
      tags: ['vip', 'vip'],
      customData: { plan: 'pro' },
      channel: { type: 'EMAIL' },
      session,
      processingUser: caller.userId,
      processingTeam: team,
    });
    expect(ticket).toMatchObject({
      type: 'BUG',
      status: 'OPEN',
      title: 'Broken',
      description: 'It is dark.',
      priority: 'HIGH',
      tags: ['vip'],
      customData: { plan: 'pro' },
      channel: { type: 'EMAIL' },
      session: { id: session },
      processingUser: { id: caller.userId },
      processingTeam: { id: team },
      companyId: 'acme',
      createdAt: CREATED,
      updatedAt: CREATED,
      lastActivity: CREATED,
      firstAssignmentAt: CREATED,
      notificationsUnread: false,
    });
    expect(ticket.slaDueAt).toBeUndefined();
    expect(await one({})).toMatchObject({ type: 'INQUIRY', priority: 'MEDIUM' });
  });

  it('finds its contact by the address, or makes it, once for all tickets', async () => {
    const known = contactId({ email: 'ada@example.com' });
    const tickets = ['ADA@example.com', 'new@example.com', 'New@example.com'].map((email) =>
      sketch({ email, name: 'Somebody' }),
    );
    const answer = await importing(tickets);
    const sessions = await Promise.all(answer.map(async ({ id }) => (await at.read(id)).session));
    expect(sessions[0]?.id).toBe(known);
    expect(sessions[1]).toMatchObject({ email: 'new@example.com', name: 'Somebody' });
    expect(sessions[2]?.id).toBe(sessions[1]?.id);
  });

  it('ends as its events leave it, with their times in messages, history and stamps', async () => {
    const { id: team } = service.neighbours.addTeam(caller.projectId, 'Support');
    const other = service.neighbours.addMember(caller.projectId, { firstName: 'Grace' }).id;
    const session = contactId();
    const ticket = await one({
      session,
      events: [
        { at: minute(0), kind: 'message', from: 'contact', comment: 'It is dark.' },
        { at: minute(1), kind: 'message', from: 'bot', comment: 'Somebody will come.' },
        { at: minute(2), kind: 'assign', processingUser: other, processingTeam: team },
        { at: minute(3), kind: 'message', from: 'user', comment: 'A note', isNote: true, user: other },
        { at: minute(4), kind: 'message', from: 'user', markdownComment: 'A **new** bulb', user: other },
        { at: minute(4), kind: 'status', status: 'DONE', user: other },
        { at: minute(9), kind: 'rating', rating: 0 },
        { at: minute(10), kind: 'assign', nulls: ['processingTeam'] },
        { at: minute(11), kind: 'message', from: 'contact', comment: 'Thanks' },
      ],
    });
    expect(ticket).toMatchObject({
      status: 'DONE',
      conversationRating: 0,
      ratedAt: minute(9),
      processingUser: { id: other },
      firstAssignmentAt: minute(2),
      firstResponse: minute(4),
      hasAgentReply: true,
      lastResponse: { contact: minute(11), admin: minute(4) },
      latestComment: 'Thanks',
      latestPublicComment: 'Thanks',
      updatedAt: minute(11),
      lastActivity: minute(11),
    });
    expect(ticket.processingTeam).toBeUndefined();
    const filter = [{ field: 'ticket', operator: 'eq', values: [ticket.id] }];
    const { items } = await service.messages.findMessages({ filter, sort: 'createdAt' }, caller.context);
    expect(
      items.map(({ index, createdAt, plainContent, isNote, bot, user, session: by }) => [
        index,
        createdAt,
        plainContent,
        isNote,
        bot,
        user?.id ?? by?.id,
      ]),
    ).toEqual([
      [1, minute(0), 'It is dark.', false, false, session],
      [2, minute(1), 'Somebody will come.', false, true, undefined],
      [3, minute(3), 'A note', true, false, other],
      [4, minute(4), 'A new bulb', false, false, other],
      [5, minute(11), 'Thanks', false, false, session],
    ]);
    const rows = await service.db.query<{
      at: Date;
      actor: object;
      field: string;
      from: unknown;
      to: unknown;
    }>(
      `SELECT at, actor, field, from_value AS "from", to_value AS "to" FROM ticket_history
        WHERE ticket_id = $1 ORDER BY id`,
      [ticket.id],
    );
    const by = expect.objectContaining({ type: 'user', id: other }) as object;
    const system = { type: 'system', name: 'import' };
    expect(
      rows.map(({ at: time, actor, field, from, to }) => [time.toISOString(), actor, field, from, to]),
    ).toEqual([
      [minute(2), system, 'processingUser', null, other],
      [minute(2), system, 'processingTeam', null, team],
      [minute(4), by, 'status', 'OPEN', 'DONE'],
      [minute(9), system, 'conversationRating', null, 0],
      [minute(10), system, 'processingTeam', team, null],
    ]);
  });

  it('is a message of the caller when a user is not named', async () => {
    const { id } = await one({ events: [{ at: CREATED, kind: 'message', from: 'user', comment: 'x' }] });
    const [message] = (await histories.got(caller.projectId, [id]))[0]?.messages ?? [];
    expect(message).toMatchObject({ authorType: 'user', authorId: caller.userId, at: CREATED });
  });

  it('carries the imported times in its ids, and keeps the order of events of the same time', async () => {
    const events = Array.from({ length: 20 }, (_, index) => ({
      at: minute(1),
      kind: 'message',
      from: 'user',
      comment: `${index}`,
    }));
    const { id } = await one({ events });
    const hex = (time: string) => Date.parse(time).toString(16).padStart(12, '0');
    expect(id.slice(0, 12)).toBe(hex(CREATED));
    const filter = [{ field: 'ticket', operator: 'eq', values: [id] }];
    const { items } = await service.messages.findMessages({ filter, sort: 'id' }, caller.context);
    expect(items.map(({ plainContent }) => plainContent)).toEqual(events.map(({ comment }) => comment));
    for (const message of items) expect(message.id.slice(0, 12)).toBe(hex(minute(1)));
    const newer = await at.create({});
    const { tickets } = await service.tickets.listTickets({}, caller.context);
    expect(tickets.map((ticket) => ticket.id)).toEqual([newer.id, id]);
  });

  it('is reopened, assigned and marked unread by nothing but its events', async () => {
    const team = at.team('circular', 1);
    const ticket = await one({
      session: contactId(),
      processingTeam: team.id,
      events: [
        { at: minute(1), kind: 'status', status: 'DONE' },
        { at: minute(2), kind: 'message', from: 'contact', comment: 'Still dark' },
        { at: minute(3), kind: 'message', from: 'user', comment: 'Oh' },
      ],
    });
    expect(ticket).toMatchObject({
      status: 'DONE',
      queued: false,
      notificationsUnread: false,
      sessionNotificationsUnread: false,
    });
    expect(ticket.processingUser).toBeUndefined();
  });

  const opening = { at: CREATED, kind: 'message', from: 'user', comment: 'x' };
  it.each<[string, string, TicketSketch['events']]>([
    ['a first message of a user at its creation', 'team', [opening]],
    ['a first message of a user later', 'system', [{ ...opening, at: minute(1) }]],
    ['a note at its creation', 'system', [{ ...opening, isNote: true }]],
    ['another event before it', 'system', [{ at: CREATED, kind: 'status', status: 'DONE' }, opening]],
  ])('with %s was opened by the %s', async (_what, openedBy, events) => {
    const { id } = await one({ events: events ?? [] });
    expect((await histories.got(caller.projectId, [id]))[0]?.facts?.openedBy).toBe(openedBy);
  });

  it('is shown to its contact, read', async () => {
    const session = contactId();
    const { id } = await one({
      session,
      events: [
        { at: minute(1), kind: 'message', from: 'contact', comment: 'Dark' },
        { at: minute(2), kind: 'message', from: 'user', comment: 'Light' },
      ],
    });
    const { conversations } = await service.conversations.listConversations(
      { contactId: session },
      caller.context,
    );
    expect(conversations).toEqual([expect.objectContaining({ id, unreadCount: 0 })]);
    const { messages } = await service.conversations.listConversationMessages(
      { conversationId: id, contactId: session },
      caller.context,
    );
    expect(messages.map(({ createdAt }) => createdAt).sort()).toEqual([minute(1), minute(2)]);
    const reply = await service.messages.createMessage({ ticket: id, comment: 'More light' }, caller.context);
    expect(reply.message).toMatchObject({ index: 3 });
  });

  it('is found by its externalId, in its own project alone', async () => {
    const externalId = newId();
    const { id } = await one({ externalId });
    const filter = [{ field: 'externalId', operator: 'eq', values: [externalId] }];
    const find = async (context = caller.context) =>
      (await service.tickets.listTickets({ filter }, context)).tickets.map((ticket) => ticket.id);
    expect(await find()).toEqual([id]);
    expect(await find(callerIn(service.neighbours).context)).toEqual([]);
  });

  it('is found by search, and its messages too', async () => {
    const word = `w${newId()}`;
    const { id } = await one({
      title: `Lamp ${word}`,
      events: [{ at: CREATED, kind: 'message', from: 'user', comment: `Bulb m${word}` }],
    });
    await eventually(async () => {
      const { hits } = await service.tickets.searchTickets({ searchTerm: word }, caller.context);
      expect(hits.map(({ ticket }) => ticket?.id)).toEqual([id]);
      const found = await service.messages.searchMessages({ searchTerm: `m${word}` }, caller.context);
      expect(found.hits).toHaveLength(1);
    });
  });
});

describe('An import', () => {
  it('is silent: one event for statistics, no mail, webhook, workflow, clock or assignment', async () => {
    const session = contactId({ email: 'quiet@customer.example', sla: 3 });
    const { id } = await one({
      session,
      events: [
        { at: minute(1), kind: 'message', from: 'contact', comment: 'Dark' },
        { at: minute(2), kind: 'message', from: 'user', comment: 'Light' },
        { at: minute(3), kind: 'status', status: 'DONE' },
      ],
    });
    expect((await service.allEvents(id)).map(({ subject }) => subject)).toEqual([
      'tickets.v1.ticket.imported',
    ]);
    expect(await service.allEvents(session)).toEqual([]);
    expect(await service.db.query('SELECT id FROM mail_job WHERE aggregate_id = $1', [id])).toEqual([]);
    expect(await service.db.query('SELECT id FROM sla_clock WHERE ticket_id = $1', [id])).toEqual([]);
    expect(service.inbox.to('quiet@customer.example')).toEqual([]);
  });

  it('tells the whole history, as the stream does', async () => {
    const session = contactId();
    await importing(
      Array.from({ length: 60 }, (_, index) =>
        sketch({
          session,
          title: `Ticket ${index}`,
          events: [
            { at: CREATED, kind: 'message', from: 'contact', comment: 'secret' },
            { at: minute(1), kind: 'message', from: 'user', comment: 'secret' },
            { at: minute(2), kind: 'assign', processingUser: caller.userId, user: caller.userId },
            { at: minute(3), kind: 'status', status: 'DONE' },
            { at: minute(4), kind: 'rating', rating: 7 },
          ],
        }),
      ),
    );
    const events = (await service.allEvents()).filter(({ project_id }) => project_id === caller.projectId);
    expect(events).toHaveLength(60);
    expect(JSON.stringify(events)).not.toContain('secret');
    const streamed = await histories.streamed(caller.projectId);
    expect(comparable(putTogether(events))).toEqual(comparable(streamed));
    expect(streamed[0]).toMatchObject({
      birth: { status: 'OPEN', sessionId: session },
      facts: { status: 'DONE', rating: 7, ratedAt: minute(4), createdAt: CREATED },
      complete: true,
    });
  });

  it('changes nothing of an externalId that the project has, and makes it anew after its deletion', async () => {
    const ticket = sketch({ externalId: 'again', title: 'First' });
    const [first] = await importing([ticket]);
    const second = await importing([{ ...ticket, title: 'Second' }, sketch({ externalId: 'new' })]);
    expect(second).toEqual([
      { externalId: 'again', id: first?.id, created: false },
      { externalId: 'new', id: expect.any(String), created: true },
    ]);
    expect(await at.read(first?.id ?? '')).toMatchObject({ title: 'First' });
    await service.tickets.deleteTicket({ ticketId: first?.id ?? '' }, caller.context);
    const [third] = await importing([{ ...ticket, title: 'Third' }]);
    expect(third).toMatchObject({ created: true });
    expect(third?.id).not.toBe(first?.id);
  });

  it('makes each ticket once when equal calls come at once', async () => {
    const tickets = Array.from({ length: 20 }, (_, index) => sketch({ externalId: `t${index}` }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => importing(tickets)));
    expect(answers.flat().filter(({ created }) => created)).toHaveLength(20);
    expect((await service.tickets.listTickets({}, caller.context)).totalCount).toBe(20);
    for (const answer of answers) expect(answer.map(({ id }) => id)).toEqual(answers[0]?.map(({ id }) => id));
  });

  it('knows the same externalId of another project as another one', async () => {
    const ticket = sketch({ externalId: 'shared' });
    await importing([ticket]);
    caller = callerIn(service.neighbours);
    expect(await importing([ticket])).toEqual([expect.objectContaining({ created: true })]);
  });

  it('answers a repeated request as the first one', async () => {
    const key = { idempotencyKey: newId() };
    const first = await importing([sketch({ externalId: 'key' })], key);
    expect(await importing([sketch({ externalId: 'key' })], key)).toEqual(first);
    expect(first).toEqual([expect.objectContaining({ created: true })]);
  });

  it('takes 500 tickets with 20,000 events', async () => {
    const tickets = Array.from({ length: 500 }, (_, index) =>
      sketch({
        externalId: `t${index}`,
        events: Array.from({ length: 40 }, (_event, place) => ({
          at: minute(place),
          kind: 'message',
          from: 'user',
          comment: 'x',
        })),
      }),
    );
    expect(await importing(tickets)).toHaveLength(500);
    const [count] = await service.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM message WHERE project_id = $1',
      [caller.projectId],
    );
    expect(count?.count).toBe(20_000);
  });
});
