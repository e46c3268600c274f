import { createEvents, eventTablesSql, topology } from '@parley/events';
import { newId } from '@parley/persistence';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually } from '@parley/testing';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { contactSide, type ContactSide } from './support/contact-side';
import { createImporter, minute, sketch } from './support/imports';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let side: ContactSide;
let ada: TestCaller;
let ben: TestCaller;
beforeAll(async () => {
  service = await startTickets('personal_reading');
});
afterAll(() => service.stop());
beforeEach(() => {
  side = contactSide(service);
  ada = side.caller;
  ben = callerIn(service.neighbours, ada.projectId);
});

const program = () => makeContext(ada.projectId, { type: 'service', id: newId(), name: 'Orders' });
const get = async (ticketId: string, { context } = ada): Promise<Ticket> =>
  (await service.tickets.getTicket({ ticketId }, context)).ticket as Ticket;
const isUnread = async (ticketId: string, who = ada) => (await get(ticketId, who)).unreadForMe;
/** Whether it is unread for Ada, and for Ben. */
const unread = async (ticketId: string) => [await isUnread(ticketId), await isUnread(ticketId, ben)];
const put = async (ticketId: string, read?: boolean, { context } = ada): Promise<Ticket> =>
  (await service.actions.readTicket({ ticketId, ...(read !== undefined && { read }) }, context))
    .ticket as Ticket;
const say = async (ticket: string, rest: object = {}, { context } = ada): Promise<string> =>
  (await service.messages.createMessage({ ticket, comment: 'words', ...rest }, context)).message?.id ?? '';
const remove = (messageId: string) => service.messages.deleteMessage({ messageId }, ada.context);
const update = (ticketId: string, ticket: object, { context } = ada) =>
  service.tickets.updateTicket({ ticketId, ticket, nulls: [] }, context);
const create = async (ticket: object = {}, { context } = ada): Promise<string> =>
  (await service.tickets.createTicket({ ticket }, context)).ticket?.id ?? '';
const list = async (unreadForMe?: boolean, { context } = ada): Promise<string[]> =>
  (await service.tickets.listTickets({ ...(unreadForMe !== undefined && { unreadForMe }) }, context)).tickets
    .map(({ id }) => id)
    .sort();
const rows = (ticketId: string) =>
  service.db.query('SELECT user_id FROM ticket_read WHERE ticket_id = $1', [ticketId]);

