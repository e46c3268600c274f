import { newId } from '@parley/persistence';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('trackers');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const track = async (ticket: object = {}, customerEmail?: string) =>
  (
    await service.trackers.createTrackerTicket(
      { ticket, ...(customerEmail !== undefined && { customerEmail }) },
      caller.context,
    )
  ).ticket;
const find = async (request: object = {}, context = caller.context) =>
  (await service.trackers.findTrackerTickets(request, context)).tickets.map(({ title }) => title);
const create = async (ticket: object = {}) =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const say = (ticket: string, comment: string, rest: object = {}) =>
  service.messages.createMessage({ ticket, comment, ...rest }, caller.context);
const generate = (sourceTicketId: string, context = caller.context) =>
  service.trackers.generateTicketData({ sourceTicketId, type: 'BUG' }, context);

describe('CreateTrackerTicket', () => {
  it('makes an ordinary ticket with isTracker, and tells of it', async () => {
    const tracker = await track({ title: 'Exports stop', type: 'BUG', tags: ['t'] });
    expect(tracker).toMatchObject({
      title: 'Exports stop',
      isTracker: true,
      status: 'OPEN',
      bugId: 1,
      tags: ['t'],
    });
    expect((await service.tickets.getTicket({ ticketId: tracker?.id ?? '' }, caller.context)).ticket).toEqual(
      tracker,
    );
    const { tickets } = await service.tickets.listTickets({}, caller.context);
    expect(tickets).toEqual([tracker]);
    const events = await service.events(tracker?.id);
    expect(events.map(({ subject }) => subject)).toEqual(['tickets.v1.ticket.created']);
    expect(events[0]?.payload.ticket).toMatchObject({ isTracker: true, bugId: 1 });
  });

  it('makes the customer the creator session and the first upvoter', async () => {
    const known = service.neighbours.addContact(caller.projectId, {
      email: 'ada@x.example',
      name: 'Ada',
      sla: 5,
    });
    const tracker = await track(
      { upvotes: [{ email: 'b@x.example' }, { email: 'ADA@x.example' }] },
      'ada@x.example',
    );
    expect(tracker).toMatchObject({
      session: { id: known.id, name: 'Ada', email: 'ada@x.example' },
      upvotes: [{ email: 'ada@x.example', name: 'Ada' }, { email: 'b@x.example' }],
      upvotesCount: 2,
    });
    // Nobody waits for an answer to it.
    expect(tracker?.slaDueAt).toBeUndefined();
  });

  it('creates the contact of an unknown address, but not when the ticket is refused', async () => {
    const tracker = await track({ title: 'x' }, 'new@x.example');
    expect(tracker).toMatchObject({
      session: { id: expect.any(String), email: 'new@x.example' },
      upvotes: [{ email: 'new@x.example' }],
    });
    const before = service.neighbours.calls['ensureContactByEmail'];
    await expect(track({ processingUser: newId() }, 'other@x.example')).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [expect.objectContaining({ field: 'processingUser' })],
    });
    expect(service.neighbours.calls['ensureContactByEmail']).toBe(before);
  });

  it('links the tickets of linkedTicketIds, and names the vote after the customer', async () => {
    const [one, other] = [await create(), await create()];
    const { ticket } = await service.trackers.createTrackerTicket(
      {
        ticket: { title: 'x', linkedTickets: [one] },
        linkedTicketIds: [other, one],
        customerEmail: 'grace@x.example',
        customerName: 'Grace',
        skipDuplicateCheck: true,
        trackerTicket: true,
      },
      caller.context,
    );
    expect(ticket).toMatchObject({
      isTracker: true,
      session: { name: 'Grace', email: 'grace@x.example' },
      upvotes: [{ email: 'grace@x.example', name: 'Grace' }],
      linkedTickets: [one, other],
    });
    const named = await service.trackers.createTrackerTicket({ customerName: 'Ada' }, caller.context);
    expect(named.ticket).toMatchObject({ upvotes: [{ name: 'Ada' }], upvotesCount: 1 });
  });

  it('refuses a link under the name and at the place that the caller sent', async () => {
    const [one, unknown, other] = [await create(), newId(), newId()];
    const request = {
      ticket: { linkedTickets: [one, one, unknown] },
      linkedTicketIds: [unknown, one, other],
    };
    for (const customerEmail of [undefined, 'ada@example.com'])
      await expect(
        service.trackers.createTrackerTicket({ ...request, customerEmail }, caller.context),
      ).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
        fields: [{ field: 'linkedTickets.2' }, { field: 'linkedTicketIds.2' }],
      });
  });

  it('is what trackerTicket: true and isTracker make of any new ticket; an id says what it reports to', async () => {
    const made = async (request: object) =>
      (await service.tickets.createTicket(request, caller.context)).ticket;
    for (const request of [{ trackerTicket: true }, { isTracker: true }]) {
      const tracker = await made({ ...request, ticket: { title: 't' } });
      expect(tracker).toMatchObject({ title: 't', isTracker: true });
      const reporting = await made({ trackerTicket: tracker?.id });
      expect(reporting).toMatchObject({ isTracker: false, trackerTicket: tracker?.id });
    }
    expect(await made({ trackerTicket: false })).toMatchObject({ isTracker: false });
    const { id: session } = service.neighbours.addContact(caller.projectId, { sla: 10 });
    for (const request of [{ trackerTicket: true }, { isTracker: true }]) {
      const { ticket } = await service.tickets.composeTicket(
        { ...request, ticket: { session } },
        caller.context,
      );
      expect(ticket).toMatchObject({ isTracker: true });
      expect(ticket?.slaDueAt).toBeUndefined();
    }
    for (const trackerTicket of [5, {}, newId()])
      await expect(made({ trackerTicket })).rejects.toMatchObject({ fields: [{ field: 'trackerTicket' }] });
  });

  it('is decided when a ticket is created: a change that says otherwise is refused', async () => {
    const change = async (ticketId: string | undefined, trackerTicket: unknown) =>
      (await service.tickets.updateTicket({ ticketId: ticketId ?? '', trackerTicket }, caller.context))
        .ticket;
    const [tracker, ticket] = [await track({ title: 'tracker' }), await create()];
    expect(await change(tracker?.id, true)).toMatchObject({ isTracker: true });
    expect(await change(ticket, false)).toMatchObject({ isTracker: false });
    expect(await change(ticket, tracker?.id)).toMatchObject({ isTracker: false, trackerTicket: tracker?.id });
    for (const [id, said] of [
      [tracker?.id, false],
      [ticket, true],
      [ticket, 5],
      [ticket, newId()],
    ] as const)
      await expect(change(id, said)).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
        fields: [{ field: 'trackerTicket' }],
      });
  });

  it('links both ways, and takes the tickets that refer to it', async () => {
    const linked = await create();
    const tracker = await track({ linkedTickets: [linked] });
    const other = await create({ trackerTicket: tracker?.id });
    const read = async (ticketId: string) =>
      (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
    expect((await read(linked))?.linkedTickets).toEqual([tracker?.id]);
    expect((await read(other))?.trackerTicket).toBe(tracker?.id);
  });
});

