import type { Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import { contactSide, type ContactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, team, contactId, open, get, list, send, told } = {} as ContactSide;
beforeAll(async () => {
  service = await startTickets('conversation_closing');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, team, contactId, open, get, list, send, told } = contactSide(service));
});

const change = async (ticketId: string, ticket: object, nulls: string[] = []) =>
  (await service.tickets.updateTicket({ ticketId, ticket, nulls }, caller.context)).ticket;
const close = async (conversationId: string) =>
  (await service.conversations.closeConversation({ conversationId }, caller.context)).conversation;
const reopen = async (conversationId: string) =>
  (await service.conversations.reopenConversation({ conversationId }, caller.context)).conversation;
describe('Close and reopen', () => {
  it('closes the conversation, and the ticket is DONE; twice is the same; a message is 409 conversation_closed', async () => {
    const { id } = await open({ comment: 'a' });
    const closed = await close(id);
    expect(closed).toMatchObject({ status: 'closed' });
    expect(await team.read(id)).toMatchObject({ status: 'DONE', conversationClosed: true });
    expect(await close(id)).toEqual(closed);
    await expect(send(id, 'b')).rejects.toMatchObject({ kind: 'conflict', reason: 'CONVERSATION_CLOSED' });
    await team.say(id, 'The team may write.');
    expect(await get(id)).toMatchObject({ status: 'closed', unreadCount: 1 });
  });

  it('opens it again; one that is not closed stays as it is, whatever the status of the ticket', async () => {
    const { id } = await open({ comment: 'a' });
    await close(id);
    expect(await reopen(id)).toMatchObject({ status: 'open' });
    expect(await team.read(id)).toMatchObject({ status: 'OPEN', conversationClosed: false });
    await change(id, { status: 'DONE' });
    expect(await reopen(id)).toMatchObject({ status: 'open' });
    expect(await team.read(id)).toMatchObject({ status: 'DONE' });
    await send(id, 'a message opens it');
    expect(await team.read(id)).toMatchObject({ status: 'OPEN' });
  });

  it('is resolved while the ticket is DONE, however it came to that, and until the contact writes', async () => {
    const { id } = await open({ comment: 'a' });
    expect(await get(id)).toMatchObject({ status: 'open', resolved: false });
    const heard = async () =>
      (await told(id)).flatMap(({ subject, payload }) =>
        subject.endsWith('conversation.updated') ? [(payload['conversation'] as Conversation).resolved] : [],
      );
    await change(id, { status: 'DONE' });
    expect(await get(id)).toMatchObject({ status: 'open', resolved: true });
    expect((await list({})).map(({ resolved }) => resolved)).toEqual([true]);
    await change(id, { status: 'INPROGRESS' });
    expect(await get(id)).toMatchObject({ resolved: false });
    await change(id, { status: 'DONE' });
    await send(id, 'one more thing');
    expect(await get(id)).toMatchObject({ status: 'open', resolved: false });
    expect(await heard()).toEqual([false, true, false, true, false]);
    await close(id);
    expect(await get(id)).toMatchObject({ status: 'closed', resolved: true });
  });

  it('closes and opens by the team too: true leaves the status, false and null set OPEN unless another is sent', async () => {
    const { id } = await open({ comment: 'a' });
    expect(await change(id, { conversationClosed: true })).toMatchObject({
      conversationClosed: true,
      status: 'OPEN',
    });
    expect(await get(id)).toMatchObject({ status: 'closed', resolved: false });
    await expect(send(id, 'b')).rejects.toMatchObject({ kind: 'conflict', reason: 'CONVERSATION_CLOSED' });
    await change(id, { status: 'DONE' });
    expect(await change(id, { conversationClosed: false })).toMatchObject({
      conversationClosed: false,
      status: 'OPEN',
    });
    await send(id, 'c');
    await change(id, { conversationClosed: true, status: 'DONE' });
    expect(await change(id, { conversationClosed: false, status: 'INPROGRESS' })).toMatchObject({
      status: 'INPROGRESS',
    });
    // What is open stays as it is.
    await change(id, { status: 'DONE' });
    expect(await change(id, { conversationClosed: false })).toMatchObject({ status: 'DONE' });
    await change(id, { conversationClosed: true });
    expect(await change(id, {}, ['conversationClosed'])).toMatchObject({
      conversationClosed: false,
      status: 'OPEN',
    });
    await change(id, { conversationClosed: true });
    expect(await reopen(id)).toMatchObject({ status: 'open', resolved: false });
    const created = await service.tickets.createTicket(
      { ticket: { session: contactId, conversationClosed: true } },
      caller.context,
    );
    await expect(send(created.ticket?.id ?? '', 'd')).rejects.toMatchObject({
      reason: 'CONVERSATION_CLOSED',
    });
  });

  it('cannot open a merged one: 409 conversation_merged; closing it changes nothing', async () => {
    const [main, merged] = [await open({ comment: 'main' }), await open({ comment: 'merged' })];
    const request = { ticketsToMergeIds: [merged.id], targetTicketId: main.id };
    await service.merging.mergeTickets(request, caller.context);
    const state = await get(merged.id);
    expect(state).toMatchObject({ status: 'closed', mergedInto: main.id });
    await expect(reopen(merged.id)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'CONVERSATION_MERGED',
    });
    expect(await close(merged.id)).toEqual(state);
    await expect(send(merged.id, 'b')).rejects.toMatchObject({ reason: 'CONVERSATION_CLOSED' });
  });

  it("is told in the history as the contact's doing", async () => {
    const { id } = await open({ comment: 'a' });
    await close(id);
    const entries = [];
    const pages = service.logs.listTicketHistory({ ticketId: id }, caller.context);
    for await (const page of pages) entries.push(...page.entries);
    expect(entries).toContainEqual(
      expect.objectContaining({
        field: 'conversationClosed',
        actor: expect.objectContaining({ type: 'contact' }),
      }),
    );
  });
});