describe('A ticket is unread for a person', () => {
  it('until the person reads it, without a message too; its creator has read it', async () => {
    const created = await service.tickets.createTicket({ ticket: { description: 'a form' } }, ada.context);
    expect(created.ticket?.unreadForMe).toBe(false);
    const id = created.ticket?.id ?? '';
    expect(await unread(id)).toEqual([false, true]);
    expect((await put(id, undefined, ben)).unreadForMe).toBe(false);
    expect(await unread(id)).toEqual([false, false]);
    const opened = await side.open();
    expect(await unread(opened.id)).toEqual([true, true]);
  });

  it('for each who asks, however many ask at the same time', async () => {
    const ids = [await create({}), await create({}, ben), await create({})];
    const asked = Array.from({ length: 10 }, () =>
      ids.flatMap((id) => [isUnread(id), isUnread(id, ben)]),
    ).flat();
    const answers = await Promise.all(asked);
    const expected = [false, true, true, false, false, true];
    expect(answers).toEqual(Array.from({ length: 10 }, () => expected).flat());
  });

  it.each([
    ['a contact', (id: string) => side.send(id, 'b')],
    ['a colleague', (id: string) => say(id, {}, ben)],
    ['a colleague as a note', (id: string) => say(id, { isNote: true }, ben)],
    ['a bot in the own name', (id: string) => say(id, { bot: true })],
    [
      'a service account',
      (id: string) => service.messages.createMessage({ ticket: id, comment: 'c' }, program()),
    ],
  ])('again when %s writes after the last reading', async (_, write) => {
    const { id } = await side.open({ comment: 'a' });
    await put(id);
    expect(await isUnread(id)).toBe(false);
    await write(id);
    expect(await isUnread(id)).toBe(true);
    await put(id);
    expect(await isUnread(id)).toBe(false);
  });

  it('until the person writes: it has read what it answers', async () => {
    const { id } = await side.open({ comment: 'a' });
    await say(id);
    expect(await unread(id)).toEqual([false, true]);
    await say(id, { isNote: true }, ben);
    expect(await unread(id)).toEqual([true, false]);
    await say(id, { isNote: true });
    expect(await unread(id)).toEqual([false, true]);
  });

  it('when the person marks it so, until it reads or writes, whatever others do', async () => {
    const id = await create();
    const marked = await put(id, false);
    expect(marked.unreadForMe).toBe(true);
    expect(await unread(id)).toEqual([true, true]);
    await say(id);
    expect(await isUnread(id)).toBe(false);
    await put(id, false);
    await say(id, {}, ben);
    expect(await isUnread(id)).toBe(true);
    await put(id);
    expect(await isUnread(id)).toBe(false);
  });

  it('not once it is closed, until the next message; a mark of the person stays', async () => {
    const { id } = await side.open({ comment: 'a' });
    await put(id, false);
    expect(await unread(id)).toEqual([true, true]);
    await update(id, { status: 'DONE' });
    expect(await unread(id)).toEqual([true, false]);
    await put(id, false, ben);
    expect(await unread(id)).toEqual([true, true]);
    await put(id);
    await put(id, undefined, ben);
    expect(await unread(id)).toEqual([false, false]);
    await update(id, { status: 'OPEN' });
    expect(await unread(id)).toEqual([false, false]);
    await side.send(id, 'again');
    expect(await unread(id)).toEqual([true, true]);
    await put(id);
    await update(id, { status: 'DONE' });
    expect(await rows(id)).toEqual([]);
    await say(id, { isNote: true }, ben);
    expect(await unread(id)).toEqual([true, false]);
  });

  it('not when it is imported, until the next message', async () => {
    const [made] = await createImporter(
      service,
      () => ada,
    )([
      sketch({
        events: [{ kind: 'message', at: minute(1), from: 'contact', comment: 'a' }],
        email: 'lin@x.example',
      }),
    ]);
    const id = made?.id ?? '';
    expect(await unread(id)).toEqual([false, false]);
    await say(id);
    expect(await unread(id)).toEqual([false, true]);
  });
});

describe('What is deleted', () => {
  it('makes nothing unread: the newest message that is left counts', async () => {
    const { id } = await side.open({ comment: 'a' });
    await put(id);
    const second = await say(id, {}, ben);
    expect(await isUnread(id)).toBe(true);
    await remove(second);
    expect(await isUnread(id)).toBe(false);
    const own = await say(id);
    expect(await unread(id)).toEqual([false, true]);
    await remove(own);
    expect(await unread(id)).toEqual([false, true]);
    await update(id, { status: 'DONE' });
    await remove(await say(id, { isNote: true }, ben));
    expect(await unread(id)).toEqual([false, false]);
  });

  it('is deleted with the ticket', async () => {
    const id = await create();
    await put(id, undefined, ben);
    expect(await rows(id)).toHaveLength(1);
    await service.tickets.deleteTicket({ ticketId: id }, ada.context);
    expect(await rows(id)).toEqual([]);
  });

  it('is deleted when the person leaves the project', async () => {
    const { db, drop } = await createTestDatabase('reading_workspace');
    await db.query(eventTablesSql);
    const events = createEvents({
      service: 'workspace',
      db,
      transport: service.broker,
      topology: topology.filter(({ consumer }) => consumer === 'tickets'),
      log: createLogger({ service: 'test', level: 'error' }),
    });
    await events.start();
    const id = await create();
    await put(id, false);
    await put(id, undefined, ben);
    const { projectId, userId } = ben;
    const payload = { projectId, userId };
    await events.append(db, [
      { subject: 'workspace.v1.member.removed', projectId, aggregateId: userId, payload },
    ]);
    events.wake();
    await eventually(async () => expect(await rows(id)).toEqual([{ user_id: ada.userId }]));
    await events.stop();
    await drop();
  });
});

