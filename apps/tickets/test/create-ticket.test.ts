import { isId, newId, timeOfId } from '@parley/persistence';
import { makeContext, callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('create_ticket');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object, context = caller.context) => {
  const answer = await service.tickets.createTicket({ ticket }, context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const problem = (field: string) => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: [expect.objectContaining({ field })],
});

describe('CreateTicket', () => {
  it('defaults type to BUG, status to OPEN and priority to MEDIUM', async () => {
    const ticket = await create({});
    expect(ticket).toMatchObject({
      type: 'BUG',
      status: 'OPEN',
      priority: 'MEDIUM',
      bugId: 1,
      tags: [],
      snoozed: false,
    });
    expect(isId(ticket.id)).toBe(true);
    expect(ticket._id).toBe(ticket.id);
    expect(ticket.project).toBe(caller.projectId);
    expect(ticket.createdAt).toBe(timeOfId(ticket.id).toISOString());
    expect(ticket.updatedAt).toBe(ticket.createdAt);
    expect(ticket.title).toBeUndefined();
  });

  it('answers every field it was sent, and the same document on reading', async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      email: 'grace@example.com',
      name: 'Grace',
      userId: 'u-1',
      companyId: 'acme',
    });
    const team = service.neighbours.addTeam(caller.projectId, 'Support');
    const sent = {
      title: 'Cannot sign in',
      description: 'It says no',
      content: 'plain text',
      type: 'ANYTHING',
      status: 'WAITING',
      priority: 'HIGH',
      tags: ['billing', 'urgent', 'billing'],
      session: contact.id,
      sessions: [contact.id],
      processingUser: caller.userId,
      processingTeam: team.id,
      mentions: [caller.userId],
      customData: { plan: 'pro', nothing: null, nested: [{ a: 1 }] },
      attributes: { seats: 3 },
      formData: { q: 'a' },
      form: { id: 'f' },
      metaData: { browser: 'x' },
      upvotes: [{ email: 'a@example.com' }, { name: 'B' }],
      score: 1.5,
      dueDate: '2030-01-02T03:04:05.006Z',
      hidden: false,
      isSpam: false,
      noHumanInteraction: true,
      conversationRating: 7,
      lexorank: '0|a',
      notificationsUnread: true,
      sessionNotificationsUnread: true,
      outbound: 'o',
      bot: { active: true },
      attachments: [{ name: 'a.png', url: 'https://example.com/a.png', type: 'image/png' }],
      channel: { id: 'c', type: 'EMAIL' },
      sentiment: 'positive',
      aiSummary: 'short',
      consoleLog: [{ line: 1 }],
      networkLogs: [{ url: '/' }],
      customEventLog: [{ name: 'x' }],
      actionLog: [{ name: 'y' }],
      integrations: { jira: { key: 'A-1' } },
      isSilent: true,
      manuallyAdded: true,
      preventAutoReply: true,
    };
    const ticket = await create(sent);
    expect(ticket).toMatchObject({
      ...sent,
      content: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'plain text' }] }],
      },
      plainContent: 'plain text',
      tags: ['billing', 'urgent'],
      session: { id: contact.id, name: 'Grace', email: 'grace@example.com', userId: 'u-1' },
      processingUser: { id: caller.userId, firstName: 'Ada', lastName: 'Agent', email: 'ada@team.example' },
      processingTeam: { id: team.id, name: 'Support' },
      upvotesCount: 2,
      companyId: 'acme',
      firstAssignmentAt: ticket.createdAt,
      hasAgentReply: false,
    });
    expect(await read(ticket.id)).toEqual(ticket);
  });

  it('leaves absent what was not sent, never null', async () => {
    const ticket = await read((await create({ title: 'x' })).id);
    expect(
      Object.entries(JSON.parse(JSON.stringify(ticket)) as object).filter(([, value]) => value === null),
    ).toEqual([]);
    expect(ticket).not.toHaveProperty('slaDueAt', expect.anything());
  });

  it('numbers 200 concurrent tickets of a project without gaps and apart from another project', async () => {
    const other = callerIn(service.neighbours);
    const created = await Promise.all([
      ...Array.from({ length: 200 }, () => create({ title: 'x' })),
      ...Array.from({ length: 20 }, () => create({ title: 'y' }, other.context)),
    ]);
    const numbers = (projectId: string) =>
      created
        .filter(({ project }) => project === projectId)
        .map(({ bugId }) => bugId)
        .sort((a, b) => a - b);
    expect(numbers(caller.projectId)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(numbers(other.projectId)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('takes no number for a ticket that fails among concurrent ones, and fails no neighbour', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    await create({ session: contact.id });
    // The contact is forgotten behind the service's back after it was checked: the foreign key refuses the insert.
    await service.db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.title = 'refuse' THEN RAISE foreign_key_violation USING CONSTRAINT = 'ticket_session_fkey'; END IF;
         RETURN NEW; END $$`,
    );
    await service.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => create({ title: index % 10 === 3 ? 'refuse' : 'fine' })),
    );
    await service.db.query('DROP TRIGGER refuse ON ticket');
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(6);
    expect(failed[0]).toMatchObject({ reason: problem('session') });
    const numbers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.bugId] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 54 }, (_, index) => index + 2));
  });

  it('tells of the ticket once, with its number and the call it came from', async () => {
    const ticket = { ...(await create({ title: 'x', customData: { a: 1 } })), unreadForMe: undefined };
    expect(await service.events(ticket.id)).toEqual([
      {
        subject: 'tickets.v1.ticket.created',
        project_id: caller.projectId,
        aggregate_id: ticket.id,
        payload: {
          ticket: JSON.parse(JSON.stringify(ticket)) as unknown,
          history: expect.objectContaining({ ticketId: ticket.id }) as unknown,
        },
        headers: { requestId: caller.context.requestId },
      },
    ]);
  });

  it('leaves the largest fields out of an event of more than 900,000 bytes, not out of the ticket', async () => {
    const networkLogs = [{ body: 'x'.repeat(1_000_000) }];
    const ticket = await create({ title: 'big', networkLogs, customData: { plan: 'pro' } });
    const [event] = await service.events(ticket.id);
    expect(event?.payload.ticket).not.toHaveProperty('networkLogs');
    expect(event?.payload.ticket).toMatchObject({ title: 'big', customData: { plan: 'pro' }, bugId: 1 });
    expect((await read(ticket.id))?.networkLogs).toEqual(networkLogs);
  });

  it.each([
    ['session', { session: newId() }],
    ['session', { session: 'not an id' }],
    ['sessions.0', { sessions: [newId()] }],
    ['processingUser', { processingUser: newId() }],
    ['processingTeam', { processingTeam: newId() }],
    ['mentions.0', { mentions: [newId()] }],
    ['linkedTickets.0', { linkedTickets: [newId()] }],
    ['trackerTicket', { trackerTicket: newId() }],
  ])('answers 400 naming %s when this project has no such thing', async (field, ticket) => {
    await expect(create(ticket)).rejects.toMatchObject(problem(field));
  });

  it('answers 400 for a contact, user, team or ticket of another project', async () => {
    const other = callerIn(service.neighbours);
    const contact = service.neighbours.addContact(other.projectId);
    const team = service.neighbours.addTeam(other.projectId, 'Theirs');
    const foreign = await create({ session: contact.id, processingTeam: team.id }, other.context);
    for (const [field, ticket] of [
      ['session', { session: contact.id }],
      ['processingUser', { processingUser: other.userId }],
      ['processingTeam', { processingTeam: team.id }],
      ['linkedTickets.0', { linkedTickets: [foreign.id] }],
      ['trackerTicket', { trackerTicket: foreign.id }],
    ] as const) {
      await expect(create(ticket)).rejects.toMatchObject(problem(field));
    }
  });

  it.each([
    ['tags', { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    ['tags.0', { tags: ['x'.repeat(65)] }],
    ['tags.1', { tags: ['fine', ''] }],
    ['tags.0', { tags: [5] }],
    ['sessions', { sessions: Array(201).fill('a') }],
    ['mentions', { mentions: Array(201).fill('a') }],
    ['linkedTickets', { linkedTickets: Array(1_001).fill('a') }],
    ['upvotes', { upvotes: Array(10_001).fill({ name: 'a' }) }],
    ['upvotes.0', { upvotes: ['someone'] }],
    ['upvotes.0', { upvotes: [{ email: 5 }] }],
    ['upvotes.0', { upvotes: [{}] }],
    ['attachments.0', { attachments: [{ name: 'a' }] }],
    ['attachments.0', { attachments: [{ name: 'a', url: 'javascript:alert(1)' }] }],
    [
      'attachments',
      { attachments: Array.from({ length: 101 }, () => ({ name: 'a', url: 'https://x.example' })) },
    ],
    ['snoozedUntil', { snoozedUntil: '2020-01-01T00:00:00.000Z' }],
    ['dueDate', { dueDate: '0000-01-01T00:00:00.000Z' }],
  ])('answers 400 naming %s for a malformed value', async (field, ticket) => {
    await expect(create(ticket)).rejects.toMatchObject(problem(field));
  });

  it('takes 100 tags of 64 characters', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => String(index).padStart(64, 'x'));
    expect((await create({ tags })).tags).toEqual(tags);
  });

  it('refuses a content of more than 204,800 bytes with 413', async () => {
    await expect(create({ content: 'x'.repeat(204_801) })).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('starts the service level clock of a contact that has one', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { sla: 30 });
    const ticket = await create({ session: contact.id });
    const due = new Date(ticket.slaDueAt ?? 0).getTime() - new Date(ticket.createdAt ?? 0).getTime();
    expect(Math.abs(due - 30 * 60_000)).toBeLessThan(1_000);
    expect((await create({})).slaDueAt).toBeUndefined();
  });

  it('is SNOOZED from the start with a future snoozedUntil', async () => {
    const ticket = await create({ snoozedUntil: '2100-01-01T00:00:00.000Z', status: 'INPROGRESS' });
    expect(ticket).toMatchObject({
      status: 'SNOOZED',
      snoozed: true,
      snoozedUntil: '2100-01-01T00:00:00.000Z',
    });
  });

  it('links in both directions', async () => {
    const first = await create({});
    const second = await create({ linkedTickets: [first.id] });
    expect(second).toMatchObject({ linkedTickets: [first.id], bugId: 2 });
    expect(await read(first.id)).toMatchObject({ linkedTickets: [second.id] });
  });

  it('asks for a contact once and takes it from its own copy afterwards', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { name: 'Once' });
    await create({ session: contact.id });
    const before = service.neighbours.calls['getContactReferences'];
    expect((await create({ session: contact.id })).session?.name).toBe('Once');
    expect(service.neighbours.calls['getContactReferences']).toBe(before);
  });

  it('takes a service account as caller', async () => {
    const actor = { type: 'service' as const, id: newId(), name: 'Importer' };
    expect(await create({ title: 'x' }, makeContext(caller.projectId, actor, 'user'))).toMatchObject({
      title: 'x',
    });
  });
});

describe('A ticket whose request has an idempotency key', () => {
  it('is created once by 20 calls at once, with one number and one event, and all are answered alike', async () => {
    const first = await create({ title: 'before' });
    const context = { ...caller.context, idempotencyKey: newId() };
    const tickets = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'once' }, context)));
    expect(new Set(tickets.map((ticket) => JSON.stringify(ticket))).size).toBe(1);
    expect(await service.events(tickets[0]?.id ?? '')).toHaveLength(1);
    expect(await read(tickets[0]?.id ?? '')).toMatchObject({ title: 'once', bugId: first.bugId + 1 });
    expect((await create({ title: 'after' })).bugId).toBe(first.bugId + 2);
  });

  it('is answered as it was created, also when it was changed or deleted meanwhile', async () => {
    const context = { ...caller.context, idempotencyKey: newId() };
    const created = await create({ title: 'as it was' }, context);
    await service.tickets.updateTicket(
      { ticketId: created.id, ticket: { title: 'as it is' } },
      caller.context,
    );
    expect(await create({ title: 'as it was' }, context)).toEqual(created);
    await service.tickets.deleteTicket({ ticketId: created.id }, caller.context);
    expect(await create({ title: 'as it was' }, context)).toEqual(created);
    expect(await read(created.id).catch(() => undefined)).toBeUndefined();
  });

  it('is tried again when it was refused', async () => {
    const context = { ...caller.context, idempotencyKey: newId() };
    await expect(create({ linkedTickets: [newId()] }, context)).rejects.toMatchObject(
      problem('linkedTickets.0'),
    );
    expect(await create({ title: 'now' }, context)).toMatchObject({ title: 'now' });
  });

  it.each([
    [
      'composed',
      async (context: TestCaller['context']) =>
        (
          await service.tickets.composeTicket(
            { email: 'twice@example.com', message: 'Hello', ticket: {} },
            context,
          )
        ).ticket,
    ],
    [
      'tracking',
      async (context: TestCaller['context']) =>
        (await service.trackers.createTrackerTicket({ ticket: { title: 'Outage' } }, context)).ticket,
    ],
  ])('is created once where it is %s', async (_name, make) => {
    const context = { ...caller.context, idempotencyKey: newId() };
    const [one, other] = [await make(context), await make(context)];
    expect(one?.id).toBeDefined();
    expect(other).toEqual(one);
    const { totalCount } = await service.tickets.listTickets({}, caller.context);
    expect(totalCount).toBe(1);
  });
});
