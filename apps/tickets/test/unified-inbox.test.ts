import { newId, type Sql } from '@parley/persistence';
import { findInbox, findInboxTicket, presets } from '../src/inbox/inbox.store';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';
import { createTeams } from './support/teams';

let service: TestService;
let caller: TestCaller;
let other: TestCaller;
let stranger: TestCaller;
let at: ReturnType<typeof createTeams>;
beforeAll(async () => {
  service = await startTickets('unified_inbox');
  at = createTeams(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  // The same person in a second project.
  const projectId = newId();
  service.neighbours.addMember(projectId, { id: caller.userId, email: 'ada@team.example' });
  other = { ...caller, projectId, context: makeContext(projectId, caller.context.scope.actor) };
  stranger = callerIn(service.neighbours);
});
afterEach(() => service.setClock(undefined));

/** The call of an account operation: no project. */
const account = (by = caller) => {
  const { actor } = by.context.scope;
  return { ...by.context, scope: { actor } };
};
const inbox = async (request: object = {}, by = caller) => {
  const { tickets } = await service.unifiedInbox.listUnifiedInbox(request, account(by));
  return tickets.map(({ title }) => title);
};
const inquiry = (title: string, fields: object = {}, by = caller) =>
  at.create({ title, type: 'INQUIRY', ...fields }, by);
const own = (title: string, fields: object = {}, by = caller) =>
  inquiry(title, { processingUser: caller.userId, ...fields }, by);
const read = (ticketId: string, by = caller) =>
  service.unifiedInbox.getUnifiedInboxTicket({ ticketId }, account(by));

describe('The unified inbox', () => {
  it('shows the tickets assigned to the caller in every project that the caller can open, newest activity first', async () => {
    const first = await own('first');
    await own('second', {}, other);
    await own('third');
    const { id: colleague } = service.neighbours.addMember(caller.projectId);
    await inquiry('of a colleague', { processingUser: colleague });
    service.neighbours.addMember(stranger.projectId, { id: caller.userId });
    await own('of a project that is lost', {}, stranger);
    service.neighbours.removeMember(stranger.projectId, caller.userId);
    expect(await inbox()).toEqual(['third', 'second', 'first']);
    await at.update(first.id, { tags: ['x'] });
    expect(await inbox({ type: 'my' })).toEqual(['first', 'third', 'second']);
    expect(await inbox({}, stranger)).toEqual([]);
  });

  it('answers whole ticket documents', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { name: 'Lin' });
    const { id } = await own('x', { session: contact.id, customData: { a: 1 } });
    const { tickets } = await service.unifiedInbox.listUnifiedInbox({}, account());
    expect(tickets).toEqual([await at.read(id)]);
    expect(await read(id)).toEqual({ ticket: await at.read(id) });
  });

  it.each([
    { type: 'BUG' },
    { status: 'DONE' },
    { status: 'SNOOZED' },
    { snoozedUntil: '2100-01-01T00:00:00.000Z' },
    { archived: true },
    { isSpam: true },
    { hidden: true },
  ])('leaves out %j with every preset', async (fields) => {
    const everywhere = {
      mentions: [caller.userId],
      notificationsUnread: true,
      dueDate: '2020-01-01T00:00:00.000Z',
    };
    await own('x', { ...everywhere, ...fields });
    await inquiry('unassigned', { ...everywhere, ...fields });
    for (const type of Object.keys(presets)) expect(await inbox({ type })).toEqual([]);
  });

  it('leaves out what was merged into another', async () => {
    const [main, merged] = [await own('main'), await own('merged')];
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [merged.id], targetTicketId: main.id },
      caller.context,
    );
    expect(await inbox()).toEqual(['main']);
  });

  it('has presets', async () => {
    const { id: colleague } = service.neighbours.addMember(caller.projectId);
    const theirs = { processingUser: colleague };
    const contact = service.neighbours.addContact(caller.projectId, { sla: 1 });
    await inquiry('unassigned');
    await own('mine', { dueDate: '2100-01-01T00:00:00.000Z' });
    await inquiry('mentioned', { ...theirs, mentions: [colleague, caller.userId] });
    await own('both', { mentions: [caller.userId] });
    const unread = await inquiry('unread', theirs);
    await service.db.query('UPDATE ticket SET notifications_unread = true WHERE id = $1', [unread.id]);
    const due = await inquiry('due', { ...theirs, dueDate: '2100-01-01T00:00:00.000Z' }, caller);
    await service.db.query("UPDATE ticket SET due_date = now() - interval '1 s' WHERE id = $1", [due.id]);
    const breached = await inquiry('breached', { ...theirs, session: contact.id });
    await service.db.query('UPDATE ticket SET sla_breached = true, due_date = $2 WHERE id = $1', [
      breached.id,
      new Date(0),
    ]);
    expect(await inbox({ type: 'my' })).toEqual(['both', 'mine']);
    expect(await inbox({ type: 'personalinbox' })).toEqual(['both', 'mentioned', 'mine']);
    expect(await inbox({ type: 'unassigned' })).toEqual(['unassigned']);
    expect(await inbox({ type: 'unread' })).toEqual(['unread']);
    expect(await inbox({ type: 'mentioned' })).toEqual(['both', 'mentioned']);
    expect(await inbox({ type: 'overdue' })).toEqual(['breached', 'due']);
  });

  it('refuses an unknown type, a page below 1 and a negative limit with 400 invalid_query', async () => {
    const invalidQuery = { kind: 'invalid', reason: 'INVALID_QUERY' };
    for (const request of [
      { type: 'all' },
      { type: 'toString' },
      { type: '' },
      { page: 0 },
      { page: -1 },
      { limit: -1 },
    ]) {
      await expect(inbox(request)).rejects.toMatchObject(invalidQuery);
    }
  });

  it('filters by a project; one that the caller cannot open is 403 project_forbidden', async () => {
    await own('here');
    await own('there', {}, other);
    expect(await inbox({ filteredProjectId: other.projectId })).toEqual(['there']);
    for (const filteredProjectId of [stranger.projectId, newId(), 'x']) {
      await expect(inbox({ filteredProjectId })).rejects.toMatchObject({
        kind: 'forbidden',
        reason: 'PROJECT_FORBIDDEN',
      });
    }
  });

  it('answers pages from 1, of 50 by default and at most 100, over all projects', async () => {
    for (const { projectId } of [caller, other]) {
      await service.db.query(
        `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token,
           secret_share_token, mail_token, last_activity, created_at, updated_at, title, processing_user_id)
         SELECT $1, lpad(to_hex(n), 24, '0'), 'o', n, 'INQUIRY', 'OPEN', 1, '', '', '',
                now() - n * interval '1 minute' - $3::integer * interval '1 s', now(), now(), n::text || $3::text, $2
           FROM generate_series(1, 60) n`,
        [projectId, caller.userId, projectId === caller.projectId ? 1 : 2],
      );
    }
    const all = Array.from({ length: 120 }, (_, index) => `${Math.floor(index / 2) + 1}${(index % 2) + 1}`);
    expect(await inbox()).toEqual(all.slice(0, 50));
    expect(await inbox({ limit: 1_000 })).toEqual(all.slice(0, 100));
    expect(await inbox({ page: 2 })).toEqual(all.slice(50, 100));
    expect(await inbox({ page: 3, limit: 50 })).toEqual(all.slice(100));
    expect(await inbox({ page: 4 })).toEqual([]);
    expect(await inbox({ page: 2_147_483_647, limit: 100 })).toEqual([]);
    expect(await inbox({ page: 7, limit: 7 })).toEqual(all.slice(42, 49));
  });
});

