import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('search_tickets');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  return answer.ticket?.id ?? '';
};
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);
const say = (ticket: string, comment: string, rest: object = {}) =>
  service.messages.createMessage({ ticket, comment, ...rest }, caller.context);
const search = async (searchTerm: string, limit = 0) =>
  (await service.tickets.searchTickets({ searchTerm, limit }, caller.context)).hits;
const found = async (searchTerm: string) => (await search(searchTerm)).map(({ ticket }) => ticket?.id);
const finds = (searchTerm: string, ...ids: string[]) =>
  eventually(async () => expect((await found(searchTerm)).sort()).toEqual([...ids].sort()));

describe('SearchTickets', () => {
  it('finds by title, description, content, comment, note and customer, with relevance and snippet', async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      name: 'Grace Hopper',
      email: 'grace@navy.example',
    });
    const byTitle = await create({ title: 'Invoice missing', score: 99 });
    const byText = await create({ description: 'The quarterly ledger', content: 'about marmalade' });
    const byMessage = await create({ session: contact.id });
    await say(byMessage, 'The zeppelin landed');
    await say(byMessage, 'Secret walrus', { isNote: true });
    await finds('invoice', byTitle);
    await finds('ledger', byText);
    await finds('marmalade', byText);
    await finds('zeppelin', byMessage);
    await finds('walrus', byMessage);
    await finds('hopper', byMessage);
    const [hit] = await search('invoice');
    expect(hit?.highlight['title']).toBe('<em>Invoice</em> missing');
    expect(hit?.ticket).toMatchObject({ id: byTitle, title: 'Invoice missing' });
    expect(hit?.ticket?.score).toBeGreaterThan(0);
    expect(hit?.ticket?.score).toBeLessThanOrEqual(1);
  });

  it('forgives a typo of one letter in words of 5 or more and demands every word', async () => {
    const id = await create({ title: 'Password reset fails' });
    await finds('pasword reset', id);
    await finds('password unicorn');
  });

  it('finds archived tickets, but not hidden, spam and merged ones; a merged one counts for its main', async () => {
    const archived = await create({ title: 'platypus one', archived: true });
    const hidden = await create({ title: 'platypus two' });
    const spam = await create({ title: 'platypus three' });
    const main = await create({ title: 'ostrich' });
    const merged = await create({ title: 'platypus four' });
    await say(merged, 'flamingo');
    await finds('platypus', archived, hidden, spam, merged);
    await update(hidden, { hidden: true });
    await update(spam, { isSpam: true });
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main, merged]);
    await update(merged, { description: 'touched' });
    await finds('flamingo', main);
    await say(merged, 'another pelican');
    await finds('pelican', main);
    await update(hidden, { description: 'still hidden' });
    await service.db.query(
      `INSERT INTO search_queue (project_id, index_name, id) VALUES ($1, 'tickets', $2)`,
      [caller.projectId, merged],
    );
    await finds('platypus', archived);
    await update(hidden, { hidden: false });
    await finds('platypus', archived, hidden);
  });

  it('finds every one of 40 writes that come at 20 a second, each while the next ones arrive', async () => {
    // How soon is measured by the benchmark; here each has to be found before the last ones are written or soon after.
    const ticket = await create({ title: 'quarterly' });
    const finding: Promise<unknown>[] = [];
    const words = Array.from({ length: 40 }, (_, index) => `w${String(index * 7_919).padStart(6, '0')}`);
    for (const [index, word] of words.entries()) {
      const [written] = await Promise.all([
        index % 2 === 0 ? create({ title: word }) : say(ticket, word).then(() => ticket),
        sleep(50),
      ]);
      finding.push(finds(word, written));
    }
    await Promise.all(finding);
    await eventually(async () =>
      expect(await service.metrics.text()).toMatch(/^search_index_lag_seconds\{service="tickets"\} 0$/m),
    );
  });

  it('takes 20 changes of one ticket to the index with few writes', async () => {
    const id = await create({ title: 'origin' });
    await finds('origin', id);
    await service.db.query(
      `CREATE TABLE written (id text);
       CREATE FUNCTION written() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO written VALUES (NEW.id); RETURN NULL; END $$;
       CREATE TRIGGER written AFTER UPDATE ON search_document FOR EACH ROW EXECUTE FUNCTION written()`,
    );
    // While the marks cannot be taken, they come together.
    await service.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE search_document IN EXCLUSIVE MODE');
      for (let change = 1; change <= 20; change += 1) await update(id, { title: `change${change}` });
    });
    await finds('change20', id);
    const writes = await service.db.query('SELECT FROM written WHERE id = $1', [id]);
    // One that waited for the lock, and one with all that came meanwhile.
    expect(writes.length).toBeLessThanOrEqual(2);
    await service.db.query('DROP FUNCTION written CASCADE');
  });

  it('answers at most 30 hits, fewer when asked', async () => {
    await Promise.all(Array.from({ length: 35 }, (_, index) => create({ title: `narwhal ${index}` })));
    await eventually(async () => expect(await search('narwhal')).toHaveLength(30));
    expect(await search('narwhal', 100)).toHaveLength(30);
    expect(await search('narwhal', 3)).toHaveLength(3);
  });

  it('shows the state of the database, not of the index', async () => {
    const id = await create({ title: 'chameleon', status: 'OPEN' });
    await finds('chameleon', id);
    await update(id, { status: 'DONE' });
    expect((await search('chameleon'))[0]?.ticket?.status).toBe('DONE');
  });

  it('answers 400 invalid_query for a blank term', async () => {
    await expect(search('  ')).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_QUERY' });
  });

  it('finds nothing of another project', async () => {
    const id = await create({ title: 'salamander' });
    await finds('salamander', id);
    const other = callerIn(service.neighbours);
    expect((await service.tickets.searchTickets({ searchTerm: 'salamander' }, other.context)).hits).toEqual(
      [],
    );
  });
});
