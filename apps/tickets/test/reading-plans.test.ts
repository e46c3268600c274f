import type { Sql } from '@parley/persistence';
import { countTickets, findTickets, isUnreadFor, LISTED } from '../src/core';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

/** Closed tickets, open ones that the caller has read, and open ones that it has not. */
const CLOSED = 20_000;
const READ = 1_000;
const UNREAD = 5;

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('reading_plans');
  caller = callerIn(service.neighbours);
  const { ticket } = await service.tickets.createTicket({ ticket: {} }, caller.context);
  const { db } = service;
  const id = (from: number) => `lpad(to_hex(${from} + n), 24, '0')`;
  const copy = async (from: number, count: number, columns: string): Promise<void> => {
    await db.query(
      `INSERT INTO ticket SELECT r.* FROM ticket t CROSS JOIN generate_series(1, $2::integer) n,
         LATERAL json_populate_record(t, json_build_object('id', ${id(from)}, 'bug_id', ${from} + 1000 + n,
           'last_activity', now() - n * interval '1 minute', ${columns})) r WHERE t.id = $1`,
      [ticket?.id, count],
    );
  };
  const fresh = "'news_author_id', null, 'waiting_since', now() - n * interval '1 minute'";
  await copy(1, CLOSED, "'status', 'DONE', 'news_id', null");
  await copy(CLOSED + 1, READ, `'news_id', ${id(CLOSED + 1)}, ${fresh}`);
  await copy(CLOSED + READ + 1, UNREAD, `'news_id', ${id(CLOSED + READ + 1)}, ${fresh}`);
  await db.query(
    `INSERT INTO ticket_read (project_id, ticket_id, user_id, news_id, is_unread)
     SELECT $1, ${id(CLOSED + 1)}, $2, ${id(CLOSED + 1)}, false FROM generate_series(1, $3::integer) n`,
    [caller.projectId, caller.userId, READ],
  );
  await db.query('ANALYZE ticket');
  await db.query('ANALYZE ticket_read');
}, 240_000);
afterAll(() => service.stop());

/** The plan of a query with its answer. */
const explain = async <Answer>(run: (sql: Sql) => Promise<Answer>): Promise<[string, Answer]> => {
  let plan = '';
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    plan = (await service.db.query<object>(`EXPLAIN ANALYZE ${text}`, values))
      .map((row) => Object.values(row)[0])
      .join('\n');
    return service.db.query<Row>(text, values);
  };
  const answer = await run({ query });
  return [plan, answer];
};
const unread = () => ({
  where: `${LISTED} AND ${isUnreadFor('$2')}`,
  params: [caller.projectId, caller.userId],
});
const page = { skip: 0, limit: 50 };

describe('With 20,000 closed tickets and 1,000 that were read', () => {
  it.each(['t.last_activity DESC, t.id DESC', 't.id DESC'])(
    'the unread ones come from the index of what may be unread, by %s',
    async (orderBy) => {
      const [plan, found] = await explain((sql) => findTickets(sql, { ...unread(), orderBy, ...page }));
      expect(found).toHaveLength(UNREAD);
      expect(plan).toContain('ticket_news');
      expect(plan).not.toMatch(/Seq Scan on ticket/);
    },
  );

  it('they are counted from it', async () => {
    const [plan, count] = await explain((sql) => countTickets(sql, unread()));
    expect(count).toBe(UNREAD);
    expect(plan).toContain('ticket_news');
  });

  it('who waits longest comes first from an index in order', async () => {
    const query = { where: LISTED, params: [caller.projectId], ...page };
    const orderBy = 't.waiting_since ASC NULLS LAST, t.id ASC';
    const [plan, found] = await explain((sql) => findTickets(sql, { ...query, orderBy }));
    expect(found.every(({ waitingSince }) => waitingSince !== null)).toBe(true);
    expect(plan).toContain('ticket_listed_waiting');
  });
});