describe('A ticket of the unified inbox', () => {
  it('is found in any project that the caller can open, whatever its state', async () => {
    const { id } = await own('x', { status: 'DONE' }, other);
    expect((await read(id)).ticket).toMatchObject({ id, project: other.projectId });
  });

  it('is 404 ticket_not_found when it is no inquiry, unknown, malformed, or in a project the caller cannot open', async () => {
    const bug = await at.create({ type: 'BUG' });
    const foreign = await inquiry('x', {}, stranger);
    for (const id of [bug.id, foreign.id, newId(), 'x']) {
      await expect(read(id)).rejects.toMatchObject({ kind: 'notFound', reason: 'TICKET_NOT_FOUND' });
    }
    expect((await read(foreign.id, stranger)).ticket?.title).toBe('x');
  });

  it('is 404 as soon as the caller loses the project', async () => {
    const { id } = await own('x', {}, other);
    service.neighbours.removeMember(other.projectId, caller.userId);
    await expect(read(id)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
    await expect(inbox({ filteredProjectId: other.projectId })).rejects.toMatchObject({
      reason: 'PROJECT_FORBIDDEN',
    });
  });
});

describe('Plans at 100,000 tickets of 20 projects', () => {
  const projectIds = Array.from({ length: 20 }, (_, index) => `plan${index}`);
  beforeAll(async () => {
    // In parts, each of which is done long before a statement is given up, also on a busy machine.
    for (let from = 1; from <= 100_000; from += 10_000)
      await service.db.query(
        `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token, secret_share_token,
         mail_token, last_activity, created_at, updated_at, processing_user_id, mention_ids, notifications_unread,
         sla_breached, due_date)
       SELECT 'plan' || n % 20, lpad(to_hex(n), 24, '0'), 'o', n, 'INQUIRY', CASE WHEN n % 3 = 0 THEN 'OPEN' ELSE 'DONE' END,
              1, '', '', '', now() - n * interval '1 s', now(), now(), CASE WHEN n % 2 = 0 THEN 'u' || n % 300 END,
              CASE WHEN n % 50 = 0 THEN ARRAY['u' || n % 300] ELSE '{}' END, n % 90 = 0, n % 500 = 0,
              CASE WHEN n % 40 = 0 THEN now() + (n - 99000) * interval '1 minute' END
         FROM generate_series($1::integer, $1 + 9999) n`,
        [from],
      );
    await service.db.query('ANALYZE ticket');
  });

  const explaining = (plans: string[]): Sql => ({
    query: async (text, values) => {
      const rows = await service.db.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
      plans.push(JSON.stringify(rows));
      return [];
    },
  });

  it.each(Object.entries(presets))('read the preset %s by its own index', async (name, preset) => {
    const plans: string[] = [];
    const orderBy = 't.last_activity DESC, t.id DESC';
    const page = { projectIds, userId: 'u6', preset, now: new Date(), skip: 0, limit: 50, orderBy };
    await findInbox(explaining(plans), page);
    const indexes: Record<keyof typeof presets, string[]> = {
      my: ['ticket_inbox_assignee'],
      personalinbox: ['ticket_inbox_assignee', 'ticket_inbox_mentions'],
      unassigned: ['ticket_inbox_assignee'],
      unread: ['ticket_inbox_unread'],
      mentioned: ['ticket_inbox_mentions'],
      overdue: ['ticket_inbox_breached', 'ticket_inbox_due'],
    };
    expect(plans).toHaveLength(1);
    for (const index of indexes[name as keyof typeof presets]) expect(plans[0]).toContain(index);
    // A whole table would be read one after the other.
    expect(plans[0]).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"ticket"/);
  });

  it('find a single ticket by its key in each project', async () => {
    const plans: string[] = [];
    await findInboxTicket(explaining(plans), projectIds, '0'.repeat(24));
    expect(plans[0]).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"ticket"/);
  });
});
