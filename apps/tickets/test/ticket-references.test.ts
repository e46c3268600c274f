import { newId } from '@parley/persistence';
import { contactSide, type ContactSide } from './support/contact-side';
import { callerIn, startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, contactId, open } = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('ticket_references');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, contactId, open } = contactSide(service));
});

const find = async (ids: string[], context = caller.context) =>
  (await service.directory.getTicketReferences({ ids }, context)).tickets;

describe('GetTicketReferences', () => {
  it('names the contact to whom a conversation is open, and finds tickets of the project alone', async () => {
    const { id } = await open({ comment: 'Hello' });
    expect(await find([id, newId(), 'nonsense'])).toEqual([{ id, openTo: contactId }]);
    expect(await find([id], callerIn(service.neighbours).context)).toEqual([]);
    expect(await find([])).toEqual([]);
  });

  it('names no contact while the conversation is closed, and for a ticket that is hidden', async () => {
    const { id } = await open({ comment: 'Hello' });
    await service.conversations.closeConversation({ conversationId: id }, caller.context);
    expect(await find([id])).toEqual([{ id }]);
    await service.conversations.reopenConversation({ conversationId: id }, caller.context);
    expect(await find([id])).toEqual([{ id, openTo: contactId }]);
    await service.tickets.updateTicket({ ticketId: id, ticket: { hidden: true }, nulls: [] }, caller.context);
    expect(await find([id])).toEqual([{ id }]);
  });

  it('names no contact for a ticket that has none', async () => {
    const { ticket } = await service.tickets.createTicket({ ticket: { title: 'Ours' } }, caller.context);
    const id = ticket?.id ?? '';
    expect(await find([id])).toEqual([{ id }]);
  });

  it('answers 400 to more than 500 ids', async () => {
    await expect(find(Array.from({ length: 501 }, newId))).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'ids' }],
    });
  });
});