describe('Merged tickets', () => {
  const merge = (id: string, main: string) =>
    service.merging.mergeTickets({ ticketsToMergeIds: [id], targetTicketId: main }, ada.context);

  it('are news of the main ticket for all but the one who merges, and so are later messages in them', async () => {
    const [main, other] = [(await side.open({ comment: 'a' })).id, (await side.open({ comment: 'b' })).id];
    for (const id of [main, other]) {
      await put(id);
      await put(id, undefined, ben);
    }
    expect((await merge(other, main)).ticket?.unreadForMe).toBe(false);
    expect(await unread(main)).toEqual([false, true]);
    await put(main, undefined, ben);
    expect(await unread(main)).toEqual([false, false]);
    await say(other, { session: side.contactId });
    expect(await unread(main)).toEqual([true, true]);
    const answer = await say(other);
    expect(await unread(main)).toEqual([false, true]);
    await put(main, undefined, ben);
    await remove(answer);
    expect(await unread(main)).toEqual([true, false]);
  });
});

describe('The mark of the team', () => {
  it('is cleared by a reading, in silence when it is not set; a person who marks as unread leaves it', async () => {
    const { id } = await side.open({ comment: 'a' });
    expect((await put(id)).notificationsUnread).toBe(false);
    const changes = async () =>
      (await service.events(id)).filter(({ subject }) => subject === 'tickets.v1.ticket.updated').length;
    expect(await changes()).toBe(1);
    const before = await get(id);
    await put(id, undefined, ben);
    expect(await put(id, false)).toMatchObject({ notificationsUnread: false, unreadForMe: true });
    expect(await changes()).toBe(1);
    expect((await get(id)).updatedAt).toBe(before.updatedAt);
  });

  it('is all that a service account has and sets', async () => {
    const { id } = await side.open({ comment: 'a' });
    const context = program();
    const who = { ...ada, context };
    expect(await get(id, who)).not.toHaveProperty('unreadForMe', expect.anything());
    expect((await put(id, undefined, who)).notificationsUnread).toBe(false);
    expect((await put(id, false, who)).notificationsUnread).toBe(true);
    expect(await unread(id)).toEqual([true, true]);
    expect(await rows(id)).toEqual([]);
    await expect(list(true, who)).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    await expect(service.tickets.countTicketsByStatus({ unreadForMe: true }, context)).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
    });
  });
});

describe('Lists', () => {
  it('show and filter by what is unread for the caller, in their text too', async () => {
    const [read, fresh, marked, closed] = [
      (await side.open({ comment: 'a' })).id,
      (await side.open({ comment: 'b' })).id,
      await create(),
      (await side.open({ comment: 'c' })).id,
    ];
    await put(read);
    await put(marked, false);
    await update(closed, { status: 'DONE' });
    const both = [fresh, marked].sort();
    const rest = [read, closed].sort();
    expect([await list(true), await list(false)]).toEqual([both, rest]);
    expect(await list(true, ben)).toEqual([read, fresh, marked].sort());
    const { counts } = await service.tickets.countTicketsByStatus({ unreadForMe: true }, ada.context);
    expect(counts).toEqual([{ _id: 'OPEN', count: 2 }]);
    const answer = await service.tickets.listTickets({}, ada.context);
    const shown = answer.tickets.map(({ id, unreadForMe }) => ({ id, unreadForMe }));
    expect(
      shown
        .filter(({ unreadForMe }) => unreadForMe)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(both);
    const { text } = await service.tickets.listTickets({ asText: true }, ada.context);
    const page = JSON.parse(text) as { tickets: Ticket[] };
    expect(page.tickets.map(({ id, unreadForMe }) => ({ id, unreadForMe }))).toEqual(shown);
    const plain = await service.tickets.listTickets({ asText: true }, program());
    expect(plain.text).not.toContain('unreadForMe');
    const inbox = await service.unifiedInbox.listUnifiedInbox({ type: 'unassigned' }, ada.context);
    const unreadIds = inbox.tickets.filter(({ unreadForMe }) => unreadForMe).map(({ id }) => id);
    expect(unreadIds).toEqual(expect.arrayContaining([fresh]));
    expect(unreadIds).not.toContain(read);
  });
});
