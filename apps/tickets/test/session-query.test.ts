import { newId } from '@parley/persistence';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('session_query');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object = {}) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('No ticket');
  return answer.ticket;
};
type Query = Parameters<TestService['lookups']['findTicketsBySession']>[0];
const query = (request: Query, context = caller.context) =>
  service.lookups.findTicketsBySession(request, context);
const ids = async (request: Query) => (await query(request)).tickets.map(({ id }) => id);
/** Tickets like the given one, after it, in numbers from 1. */
const multiply = (id: string, count: number) =>
  service.db.query(
    `INSERT INTO ticket SELECT (json_populate_record(t, json_build_object('id', 'f' || lpad(to_hex(n), 23, '0'), 'bug_id', -n))).*
       FROM ticket t, generate_series(1, $2::int) n WHERE t.id = $1`,
    [id, count],
  );

describe('FindTicketsBySession', () => {
  it('finds the tickets of the contacts by email, userId, phone or customData, newest first', async () => {
    const lin = service.neighbours.addContact(caller.projectId, {
      email: 'lin@c.example',
      userId: 'u-1',
      phone: '+4930123',
      name: 'pro',
    });
    const noor = service.neighbours.addContact(caller.projectId, { email: 'noor@c.example' });
    const first = await create({ session: lin.id });
    const second = await create({ session: lin.id });
    await create({ session: noor.id });
    const both = [second.id, first.id];
    expect(await query({ email: 'lin@c.example' })).toEqual({
      tickets: [second, first],
      count: 2,
      totalCount: 2,
    });
    expect(await ids({ userId: 'u-1' })).toEqual(both);
    expect(await ids({ phone: '+4930123' })).toEqual(both);
    const filter = [{ field: 'customData.plan', operator: 'eq', values: ['pro'] }];
    expect(await ids({ filter })).toEqual(both);
    expect(await ids({ email: 'lin@c.example', userId: 'u-1', phone: '+4930123', filter })).toEqual(both);
    expect(await ids({ email: 'lin@c.example', userId: 'u-2' })).toEqual([]);
    expect(await query({ userId: 'nobody' })).toEqual({ tickets: [], count: 0, totalCount: 0 });
  });

  it('takes a plus that arrived as a space', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { email: 'l+x@c.example', phone: '+49 1' });
    const { id } = await create({ session: lin.id });
    expect(await ids({ email: 'l x@c.example' })).toEqual([id]);
    expect(await ids({ phone: ' 49 1' })).toEqual([id]);
  });

  it('leaves out archived, hidden, spam and merged tickets', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { userId: 'u-1' });
    const session = lin.id;
    const { id } = await create({ session });
    await create({ session, archived: true });
    await create({ session, hidden: true });
    await create({ session, isSpam: true });
    const merged = await create({ session });
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [id, merged.id]);
    expect(await query({ userId: 'u-1' })).toMatchObject({ tickets: [{ id }], count: 1, totalCount: 1 });
  });

  it('answers at most 500 tickets and how many there really are', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { userId: 'u-1' });
    const { id } = await create({ session: lin.id });
    await multiply(id, 499);
    expect(await query({ userId: 'u-1' })).toMatchObject({ count: 500, totalCount: 500 });
    await create({ session: lin.id });
    const found = await query({ userId: 'u-1' });
    expect(found).toMatchObject({ count: 500, totalCount: 501 });
    expect(found.tickets).toHaveLength(500);
  });

  it('looks at no more than 100 contacts', async () => {
    for (let n = 0; n < 101; n += 1) {
      const contact = service.neighbours.addContact(caller.projectId, { phone: '5' });
      await create({ session: contact.id });
    }
    expect(await query({ phone: '5' })).toMatchObject({ count: 100, totalCount: 100 });
  });

  it('answers 400 invalid_query for a condition on anything else', async () => {
    const filter = [{ field: 'name', operator: 'eq', values: ['x'] }];
    await expect(query({ email: 'a@b.example', filter })).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_QUERY',
      fields: [{ field: 'name' }],
    });
  });

  it('finds nothing of another project', async () => {
    const lin = service.neighbours.addContact(caller.projectId, { userId: 'u-1' });
    await create({ session: lin.id });
    const other = callerIn(service.neighbours);
    expect((await query({ userId: 'u-1' }, other.context)).totalCount).toBe(0);
  });
});

describe('GetNotificationTicket', () => {
  const get = async (shareToken: string, context = caller.context) =>
    (await service.lookups.getNotificationTicket({ shareToken }, context)).ticket;
  const unknown = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };

  it('answers the ticket by either of its share tokens', async () => {
    const ticket = await create({ title: 'x' });
    expect(await get(ticket.shareToken)).toEqual(ticket);
    expect(await get(ticket.secretShareToken)).toEqual(ticket);
  });

  it('is 404 for an id without its token, another ticket’s token, anything else, and in another project', async () => {
    const ticket = await create();
    const other = await create();
    const wrong = [
      ticket.id,
      ticket.shareToken.slice(0, -1),
      `${ticket.shareToken}x`,
      ticket.id + other.shareToken.slice(24),
      newId() + ticket.shareToken.slice(24),
      'nonsense',
      '',
    ];
    for (const token of wrong) await expect(get(token)).rejects.toMatchObject(unknown);
    await expect(get(ticket.shareToken, callerIn(service.neighbours).context)).rejects.toMatchObject(unknown);
  });
});
