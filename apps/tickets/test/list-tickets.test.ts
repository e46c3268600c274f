import { newId } from '@parley/persistence';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('list_tickets');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const eq = (field: string, ...values: string[]) => ({ field, operator: 'eq', values });
const list = async (request: object = {}) => {
  const { tickets, count, totalCount } = await service.tickets.listTickets(request, caller.context);
  return { titles: tickets.map(({ title }) => title), count, totalCount };
};
const counts = async (filter: object[] = []) =>
  (await service.tickets.countTicketsByStatus({ filter }, caller.context)).counts;
const mergeInto = (main: string, duplicate: string) =>
  service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main, duplicate]);
const invalidQuery = { kind: 'invalid', reason: 'INVALID_QUERY' };

describe('ListTickets', () => {
  it('answers newest first, 50 by default, and how many match in all', async () => {
    await Promise.all(Array.from({ length: 55 }, () => create({ title: 'x' })));
    await create({ title: 'newest' });
    const { titles, count, totalCount } = await list();
    expect(titles[0]).toBe('newest');
    expect({ length: titles.length, count, totalCount }).toEqual({ length: 50, count: 50, totalCount: 56 });
    expect(await list({ skip: 54 })).toMatchObject({ count: 2, totalCount: 56 });
    expect(await list({ skip: 100 })).toEqual({ titles: [], count: 0, totalCount: 56 });
  });

  it('clamps limit above 1000 to 1000 and refuses negative values', async () => {
    const answer = await service.tickets.createTicket({}, caller.context);
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token,
         secret_share_token, mail_token, last_activity, created_at, updated_at)
       SELECT project_id, lpad(to_hex(n), 24, '0'), 'o', n + 1, 'BUG', 'OPEN', 1, '', '', '', now(), now(), now()
         FROM ticket, generate_series(1, 1004) n WHERE id = $1`,
      [answer.ticket?.id],
    );
    expect(await list({ limit: 5000 })).toMatchObject({ count: 1000, totalCount: 1005 });
    await expect(list({ limit: -1 })).rejects.toMatchObject(invalidQuery);
    await expect(list({ skip: -1 })).rejects.toMatchObject(invalidQuery);
  });

  it('leaves out archived, hidden, spam and merged tickets unless asked for', async () => {
    const plain = await create({ title: 'plain' });
    await create({ title: 'archived', archived: true });
    await create({ title: 'hidden', hidden: true });
    await create({ title: 'spam', isSpam: true });
    await create({ title: 'hidden and archived', hidden: true, archived: true });
    const merged = await create({ title: 'merged' });
    await mergeInto(plain.id, merged.id);
    expect(await list()).toEqual({ titles: ['plain'], count: 1, totalCount: 1 });
    expect(await list({ archived: true })).toEqual({ titles: ['archived'], count: 1, totalCount: 1 });
    expect(await list({ ignoreArchived: false })).toEqual({
      titles: ['archived', 'plain'],
      count: 2,
      totalCount: 2,
    });
    expect(await list({ archived: true, ignoreArchived: false })).toMatchObject({ titles: ['archived'] });
    expect(await list({ archived: false })).toMatchObject({ titles: ['plain'] });
    expect(await list({ hidden: true })).toMatchObject({ titles: ['hidden'], totalCount: 1 });
    expect(await list({ hidden: true, archived: true })).toMatchObject({ titles: ['hidden and archived'] });
    expect(await list({ isSpam: true })).toMatchObject({ titles: ['spam'], totalCount: 1 });
    expect(await list({ filter: [eq('duplicateOf', plain.id)] })).toMatchObject({
      titles: [],
      totalCount: 0,
    });
    const answer = await service.tickets.getTicket({ ticketId: merged.id }, caller.context);
    expect(answer.ticket).toMatchObject({ title: 'merged', duplicateOf: plain.id });
  });

  it('filters by columns, lists, references, dates and inside free JSON', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    await create({
      title: 'a',
      status: 'OPEN',
      tags: ['x', 'y'],
      customData: { plan: 'pro', seats: 3 },
      session: contact.id,
    });
    await create({
      title: 'b',
      status: 'DONE',
      tags: ['y'],
      customData: { plan: 'free' },
      processingUser: caller.userId,
    });
    const c = await create({
      title: 'c',
      status: 'DONE',
      priority: 'HIGH',
      type: 'INQUIRY',
      sessions: [contact.id],
    });
    const titles = async (...filter: object[]) => (await list({ filter, sort: 'createdAt' })).titles;
    expect(await titles(eq('status', 'DONE'))).toEqual(['b', 'c']);
    expect(await titles(eq('status', 'OPEN', 'DONE'))).toEqual(['a', 'b', 'c']);
    expect(await titles({ field: 'status', operator: 'ne', values: ['DONE'] })).toEqual(['a']);
    expect(await titles(eq('type', 'INQUIRY'), eq('status', 'DONE'))).toEqual(['c']);
    expect(await titles(eq('tags', 'y'))).toEqual(['a', 'b']);
    expect(await titles(eq('customData.plan', 'pro'))).toEqual(['a']);
    expect(await titles(eq('customData.seats', '3'))).toEqual(['a']);
    expect(await titles(eq('session', contact.id))).toEqual(['a']);
    expect(await titles(eq('sessions', contact.id))).toEqual(['c']);
    expect(await titles(eq('processingUser', caller.userId))).toEqual(['b']);
    expect(await titles(eq('priority', 'HIGH'))).toEqual(['c']);
    expect(await titles({ field: 'createdAt', operator: 'gte', values: [c.createdAt ?? ''] })).toContain('c');
    expect(await titles(eq('createdAt', c.createdAt ?? ''))).toContain('c');
    expect(await titles(eq('bugId', '2'))).toEqual(['b']);
    expect(await titles(eq('id', c.id))).toEqual(['c']);
    expect(await titles(eq('snoozed', 'true'))).toEqual([]);
  });

  it('sorts priority as LOW < MEDIUM < HIGH, then newest in the same direction', async () => {
    await create({ title: 'high', priority: 'HIGH' });
    await create({ title: 'low', priority: 'LOW' });
    await create({ title: 'medium 1', priority: 'MEDIUM' });
    await create({ title: 'medium 2', priority: 'MEDIUM' });
    expect((await list({ sort: 'priority' })).titles).toEqual(['low', 'medium 1', 'medium 2', 'high']);
    expect((await list({ sort: '-priority' })).titles).toEqual(['high', 'medium 2', 'medium 1', 'low']);
    expect((await list({ sort: '-priority,createdAt' })).titles).toEqual([
      'high',
      'medium 1',
      'medium 2',
      'low',
    ]);
  });

  it('puts tickets without a value last when sorted by it', async () => {
    await create({ title: 'none' });
    await create({ title: 'late', dueDate: '2031-01-01T00:00:00.000Z' });
    await create({ title: 'soon', dueDate: '2030-01-01T00:00:00.000Z' });
    expect((await list({ sort: 'dueDate' })).titles).toEqual(['soon', 'late', 'none']);
    expect((await list({ sort: '-dueDate' })).titles).toEqual(['late', 'soon', 'none']);
  });

  it('answers 400 invalid_query for an unknown field, operator, value or sort, and forbidden_filter for project', async () => {
    for (const filter of [
      eq('nonsense', '1'),
      eq('createdAt', 'soon'),
      eq('bugId', 'x'),
      { ...eq('status', 'x'), operator: 'like' },
    ]) {
      await expect(list({ filter: [filter] })).rejects.toMatchObject(invalidQuery);
    }
    await expect(list({ sort: 'nonsense' })).rejects.toMatchObject(invalidQuery);
    for (const field of ['project', 'organisation']) {
      await expect(list({ filter: [eq(field, newId())] })).rejects.toMatchObject({
        reason: 'FORBIDDEN_FILTER',
      });
    }
  });

  it('treats hostile filter values as values', async () => {
    await create({ title: 'x' });
    for (const value of ["'; DROP TABLE ticket; --", '\\', '%', '$1', '"']) {
      for (const field of ['status', 'tags', 'customData.plan', `customData.${value}`, 'title']) {
        expect(await list({ filter: [eq(field, value)] })).toMatchObject({ totalCount: 0 });
      }
    }
    expect(await list()).toMatchObject({ totalCount: 1 });
  });

  it('shows a second project none of the first one', async () => {
    await create({ title: 'mine' });
    const other = callerIn(service.neighbours);
    expect(await service.tickets.listTickets({}, other.context)).toMatchObject({
      tickets: [],
      count: 0,
      totalCount: 0,
    });
    expect((await service.tickets.countTicketsByStatus({}, other.context)).counts).toEqual([]);
  });
});

describe('CountTicketsByStatus', () => {
  it('counts every status that has tickets, ignores a status filter and never counts what lists leave out', async () => {
    await create({ status: 'OPEN', tags: ['x'] });
    await create({ status: 'OPEN' });
    await create({ status: 'DONE', type: 'INQUIRY', tags: ['x'] });
    for (const hidden of [{ archived: true }, { hidden: true }, { isSpam: true }])
      await create({ ...hidden, status: 'ODD' });
    const all = [
      { _id: 'DONE', count: 1 },
      { _id: 'OPEN', count: 2 },
    ];
    expect(await counts()).toEqual(all);
    expect(await counts([eq('status', 'DONE')])).toEqual(all);
    expect(await counts([eq('type', 'INQUIRY')])).toEqual([{ _id: 'DONE', count: 1 }]);
    expect(await counts([eq('tags', 'x')])).toEqual([
      { _id: 'DONE', count: 1 },
      { _id: 'OPEN', count: 1 },
    ]);
  });
});

describe('CountTicketsByStatus with the query of a list', () => {
  it('counts alike whatever page, order and ignoreArchived are', async () => {
    await create({ status: 'OPEN' });
    await create({ status: 'DONE' });
    await create({ status: 'DONE', archived: true });
    const { counts: counted } = await service.tickets.countTicketsByStatus(
      { skip: 1, limit: 1, sort: '-createdAt', ignoreArchived: false },
      caller.context,
    );
    expect(counted).toEqual([
      { _id: 'DONE', count: 1 },
      { _id: 'OPEN', count: 1 },
    ]);
    expect(await counts([eq('archived', 'true')])).toEqual([]);
  });
});

describe('Kept counts', () => {
  it('equal a recount after 400 random and partly concurrent creates, updates and deletes', async () => {
    const ids: string[] = [];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const types = ['BUG', 'INQUIRY', 'OTHER'];
    const statuses = ['OPEN', 'DONE', 'ODD'];
    const random = (): object => ({
      type: pick(types),
      status: pick(statuses),
      archived: pick([true, false, false]),
    });
    const act = async (): Promise<void> => {
      const dice = Math.random();
      if (dice < 0.5 || ids.length < 5) return void ids.push((await create(random())).id);
      const ticketId = pick(ids);
      const change = pick([random(), { hidden: pick([true, false]) }, { isSpam: pick([true, false]) }]);
      const work =
        dice < 0.85
          ? service.tickets.updateTicket({ ticketId, ticket: change }, caller.context)
          : service.tickets.deleteTicket({ ticketId }, caller.context);
      // Another step of the test may have deleted it.
      await work.catch((error: unknown) => expect(error).toMatchObject({ reason: 'TICKET_NOT_FOUND' }));
    };
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, act));
    const kept = await service.db.query(
      'SELECT type, status, count FROM ticket_count WHERE project_id = $1 ORDER BY type, status',
      [caller.projectId],
    );
    const recounted = await service.db.query(
      `SELECT type, status, count(*) FROM ticket WHERE project_id = $1 AND NOT archived AND NOT hidden AND NOT is_spam
          AND duplicate_of_id IS NULL GROUP BY type, status ORDER BY type COLLATE "C", status COLLATE "C"`,
      [caller.projectId],
    );
    expect(recounted.length).toBeGreaterThan(3);
    expect(kept).toEqual(recounted);
  });

  it('follow a statement that changes many tickets at once, and keep no row of a status without tickets', async () => {
    for (let index = 0; index < 6; index += 1) await create({ status: index % 2 ? 'OPEN' : 'DONE' });
    await service.db.query(`UPDATE ticket SET status = 'ODD' WHERE project_id = $1`, [caller.projectId]);
    const kept = () =>
      service.db.query('SELECT status, count FROM ticket_count WHERE project_id = $1', [caller.projectId]);
    expect(await kept()).toEqual([{ status: 'ODD', count: 6 }]);
    await service.db.query('DELETE FROM ticket WHERE project_id = $1', [caller.projectId]);
    expect(await kept()).toEqual([]);
  });
});

describe('Plans at 20,000 tickets', () => {
  it.each([
    [
      'the default list',
      "NOT t.archived AND NOT t.hidden AND NOT t.is_spam AND t.duplicate_of_id IS NULL AND t.status = ANY ('{DONE}')",
      't.id DESC',
    ],
    ['a look inside customData', `t.extra @> '{"customData":{"plan":"p7"}}'`, 't.id DESC'],
    ['a tag', `t.tags && '{t7}'`, 't.id DESC'],
    ['the latest activity', 'NOT t.hidden', 't.last_activity DESC, t.id DESC'],
    ['an assignee', "t.processing_user_id = 'u7'", 't.id DESC'],
  ])('find %s by an index', async (_name, where, orderBy) => {
    const { projectId } = caller;
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token, secret_share_token,
         mail_token, last_activity, created_at, updated_at, tags, extra, processing_user_id)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', n, 'BUG', 'S' || n % 50, 1, '', '', '', now() - n * interval '1 s', now(),
              now(), ARRAY['t' || n % 500], jsonb_build_object('customData', jsonb_build_object('plan', 'p' || n % 500)),
              'u' || n % 100 FROM generate_series(1, 20000) n`,
      [projectId],
    );
    await service.db.query('ANALYZE ticket');
    const plan = await service.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ticket t WHERE t.project_id = '${projectId}' AND ${where} ORDER BY ${orderBy} LIMIT 50`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
    await service.db.query('DELETE FROM ticket WHERE project_id = $1', [projectId]);
  });
});
