import { newId } from '@parley/persistence';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('feature_request');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object) =>
  (await service.tickets.createTicket({ ticket: { type: 'FEATURE_REQUEST', ...ticket } }, caller.context))
    .ticket?.id ?? '';

describe('GetFeatureRequest', () => {
  const get = async (ticketId: string, context = caller.context) =>
    (await service.requests.getFeatureRequest({ ticketId }, context)).ticket?.id;
  const none = { reason: 'FEATURE_REQUEST_NOT_FOUND' };

  it('is the ticket itself, its main ticket, its tracker, or the oldest that it is linked to', async () => {
    const [first, second] = [await create({ title: 'One' }), await create({ title: 'Two' })];
    expect(await get(first)).toBe(first);
    const bug = await create({ type: 'BUG', linkedTickets: [second, first] });
    expect(await get(bug)).toBe(first);
    await service.tickets.updateTicket({ ticketId: bug, ticket: { trackerTicket: second } }, caller.context);
    expect(await get(bug)).toBe(second);
    await service.requests.mergeDuplicates(
      { mainTicketId: first, duplicateTicketIds: [second] },
      caller.context,
    );
    expect(await get(second)).toBe(first);
  });

  it('is 404 without one, and in another project', async () => {
    const bug = await create({ type: 'BUG', linkedTickets: [await create({ type: 'BUG' })] });
    await expect(get(bug)).rejects.toMatchObject(none);
    const stranger = makeContext(newId(), caller.context.scope.actor);
    for (const id of [bug, 'x'])
      await expect(get(id, stranger)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
  });
});
