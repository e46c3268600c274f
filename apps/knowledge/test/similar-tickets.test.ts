import { newId } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';
import type { TestTicket } from './support/neighbours';
import { expectSimilarToItself, tellOfTicket } from './support/similar';

describe('similar tickets', () => {
  let service: TestKnowledge;
  let its: TestProject;
  beforeAll(async () => {
    service = await startKnowledge();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    its = service.project();
  });

  const make = (changes: Partial<TestTicket>): Promise<TestTicket> => tellOfTicket(service, its.id, changes);
  const find = async (query: string, more: object = {}) =>
    (await service.knowledge.findSimilarTickets({ query, ...more }, its.as('agent'))).results;

  // With a model: quality.test.ts.
  it('have a cosine of at least 0.6 when title and description are the query, also below many messages', () =>
    expectSimilarToItself(service));

  it('are counted, show at most 500 characters, and no secret', async () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    const description = `The sackbut key is ${secret}. ${'The sackbut key squeaks. '.repeat(50)}`;
    await make({ title: `Sackbut ${secret}`, description });
    const { results, count } = await service.knowledge.findSimilarTickets(
      { query: 'The sackbut key squeaks' },
      its.as('agent'),
    );
    expect([results.length, count]).toEqual([1, 1]);
    expect(results[0]?.title).toBe('Sackbut [redacted]');
    expect(results[0]?.content).toMatch(/^The sackbut key is \[redacted\]\./);
    expect(results[0]?.content.length).toBeLessThanOrEqual(500);
  });

  it('are found by a public message, and show the first one without a description', async () => {
    const { id } = await make({ title: '', messages: ['The trombone slide is stuck.'] });
    expect(await find('trombone slide is stuck')).toEqual([
      expect.objectContaining({ ticketId: id, content: 'The trombone slide is stuck.' }),
    ]);
  });

  it('have at least 0.3, most similar first, 5 by default and 20 at most', async () => {
    await make({ title: 'The broken garden gate of our neighbours needs paint and hinges' });
    // Its cosine is about 0.22.
    expect(await find('kazoo broken')).toEqual([]);
    await Promise.all(
      Array.from({ length: 22 }, (_, n) => make({ title: `Kazoo ${'very '.repeat(n % 3)}broken` })),
    );
    expect(await find('kazoo broken')).toHaveLength(5);
    const all = await find('kazoo broken', { limit: 100 });
    expect(all).toHaveLength(20);
    const similarities = all.map(({ similarity }) => similarity);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    expect(Math.min(...similarities)).toBeGreaterThanOrEqual(0.3);
    expect(await find('quantum chromodynamics')).toEqual([]);
  });

  it('leave out the named one; an unknown one leaves out nothing', async () => {
    const { id } = await make({ title: 'The banjo lost a string' });
    expect(await find('banjo lost a string', { excludeTicketId: id })).toEqual([]);
    expect(await find('banjo lost a string', { excludeTicketId: newId() })).toHaveLength(1);
    expect(await find('banjo lost a string', { excludeTicketId: 'nonsense' })).toHaveLength(1);
  });

  it('leave when they are hidden, deleted, or their contact is deleted; judgements go with them', async () => {
    const sessionId = newId();
    const hidden = await make({ title: 'Piccolo one' });
    const deleted = await make({ title: 'Piccolo two' });
    const orphan = await make({ title: 'Piccolo three', sessionId });
    expect(await find('piccolo')).toHaveLength(3);
    for (const [ticketId, contactId] of [
      [deleted.id, newId()],
      [orphan.id, sessionId],
    ])
      await service.db.query(
        `INSERT INTO agent_eval (project_id, id, organisation_id, ticket_id, session_id, verdict, description, question,
             created_by, created_at, updated_at)
           VALUES ($1, $2, 'o', $3, $4, 'bad', 'Too long.', 'How?', 'u', now(), now())`,
        [its.id, newId(), ticketId, contactId],
      );
    hidden.isHidden = true;
    expect((await find('piccolo')).map(({ ticketId }) => ticketId)).not.toContain(hidden.id);
    service.neighbours.tickets.delete(deleted.id);
    service.neighbours.tickets.delete(orphan.id);
    await service.publish('tickets.v1.ticket.deleted', its.id, deleted.id, { ticket: { id: deleted.id } });
    await service.publish('contacts.v1.contact.deleted', its.id, sessionId, {});
    await eventually(async () =>
      expect(
        await service.db.query('SELECT FROM ticket_vector WHERE session_id = $1', [sessionId]),
      ).toHaveLength(0),
    );
    expect(await find('piccolo')).toEqual([]);
    await eventually(async () =>
      expect(await service.db.query('SELECT FROM agent_eval WHERE project_id = $1', [its.id])).toEqual([]),
    );
  });

  it('of a deleted contact are not kept, also when they are read before the tickets service forgets them', async () => {
    const sessionId = newId();
    const { id } = await make({ title: 'The ocarina is cracked', sessionId });
    const vectors = () => service.db.query('SELECT FROM ticket_vector WHERE ticket_id = $1', [id]);
    const marks = () => service.db.query('SELECT FROM source_mark WHERE id = $1', [id]);
    expect(await vectors()).not.toEqual([]);
    await service.publish('contacts.v1.contact.deleted', its.id, sessionId, {});
    await eventually(async () => expect(await vectors()).toEqual([]));
    const handled = () =>
      service.db
        .query(`SELECT FROM inbox_event WHERE durable = 'knowledge-tickets'`)
        .then(({ length }) => length);
    const before = await handled();
    await service.publish('tickets.v1.ticket.updated', its.id, id, { ticket: { id } });
    // The mark is made in the transaction that remembers the event.
    await eventually(async () => expect(await handled()).toBeGreaterThan(before));
    await eventually(async () => expect(await marks()).toEqual([]));
    expect(await vectors()).toEqual([]);
  });

  it('are of the own project alone', async () => {
    await make({ title: 'The lyre is out of tune' });
    its = service.project();
    expect(await find('lyre out of tune')).toEqual([]);
  });

  it.each([
    ['query', '', {}],
    ['query', 'x'.repeat(8_001), {}],
    ['limit', 'x', { limit: 0 }],
  ])('refuse a wrong %s (%#)', async (field, query, more) => {
    await expect(find(query, more)).rejects.toMatchObject({
      kind: 'invalid',
      fields: [expect.objectContaining({ field })],
    });
  });

  describe('among those that the tickets service names', () => {
    const rank = async (query: string, tickets: readonly { id: string }[], more: object = {}) => {
      const request = { query, ticketIds: tickets.map(({ id }) => id), limit: 10, ...more };
      return (await service.comparison.rankTickets(request, its.as('agent'))).tickets;
    };
    const group = async (tickets: readonly { id: string }[]) => {
      const request = { ticketIds: tickets.map(({ id }) => id) };
      // A job of the tickets service asks, and no caller.
      const context = systemContext('scan for duplicates', { projectId: its.id });
      return (await service.comparison.groupTickets(request, context)).groups;
    };

    it('rank by title and description, most similar first, from a least similarity on', async () => {
      const dark = await make({ title: 'Dark theme', description: 'A dark mode for the dashboard.' });
      const night = await make({ title: 'Night mode', description: 'A dark appearance would be great.' });
      const said = await make({ title: 'Invoices', messages: ['Is there a dark theme?'], description: 'x' });
      await make({ title: 'Dark theme' });
      const all = [night, said, dark];
      const ranked = await rank('dark theme for the dashboard', all);
      expect(ranked.map(({ ticketId }) => ticketId)).toEqual([dark.id, night.id]);
      expect(ranked[0]?.similarity).toBeLessThanOrEqual(1);
      expect(await rank('dark theme for the dashboard', all, { limit: 1 })).toHaveLength(1);
      expect(await rank('dark theme for the dashboard', all, { minSimilarity: 0.99 })).toEqual([]);
      expect(await rank('dark theme for the dashboard', all, { minSimilarity: 0 })).toHaveLength(3);
      expect(await rank('dark theme', [])).toEqual([]);
      its = service.project();
      expect(await rank('dark theme', all)).toEqual([]);
      expect(await group(all)).toEqual([]);
    });

    it('rank the best among thousands without comparing all exactly', async () => {
      const needle = await make({ title: 'Calendar synchronisation with Outlook' });
      // Vectors of chance texts: their signatures are as far away as chance makes them.
      const others = await service.db.query<{ id: string }>(
        `INSERT INTO ticket_vector (project_id, ticket_id, part, hash, model, signature, vector)
         SELECT $1, lpad(to_hex(n), 24, '0'), 0, '', v.model,
                (SELECT string_agg(CASE WHEN random() < 0.5 THEN '0' ELSE '1' END, '')
                   FROM generate_series(1, 1024) WHERE n = n)::bit(1024), decode(repeat('00', 4096), 'hex')
           FROM generate_series(1, 3000) n, (SELECT model FROM ticket_vector WHERE ticket_id = $2 AND part = 0) v
         RETURNING ticket_id AS id`,
        [its.id, needle.id],
      );
      const ranked = await rank('outlook calendar', [...others, needle]);
      expect(ranked.map(({ ticketId }) => ticketId)).toEqual([needle.id]);
    });

    it('group those alike by their present texts, the first one of each group leading', async () => {
      const text = { title: 'Dark mode', description: 'A dark theme for the dashboard.' };
      const [read, changed] = [await make(text), await make({ title: 'Slack notifications' })];
      // Of these no event arrived yet.
      Object.assign(changed, text);
      const unread = service.neighbours.ticket(its.id, { ...text, title: 'A dark mode' });
      const hidden = service.neighbours.ticket(its.id, { ...text, isHidden: true });
      const other = service.neighbours.ticket(its.id, { title: 'Export orders as CSV' });
      const [found, ...more] = await group([unread, hidden, other, changed, read]);
      expect(more).toEqual([]);
      expect(found?.ticketIds).toEqual([unread.id, changed.id, read.id]);
      expect(found?.similarity).toBeGreaterThan(0.5);
      expect(found?.similarity).toBeLessThanOrEqual(1);
      expect(await service.db.query('SELECT FROM ticket_vector WHERE ticket_id = $1', [unread.id])).toEqual(
        [],
      );
    });

    it('group at most 101, of at most 2,000', async () => {
      const alike = (count: number, title: string) =>
        Array.from({ length: count }, () => service.neighbours.ticket(its.id, { title }));
      expect((await group(alike(105, 'Kiosk'))).map(({ ticketIds }) => ticketIds.length)).toEqual([101, 4]);
      const all = [...alike(1_999, ''), ...alike(2, 'Quokka petting zoo')];
      expect(await group(all)).toEqual([]);
      expect(await group(all.slice(1))).toHaveLength(1);
    });
  });
});
