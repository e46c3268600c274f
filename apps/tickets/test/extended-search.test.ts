import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('extended_search');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}): Promise<string> =>
  (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
const search = async (searchTerm: string, type?: string, context = caller.context) => {
  const found = await service.lookups.searchTicketsExtended({ searchTerm, type }, context);
  return {
    session: found.sessionResults.map(({ id }) => id),
    general: found.generalResults.map(({ id }) => id),
  };
};
const indexed = (searchTerm: string, count: number) =>
  eventually(async () => expect((await search(searchTerm)).general).toHaveLength(count));

describe('SearchTicketsExtended', () => {
  it('finds tickets of contacts that match and tickets that match; a ticket may be in both', async () => {
    const lin = service.neighbours.addContact(caller.projectId, {
      name: 'Lin Walrus',
      phone: '+49 30 12345',
    });
    const byContact = await create({ session: lin.id, title: 'Invoice' });
    const both = await create({ session: lin.id, title: 'A walrus on the roof' });
    const byText = await create({ title: 'Feed the walrus' });
    await indexed('walrus', 3);
    const found = await search('walrus');
    expect(found.session).toEqual([both, byContact]);
    expect(found.general.sort()).toEqual([byContact, both, byText].sort());
    expect((await search('12345')).session).toEqual([both, byContact]);
    const { sessionResults } = await service.lookups.searchTicketsExtended(
      { searchTerm: 'walrus' },
      caller.context,
    );
    expect(sessionResults[1]).toEqual(
      (await service.tickets.getTicket({ ticketId: byContact }, caller.context)).ticket,
    );
  });

  it('finds by a comment, best first', async () => {
    const often = await create({ title: 'zeppelin zeppelin' });
    const once = await create();
    await service.messages.createMessage({ ticket: once, comment: 'the zeppelin' }, caller.context);
    await indexed('zeppelin', 2);
    expect((await search('zeppelin')).general).toEqual([often, once]);
  });

  it('STRICT, the default, demands every word; BROAD takes any', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { name: 'Lin Pelican' });
    const one = await create({ session: lin.id, title: 'apple' });
    const two = await create({ title: 'banana' });
    await indexed('banana', 1);
    expect(await search('apple banana')).toEqual({ session: [], general: [] });
    expect(await search('apple banana', 'STRICT')).toEqual({ session: [], general: [] });
    const broad = await search('pelican apple banana', 'BROAD');
    expect(broad.session).toEqual([one]);
    expect(broad.general.sort()).toEqual([one, two].sort());
    expect((await search('lin pelican')).session).toEqual([one]);
  });

  it('finds archived tickets in both buckets, but not hidden, spam and merged ones', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { name: 'Lin Marmot' });
    const session = lin.id;
    const archived = await create({ session, title: 'marmot', archived: true });
    const listed = await create({ session, title: 'marmot' });
    await create({ session, title: 'marmot', hidden: true });
    await create({ session, title: 'marmot', isSpam: true });
    const merged = await create({ session, title: 'marmot' });
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [listed, merged]);
    await indexed('marmot', 2);
    const found = await search('marmot');
    expect(found.session.sort()).toEqual([archived, listed].sort());
    expect(found.general.sort()).toEqual([archived, listed].sort());
  });

  it('answers at most 250 tickets in each bucket, the newest of the contacts', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { name: 'Lin Ostrich' });
    const first = await create({ session: lin.id, title: 'ostrich' });
    await service.db.query(
      `INSERT INTO ticket SELECT (json_populate_record(t, json_build_object('id', 'f' || lpad(to_hex(n), 23, '0'), 'bug_id', n + 1))).*
         FROM ticket t, generate_series(1, 259) n WHERE t.id = $1`,
      [first],
    );
    await service.db.query(
      `INSERT INTO search_queue (project_id, index_name, id) SELECT project_id, 'tickets', id FROM ticket
        WHERE project_id = $1 AND id <> $2`,
      [caller.projectId, first],
    );
    await indexed('ostrich', 250);
    const found = await search('ostrich');
    expect(found.session).toEqual(
      Array.from({ length: 250 }, (_, index) => `f${(259 - index).toString(16).padStart(23, '0')}`),
    );
    expect(new Set(found.general).size).toBe(250);
  });

  it('answers 400 invalid_query for a blank term', async () => {
    await expect(search('  ')).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_QUERY',
      fields: [{ field: 'searchTerm' }],
    });
  });

  it('finds nothing of another project', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { name: 'Lin Salamander' });
    await create({ session: lin.id, title: 'salamander' });
    await indexed('salamander', 1);
    const other = callerIn(service.neighbours);
    expect(await search('salamander', undefined, other.context)).toEqual({ session: [], general: [] });
  });

  it('is 503 while the search engine is away, never one bucket alone', async () => {
    const lame = await startTickets('extended_without_engine', {
      searchEngine: { kind: 'meilisearch', url: 'http://127.0.0.1:1' },
      log: createLogger({ service: 'tickets', level: 'silent' }),
    });
    const { context } = callerIn(lame.neighbours);
    await expect(lame.lookups.searchTicketsExtended({ searchTerm: 'x' }, context)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await lame.stop();
  });
});
