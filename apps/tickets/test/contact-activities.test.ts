import { newId } from '@parley/persistence';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { ContactTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let contactTickets: Client<ContactTicketsServiceDefinition>;
let caller: TestCaller;

beforeAll(async () => {
  service = await startTickets('contact_activities');
  const local = createLocalCaller(service.module.implementations, quiet);
  contactTickets = createClient(ContactTicketsServiceDefinition, local);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const addContact = (email?: string, on = caller) =>
  service.neighbours.addContact(on.projectId, email === undefined ? {} : { email });
const create = async (session: string, title: string, ticket: object = {}, on = caller) => {
  const answer = await service.tickets.createTicket({ ticket: { session, title, ...ticket } }, on.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket;
};
const activities = async (sessionId: string, request: object = {}, context: CallContext = caller.context) =>
  (await contactTickets.listContactActivities({ sessionId, ...request }, context)).activities;
const shown = async (sessionId: string, request: object = {}) =>
  (await activities(sessionId, request)).map(({ ticket, isFromDuplicateSession }) => [
    ticket?.title,
    isFromDuplicateSession,
  ]);
const activeAt = (id: string, minutes: number) =>
  service.db.query(`UPDATE ticket SET last_activity = now() + $2 * interval '1 minute' WHERE id = $1`, [
    id,
    minutes,
  ]);

describe('ListContactActivities', () => {
  it('answers the tickets of the contact and, marked, those of others with the same address, newest activity first', async () => {
    const [ada, twin] = [addContact('ada@example.com'), addContact('ada@example.com')];
    const own = await create(ada.id, 'own');
    await create(twin.id, 'twin');
    await create(addContact('lin@example.com').id, 'other');
    await create(addContact().id, 'no address');
    await create(ada.id, 'own 2');
    await activeAt(own.id, 5);
    expect(await shown(ada.id)).toEqual([
      ['own', false],
      ['own 2', false],
      ['twin', true],
    ]);
    expect(await shown(twin.id)).toEqual([
      ['own', true],
      ['own 2', true],
      ['twin', false],
    ]);
    expect(await shown(ada.id, { skip: 1, limit: 1 })).toEqual([['own 2', false]]);
    const [first] = await activities(ada.id);
    expect(first?.ticket).toEqual(
      (await service.tickets.getTicket({ ticketId: own.id }, caller.context)).ticket,
    );
  });

  it('answers those of a contact without address, and no other without address', async () => {
    const [guest, other] = [addContact(), addContact()];
    await create(guest.id, 'own');
    await create(other.id, 'other');
    expect(await shown(guest.id)).toEqual([['own', false]]);
  });

  it('answers nothing for a contact that never wrote, and those of its twin', async () => {
    expect(await shown(addContact().id)).toEqual([]);
    await create(addContact('ada@example.com').id, 'twin');
    expect(await shown(addContact('ada@example.com').id)).toEqual([['twin', true]]);
  });

  it('has 50 by default and at most 1,000', async () => {
    const { id } = addContact();
    const ticket = await create(id, 'one');
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token,
         secret_share_token, mail_token, session_id, last_activity, created_at, updated_at)
       SELECT project_id, lpad(to_hex(n), 24, '0'), 'o', n + 1, 'BUG', 'OPEN', 1, '', '', '', session_id, now(), now(),
              now() FROM ticket, generate_series(1, 1004) n WHERE id = $1`,
      [ticket.id],
    );
    expect(await activities(id)).toHaveLength(50);
    expect(await activities(id, { limit: 1_001 })).toHaveLength(1_000);
    expect(await activities(id, { skip: 1_004 })).toHaveLength(1);
    await expect(activities(id, { skip: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('leaves out archived, hidden, spam and merged tickets unless asked for', async () => {
    const { id } = addContact();
    const plain = await create(id, 'plain');
    await create(id, 'archived', { archived: true });
    await create(id, 'hidden', { hidden: true });
    await create(id, 'spam', { isSpam: true });
    const merged = await create(id, 'merged');
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [plain.id, merged.id]);
    expect(await shown(id)).toEqual([['plain', false]]);
    expect(await shown(id, { archived: true })).toEqual([['archived', false]]);
    expect(await shown(id, { ignoreArchived: false })).toHaveLength(2);
    expect(await shown(id, { hidden: true })).toEqual([['hidden', false]]);
    expect(await shown(id, { isSpam: true })).toEqual([['spam', false]]);
  });

  it('answers 404 session_not_found for an unknown contact and one of another project', async () => {
    const ada = addContact('ada@example.com');
    await create(ada.id, 'mine');
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    await expect(activities(newId())).rejects.toMatchObject(missing);
    const other = callerIn(service.neighbours);
    await expect(activities(ada.id, {}, other.context)).rejects.toMatchObject(missing);
    const twin = addContact('ada@example.com', other);
    await create(twin.id, 'theirs', {}, other);
    expect((await activities(twin.id, {}, other.context)).map(({ ticket }) => ticket?.title)).toEqual([
      'theirs',
    ]);
  });

  it('is read by indexes at 20,000 tickets of 20,000 contacts', async () => {
    await service.db.query(
      `INSERT INTO contact_reference (project_id, id, email, version)
       SELECT $1, 's' || n, 'e' || n % 10000 || '@x.y', 1 FROM generate_series(1, 20000) n`,
      [caller.projectId],
    );
    await service.db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, type, status, priority, share_token, secret_share_token,
         mail_token, session_id, last_activity, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', n, 'BUG', 'OPEN', 1, '', '', '', 's' || n, now(), now(), now()
         FROM generate_series(1, 20000) n`,
      [caller.projectId],
    );
    await service.db.query('ANALYZE ticket');
    await service.db.query('ANALYZE contact_reference');
    const plan = await service.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ticket t WHERE t.project_id = '${caller.projectId}' AND NOT t.archived
         AND t.session_id IS NOT NULL AND t.session_id IN (SELECT 's7'::text UNION SELECT r.id
           FROM contact_reference r WHERE r.project_id = '${caller.projectId}' AND r.email = 'e7@x.y')
        ORDER BY t.last_activity DESC, t.id DESC LIMIT 50`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('ticket_session');
    expect(text).toContain('contact_reference_email');
    expect(text).not.toContain('Seq Scan');
  });
});
