import type { Sql } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { createIsUnread } from '../src/core';
import { createTicketTexts } from '../src/tickets/ticket-texts';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('ticket_texts');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}): Promise<string> => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket.id;
};
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);

/** The database, noting how many whole rows were read, and letting somebody in between two looks. */
const watched = (between: () => Promise<unknown> = () => Promise.resolve()) => {
  const seen = { rows: 0 };
  const sql: Sql = {
    query: async (text, ...rest) => {
      const rows = await service.db.query(text, ...rest);
      if (text.includes('organisation_id')) seen.rows += rows.length;
      else await between();
      return rows as never;
    },
  };
  return { texts: createTicketTexts(sql, createIsUnread(sql)), seen };
};
const OPEN = `t.status = 'OPEN'`;
const page = () => ({
  where: OPEN,
  params: [caller.projectId],
  orderBy: 't.id DESC',
  skip: 0,
  limit: 50,
});
const listTitles = (text: string): string[] =>
  (JSON.parse(text) as { title: string }[]).map(({ title }) => title);

/** Tickets with something in every kind of field, one of them with a stored score. */
const createSeveral = async (): Promise<void> => {
  const contact = service.neighbours.addContact(caller.projectId, { name: 'Ada "the first" Lovelace' });
  const id = await create({
    title: 'quokka\u2028"',
    tags: ['<b>', 'ü'],
    customData: { deep: [{ a: null }] },
  });
  await service.db.query('UPDATE ticket SET score = 7.5 WHERE id = $1', [id]);
  await create({ title: 'quokka two', session: contact.id, dueDate: '2030-01-02T03:04:05.678Z' });
  await create({ title: 'quokka three', description: 'quokka', priority: 'HIGH', type: 'BUG' });
};

it('a list as text is what the list is', async () => {
  await createSeveral();
  for (const request of [{}, { skip: 1, limit: 1 }, { sort: 'title' }, { archived: true }]) {
    const whole = await service.tickets.listTickets(request, caller.context);
    const asked = await service.tickets.listTickets({ ...request, asText: true }, caller.context);
    const { tickets, count, totalCount, text } = whole;
    expect(text).toBe('');
    expect(asked).toMatchObject({ tickets: [], count, totalCount });
    expect(JSON.parse(asked.text)).toEqual(JSON.parse(JSON.stringify({ tickets, count, totalCount })));
  }
});

it('hits as text are what the hits are, each once with the score of the hit', async () => {
  await createSeveral();
  const search = (asText: boolean) =>
    service.tickets.searchTickets({ searchTerm: 'quokka', asText }, caller.context);
  await eventually(async () => expect((await search(false)).hits).toHaveLength(3));
  const [{ hits }, { hits: none, text }] = [await search(false), await search(true)];
  expect(none).toEqual([]);
  expect(text.match(/"score":/g)).toHaveLength(3);
  expect(JSON.parse(text)).toEqual(
    JSON.parse(JSON.stringify({ hits: hits.map(({ ticket, highlight }) => ({ ...ticket, highlight })) })),
  );
});

it('reads whole rows once, and again those that changed, or whose contact changed', async () => {
  const contact = service.neighbours.addContact(caller.projectId, { name: 'Ada' });
  const [a] = [await create({ title: 'a' }), await create({ title: 'b', session: contact.id })];
  const { texts, seen } = watched();
  const look = async () => listTitles((await texts.page(page(), null)).text);
  expect(await look()).toEqual(['b', 'a']);
  expect(await look()).toEqual(['b', 'a']);
  expect(seen.rows).toBe(2);
  await update(a, { title: 'A' });
  expect(await look()).toEqual(['b', 'A']);
  expect(seen.rows).toBe(3);
  await service.db.query('UPDATE contact_reference SET name = $2 WHERE id = $1', [contact.id, 'Grace']);
  expect(JSON.parse((await texts.page(page(), null)).text)).toMatchObject([
    { session: { name: 'Grace' } },
    {},
  ]);
  expect(seen.rows).toBe(4);
  caller = callerIn(service.neighbours);
  expect(await texts.page(page(), null)).toEqual({ text: '[]', count: 0 });
});

it('what changes between the look at versions and the reading is answered only if it still belongs to the answer', async () => {
  const [a] = [await create({ title: 'a' }), await create({ title: 'b' })];
  const once = (change: () => Promise<unknown>) => {
    let isDone = false;
    return watched(async () => {
      if (!isDone) await change();
      isDone = true;
    }).texts;
  };
  const listed = once(() => update(a, { status: 'DONE' }));
  expect(listTitles((await listed.page(page(), null)).text)).toEqual(['b']);
  const found = once(() => service.db.query('UPDATE ticket SET hidden = true WHERE id = $1', [a]));
  expect(await found.hits(caller.projectId, [{ id: a, score: 1, highlight: {} }], null)).toBe('[]');
  const c = await create({ title: 'c' });
  expect(listTitles((await listed.page(page(), null)).text)).toEqual(['c', 'b']);
  const hits = [a, c].map((id) => ({ id, score: 1, highlight: {} }));
  expect(listTitles(await found.hits(caller.projectId, hits, null))).toEqual(['c']);
});
