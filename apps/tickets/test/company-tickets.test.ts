import { newId } from '@parley/persistence';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import { CompanyTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { stampContactTickets } from '../src/companies/stamp-contact-tickets';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let companyTickets: Client<CompanyTicketsServiceDefinition>;
let stamps: Client<CompanyStampServiceDefinition>;
let caller: TestCaller;

beforeAll(async () => {
  service = await startTickets('company_tickets');
  const local = createLocalCaller(service.module.implementations, quiet);
  companyTickets = createClient(CompanyTicketsServiceDefinition, local);
  stamps = createClient(CompanyStampServiceDefinition, local);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  service.neighbours.addCompany(caller.projectId, 'acme');
});

const addContact = (companyId?: string) =>
  service.neighbours.addContact(caller.projectId, companyId === undefined ? {} : { companyId });
const create = async (session: string | undefined, ticket: object = {}) => {
  const input = session === undefined ? ticket : { session, ...ticket };
  const answer = await service.tickets.createTicket({ ticket: input }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const get = async (ticketId: string) =>
  (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
const titles = async (request: object = {}, context: CallContext = caller.context) => {
  const { tickets } = await companyTickets.listCompanyTickets({ companyId: 'acme', ...request }, context);
  return tickets.map(({ title }) => title);
};
const activeAt = (id: string, minutes: number) =>
  service.db.query(`UPDATE ticket SET last_activity = now() + $2 * interval '1 minute' WHERE id = $1`, [
    id,
    minutes,
  ]);
const stamp = (contactId: string, companyId: string, context: CallContext = caller.context) =>
  stamps.stampContactTickets({ contactId, companyId }, context);

describe('ListCompanyTickets', () => {
  it('answers what was stamped with the company at creation, newest activity first', async () => {
    const member = addContact('acme');
    const one = await create(member.id, { title: 'one' });
    await create(member.id, { title: 'two' });
    await create(addContact('beta').id, { title: 'beta' });
    await create(addContact().id, { title: 'nobody' });
    await create(undefined, { title: 'no contact' });
    expect(one.companyId).toBe('acme');
    await activeAt(one.id, 5);
    expect(await titles()).toEqual(['one', 'two']);
    expect(await titles({ skip: 1, limit: 1 })).toEqual(['two']);
    const { tickets } = await companyTickets.listCompanyTickets({ companyId: 'acme' }, caller.context);
    expect(tickets[0]).toEqual(await get(one.id));
  });

  it('has 25 by default and at most 100', async () => {
    const member = addContact('acme');
    await Promise.all(Array.from({ length: 105 }, () => create(member.id)));
    expect(await titles()).toHaveLength(25);
    expect(await titles({ limit: 101 })).toHaveLength(100);
    expect(await titles({ skip: 104, limit: 100 })).toHaveLength(1);
    await expect(titles({ skip: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('leaves out archived, hidden, spam and merged tickets unless asked for', async () => {
    const { id } = addContact('acme');
    const plain = await create(id, { title: 'plain' });
    await create(id, { title: 'archived', archived: true });
    await create(id, { title: 'hidden', hidden: true });
    await create(id, { title: 'spam', isSpam: true });
    const merged = await create(id, { title: 'merged' });
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [plain.id, merged.id]);
    expect(await titles()).toEqual(['plain']);
    expect(await titles({ archived: true })).toEqual(['archived']);
    expect((await titles({ ignoreArchived: false })).sort()).toEqual(['archived', 'plain']);
    expect(await titles({ hidden: true })).toEqual(['hidden']);
    expect(await titles({ isSpam: true })).toEqual(['spam']);
  });

  it('answers 404 company_not_found for an unknown company, nothing for one without tickets', async () => {
    await expect(titles({ companyId: 'nobody' })).rejects.toMatchObject({
      kind: 'notFound',
      reason: 'COMPANY_NOT_FOUND',
    });
    expect(await titles()).toEqual([]);
  });

  it('shows another project none of them', async () => {
    await create(addContact('acme').id, { title: 'mine' });
    const other = callerIn(service.neighbours);
    await expect(titles({}, other.context)).rejects.toMatchObject({ reason: 'COMPANY_NOT_FOUND' });
    service.neighbours.addCompany(other.projectId, 'acme');
    expect(await titles({}, other.context)).toEqual([]);
  });

  it('is read by an index at 20,000 tickets', async () => {
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token, secret_share_token,
         mail_token, company_id, last_activity, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', n, 'BUG', 'OPEN', 1, '', '', '', 'c' || n % 10,
              now() - n * interval '1 s', now(), now() FROM generate_series(1, 20000) n`,
      [caller.projectId],
    );
    await service.db.query('ANALYZE ticket');
    const plan = await service.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ticket t WHERE t.project_id = '${caller.projectId}' AND NOT t.archived AND NOT t.hidden
         AND NOT t.is_spam AND t.duplicate_of_id IS NULL AND t.company_id = 'c7'
        ORDER BY t.last_activity DESC, t.id DESC LIMIT 25`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('ticket_company');
    expect(text).not.toContain('Seq Scan');
    await service.db.query('DELETE FROM ticket WHERE project_id = $1', [caller.projectId]);
  });
});

describe('StampContactTickets', () => {
  it('moves every ticket of the contact, archived ones too, and leaves their place in lists', async () => {
    const member = addContact('beta');
    const tickets = [await create(member.id), await create(member.id, { archived: true })];
    const other = await create(addContact('beta').id);
    expect(await stamp(member.id, 'acme')).toEqual({ stamped: 2 });
    for (const before of tickets) {
      const after = await get(before.id);
      expect(after).toEqual({ ...before, companyId: 'acme', updatedAt: after?.updatedAt });
      const [, event] = await service.events(before.id);
      expect(event).toMatchObject({
        subject: 'tickets.v1.ticket.updated',
        payload: { changed: ['companyId'], ticket: { companyId: 'acme' } },
      });
    }
    expect((await get(other.id))?.companyId).toBe('beta');
  });

  it('writes nothing for what is moved already', async () => {
    const member = addContact('acme');
    const { id } = await create(member.id);
    expect(await stamp(member.id, 'acme')).toEqual({ stamped: 0 });
    expect(await service.events(id)).toHaveLength(1);
  });

  it('moves 120 tickets, each once, also when two calls run at once', async () => {
    const member = addContact();
    const all = await Promise.all(Array.from({ length: 120 }, () => create(member.id)));
    const answers = await Promise.all([stamp(member.id, 'acme'), stamp(member.id, 'acme')]);
    expect(answers.reduce((sum, { stamped }) => sum + stamped, 0)).toBe(120);
    const events = await Promise.all(all.map(({ id }) => service.events(id)));
    expect(events.every((list) => list.length === 2)).toBe(true);
  });

  it('begins nothing after the time of the caller', async () => {
    const member = addContact();
    const { id } = await create(member.id);
    const late = { ...caller.context, deadline: Date.now() - 1 };
    const deps = { db: service.db, clock: () => new Date(), wakeEvents: () => undefined };
    await expect(
      stampContactTickets(deps, { contactId: member.id, companyId: 'acme' }, late),
    ).rejects.toMatchObject({ kind: 'timeout' });
    expect((await get(id))?.companyId).toBeUndefined();
  });

  it('reaches no ticket of another project', async () => {
    const member = addContact();
    const { id } = await create(member.id);
    const other = callerIn(service.neighbours);
    expect(await stamp(member.id, 'acme', other.context)).toEqual({ stamped: 0 });
    expect(await stamp(newId(), 'acme')).toEqual({ stamped: 0 });
    expect((await get(id))?.companyId).toBeUndefined();
  });
});

describe('LearnContactCompany', () => {
  const reference = (id: string, companyId: string | undefined, version: number) => ({
    contact: { id, unsubscribed: false, version, ...(companyId !== undefined && { companyId }) },
  });
  const learn = (
    id: string,
    companyId: string | undefined,
    version: number,
    context: CallContext = caller.context,
  ) => stamps.learnContactCompany(reference(id, companyId, version), context);
  const stampOfNext = async (id: string) => (await create(id)).companyId;

  it('gives the next ticket of the contact its new company, and those that are there keep theirs', async () => {
    const { id } = addContact('acme');
    const before = await create(id);
    await learn(id, 'beta', 2);
    expect(await stampOfNext(id)).toBe('beta');
    await learn(id, undefined, 3);
    expect(await stampOfNext(id)).toBeUndefined();
    expect((await get(before.id))?.companyId).toBe('acme');
  });

  it('leaves a newer state alone, and one of another project', async () => {
    const { id } = addContact('acme');
    await create(id);
    await learn(id, 'beta', 3);
    await learn(id, 'gamma', 2);
    await learn(id, 'foreign', 9, callerIn(service.neighbours).context);
    expect(await stampOfNext(id)).toBe('beta');
  });

  it('keeps nothing of a contact without tickets, who is asked for with the first', async () => {
    const { id } = addContact('acme');
    await learn(id, 'beta', 9);
    expect(await stampOfNext(id)).toBe('acme');
  });
});