describe('FindTrackerTickets', () => {
  it('answers 20 a page from page 1, newest first, trackers only', async () => {
    await create({ title: 'no tracker' });
    for (let index = 1; index <= 25; index += 1) await track({ title: `T${index}` });
    expect(await find()).toEqual(Array.from({ length: 20 }, (_, index) => `T${25 - index}`));
    expect(await find({ page: 2 })).toEqual(['T5', 'T4', 'T3', 'T2', 'T1']);
    expect(await find({ page: 3 })).toEqual([]);
    await expect(find({ page: 0 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('searches title and description in any case, literally, and by number', async () => {
    await track({ title: 'Dark MODE' });
    await track({ title: 'Other', description: 'about a dark mode too' });
    await track({ title: '100% sure_thing' });
    expect(await find({ searchTerm: 'dark mode' })).toEqual(['Other', 'Dark MODE']);
    expect(await find({ searchTerm: '0% s' })).toEqual(['100% sure_thing']);
    expect(await find({ searchTerm: 'sure_' })).toEqual(['100% sure_thing']);
    expect(await find({ searchTerm: '_a' })).toEqual([]);
    expect(await find({ searchTerm: '#2' })).toEqual(['Other']);
    expect(await find({ searchTerm: '99999999999' })).toEqual([]);
    expect(await find({ searchTerm: '  ' })).toHaveLength(3);
  });

  it('leaves out archived, hidden, spam and merged ones', async () => {
    await track({ title: 'archived', archived: true });
    await track({ title: 'hidden', hidden: true });
    await track({ title: 'spam', isSpam: true });
    const merged = await track({ title: 'merged' });
    const main = await track({ title: 'main' });
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [merged?.id ?? ''], targetTicketId: main?.id ?? '' },
      caller.context,
    );
    expect(await find()).toEqual(['main']);
  });

  it('reads trackers by an index of their own', async () => {
    await track({ title: 'x' });
    const plan = await service.db.query<Record<string, string>>(
      `EXPLAIN SELECT * FROM ticket t WHERE t.project_id = $1 AND t.is_tracker AND NOT t.archived AND NOT t.hidden
          AND NOT t.is_spam AND t.duplicate_of_id IS NULL ORDER BY t.id DESC LIMIT 20`,
      [caller.projectId],
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/ticket_listed_tracker/);
  });

  it('shows a second project none, and works for an agent', async () => {
    await track({ title: 'mine' });
    expect(await find({}, callerIn(service.neighbours).context)).toEqual([]);
    expect(await find({}, makeContext(caller.projectId, caller.context.scope.actor, 'agent'))).toEqual([
      'mine',
    ]);
  });
});

describe('GenerateTicketData', () => {
  it('extracts the title and the first sentences, about 30 words, and invents nothing', async () => {
    const description =
      'The export of our orders stops at 80 percent. It shows an error about memory. This happens each Monday since the update of last week. Please help us soon because our accountant waits for the numbers of the month.';
    const id = await create({ title: 'Export fails', description });
    const data = await generate(id);
    expect(data.title).toBe('Export fails');
    expect(data.description).toBe(
      'The export of our orders stops at 80 percent. It shows an error about memory. This happens each Monday since the update of last week.',
    );
    expect(data.description.split(' ').length).toBeLessThanOrEqual(30);
  });

  it('reads what the contact and the team wrote to each other, the contact first, and never a note', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const id = await create({ session: contact.id });
    await say(id, 'We look into it.');
    await say(id, 'SECRET the customer is difficult.', { isNote: true });
    await say(id, 'The login page is blank.', { session: contact.id });
    expect(await generate(id)).toEqual({
      title: 'The login page is blank',
      description: 'The login page is blank. We look into it.',
    });
  });

  it('cuts a first sentence that is too long', async () => {
    const id = await create({
      description: Array.from({ length: 200 }, (_, index) => `w${index}`).join(' '),
    });
    const { title, description } = await generate(id);
    expect(description.split(' ')).toHaveLength(30);
    expect(description).toMatch(/w29…$/);
    expect(title).toMatch(/^w0 .* w11…$/);
  });

  it('answers empty texts for a ticket that says nothing', async () => {
    expect(await generate(await create())).toEqual({ title: '', description: '' });
  });

  it('answers 404 for an unknown, malformed or foreign ticket', async () => {
    const id = await create({ title: 'x' });
    const missing = { reason: 'TICKET_NOT_FOUND' };
    for (const unknown of [newId(), 'nonsense'])
      await expect(generate(unknown)).rejects.toMatchObject(missing);
    await expect(generate(id, callerIn(service.neighbours).context)).rejects.toMatchObject(missing);
  });
});
