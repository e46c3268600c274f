import type { Sql } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { loadDocuments } from '../src/core/search-documents.store';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('merged_messages');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}) =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const read = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);
const merge = (id: string, main: string) =>
  service.merging.mergeTickets({ ticketsToMergeIds: [id], targetTicketId: main }, caller.context);
const say = async (ticket: string, comment: string, rest: object = {}) =>
  (await service.messages.createMessage({ ticket, comment, ...rest }, caller.context)).message;
const ofTicket = (ticket: string) => [{ field: 'ticket', operator: 'eq', values: [ticket] }];
const find = async (ticket: string, rest: object = {}) => {
  const answer = await service.messages.findMessages({ filter: ofTicket(ticket), ...rest }, caller.context);
  return { ...answer, texts: answer.items.map(({ plainContent }) => plainContent) };
};
const contact = (name: string) =>
  service.neighbours.addContact(caller.projectId, { name, email: `${name}@x.example`, sla: 60 });

describe('Messages of merged tickets', () => {
  it('are found by the main ticket in the order of their creation, page by page, and still by their own', async () => {
    const [main, id, leaf] = [await create(), await create(), await create()];
    await say(main, 'one');
    await say(id, 'two');
    await say(leaf, 'three');
    await say(main, 'four');
    await merge(leaf, id);
    await merge(id, main);
    expect((await find(main)).texts).toEqual(['four', 'three', 'two', 'one']);
    const first = await find(main, { limit: 3 });
    expect(first).toMatchObject({ texts: ['four', 'three', 'two'], hasMore: true });
    expect(await find(main, { limit: 3, before: first.nextBefore })).toMatchObject({
      texts: ['one'],
      hasMore: false,
    });
    expect((await find(id)).texts).toEqual(['two']);
    const other = callerIn(service.neighbours);
    await expect(
      service.messages.findMessages({ filter: ofTicket(main) }, other.context),
    ).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
  });

  it('are read by an index however many messages the project has', async () => {
    const [main, id] = [await create(), await create()];
    await say(main, 'a');
    await say(id, 'b');
    await merge(id, main);
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, created_at, updated_at)
       SELECT project_id, lpad(to_hex(n), 24, '0'), 'o', lpad(to_hex(n / 10), 24, '0'), n % 10, 'TEXT', now(), now()
         FROM message, generate_series(1, 20000) n WHERE ticket_id = $1`,
      [main],
    );
    await service.db.query('ANALYZE message');
    const plan = await service.db.query<Record<string, string>>(
      `EXPLAIN SELECT * FROM message m WHERE m.project_id = $1 AND m.reply_to_id IS NULL AND m.ticket_id = ANY($2)
        ORDER BY m.id DESC LIMIT 51`,
      [caller.projectId, [main, id]],
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/message_project_id_ticket_id/);
    expect(text).not.toMatch(/Seq Scan/);
    expect((await find(main)).texts).toEqual(['b', 'a']);
    // The search document of a ticket reads its own messages and not the project's.
    const statements: [string, readonly unknown[]][] = [];
    const recorder: Sql = {
      query: <Row>(statement: string, values: readonly unknown[] = []) => {
        statements.push([statement, values]);
        return service.db.query<Row>(statement, values);
      },
    };
    expect(await loadDocuments(recorder, caller.projectId, [main])).toMatchObject([{ comments: 'b\na' }]);
    const [[statement, values] = ['', []]] = statements;
    const loading = await service.db.query<Record<string, string>>(`EXPLAIN ${statement}`, values);
    expect(loading.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /message_project_id_ticket_id_id_idx on message/,
    );
  });

  it('are searched for the main ticket, whose document holds them', async () => {
    const [main, id] = [await create({ title: 'ostrich' }), await create({ title: 'platypus' })];
    await say(id, 'flamingo');
    const found = async (searchTerm: string) =>
      (await service.tickets.searchTickets({ searchTerm }, caller.context)).hits.map(
        ({ ticket }) => ticket?.id,
      );
    await eventually(async () => expect(await found('platypus')).toEqual([id]));
    await merge(id, main);
    await eventually(async () => expect(await found('flamingo')).toEqual([main]));
    await eventually(async () => expect(await found('platypus')).toEqual([]));
    const documents = () =>
      service.db.query('SELECT id FROM search_document WHERE index_name = $1 AND id = $2', ['tickets', id]);
    await eventually(async () => expect(await documents()).toEqual([]));
    await say(id, 'pelican');
    await eventually(async () => expect(await found('pelican')).toEqual([main]));
  });
});

describe('A message to a merged ticket', () => {
  it('by the contact stays in its thread, and reopens, wakes and marks the main ticket', async () => {
    const [ann, bob] = [contact('ann'), contact('bob')];
    const [main, id] = [await create({ session: ann.id }), await create({ session: bob.id })];
    await say(id, 'sent', {});
    await say(main, 'sent too');
    await merge(id, main);
    await update(main, { status: 'DONE', notificationsUnread: false });
    const message = await say(id, 'not solved', { session: bob.id });
    expect(message).toMatchObject({ ticket: id, index: 2 });
    expect((await find(main)).texts[0]).toBe('not solved');
    const after = await read(main);
    expect(after).toMatchObject({
      status: 'OPEN',
      notificationsUnread: true,
      latestComment: 'not solved',
      // The main ticket's contact is another one.
      latestPublicComment: 'sent too',
      lastResponse: { contact: message?.createdAt },
      slaDueAt: new Date(Date.parse(message?.createdAt ?? '') + 60 * 60_000).toISOString(),
    });
    expect(await read(id)).not.toHaveProperty('slaDueAt', expect.anything());
    const last = (await service.events(main)).at(-1);
    expect(last).toMatchObject({ subject: 'tickets.v1.ticket.updated', payload: { changed: ['status'] } });
    await update(main, { snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await say(id, 'hello?', { session: bob.id });
    expect(await read(main)).toMatchObject({ status: 'OPEN', snoozed: false });
  });

  it('by the team goes to its own contact, stops the clock of the main ticket, and is one event', async () => {
    const [ann, bob] = [contact('carla'), contact('dan')];
    const [main, id] = [await create({ session: ann.id }), await create({ session: bob.id })];
    await merge(id, main);
    await say(id, 'first', { session: bob.id });
    expect((await read(main))?.slaDueAt).toBeDefined();
    const eventsBefore = (await service.events(main)).length;
    const reply = await say(id, 'answer');
    await eventually(() => expect(service.inbox.to('dan@x.example')).toHaveLength(1));
    expect(service.inbox.to('carla@x.example')).toEqual([]);
    const after = await read(main);
    expect(after).toMatchObject({
      hasAgentReply: true,
      firstResponse: reply?.createdAt,
      lastResponse: { admin: reply?.createdAt },
      latestComment: 'answer',
      sessionNotificationsUnread: false,
    });
    expect(after?.slaDueAt).toBeUndefined();
    expect(await service.events(main)).toHaveLength(eventsBefore);
  });

  it('as a note is the latest comment only, with the same mutation id one message', async () => {
    const [main, id] = [await create(), await create()];
    await merge(id, main);
    const note = { isNote: true, data: { clientMutationId: 'm1' } };
    const first = await say(id, 'psst', note);
    expect(await say(id, 'psst again', note)).toMatchObject({ id: first?.id });
    expect(await read(main)).toMatchObject({ latestComment: 'psst', hasAgentReply: false });
    expect((await read(main))?.latestPublicComment).toBeUndefined();
    expect((await find(main)).texts).toEqual(['psst']);
  });

  it('loses nothing of 20 at once, while the ticket is being merged', async () => {
    const bob = contact('eve');
    const [main, id] = [await create({ status: 'DONE' }), await create({ session: bob.id })];
    const work = Array.from({ length: 20 }, (_, index) =>
      say(id, `m${index}`, index % 2 === 0 ? { session: bob.id } : {}),
    );
    await Promise.all([...work, merge(id, main)]);
    expect((await find(main)).items).toHaveLength(20);
    expect((await find(main)).items.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});
