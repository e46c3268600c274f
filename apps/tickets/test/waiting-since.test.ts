import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { contactSide, type ContactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let side: ContactSide;
beforeAll(async () => {
  service = await startTickets('waiting_since');
});
afterAll(() => service.stop());
beforeEach(() => {
  side = contactSide(service);
});
afterEach(() => service.setClock(undefined));

let minute = 0;
/** A minute goes by. */
const tick = (): string => {
  minute += 1;
  const time = new Date(Date.UTC(2030, 0, 1, 0, minute));
  service.setClock(time);
  return time.toISOString();
};
const context = () => side.caller.context;
const get = async (ticketId: string): Promise<Ticket> =>
  (await service.tickets.getTicket({ ticketId }, context())).ticket as Ticket;
const since = async (ticketId: string) => (await get(ticketId)).waitingSince;
const say = async (ticket: string, rest: object = {}): Promise<string> =>
  (await service.messages.createMessage({ ticket, comment: 'words', ...rest }, context())).message?.id ?? '';
const open = async (): Promise<string> => (await side.open({ comment: 'a' })).id;

describe('waitingSince', () => {
  it('is the first message of the contact since the last answer of a person: no bot and no note answers', async () => {
    const first = tick();
    const id = await open();
    tick();
    await side.send(id, 'b');
    await say(id, { isNote: true });
    await say(id, { bot: true });
    expect(await since(id)).toBe(first);
    await say(id);
    expect(await since(id)).toBeUndefined();
    const next = tick();
    await side.send(id, 'c');
    expect(await since(id)).toBe(next);
  });

  it('is the creation of a ticket for a contact, and absent without one', async () => {
    const created = tick();
    const session = service.neighbours.addContact(side.caller.projectId, { name: 'Lin' }).id;
    const make = async (ticket: object) => (await service.tickets.createTicket({ ticket }, context())).ticket;
    expect((await make({ session }))?.waitingSince).toBe(created);
    expect((await make({}))?.waitingSince).toBeUndefined();
    expect((await make({ session, status: 'DONE' }))?.waitingSince).toBeUndefined();
    const composed = await service.tickets.composeTicket(
      { ticket: { session }, message: 'Hello' },
      context(),
    );
    expect(composed.ticket?.waitingSince).toBeUndefined();
  });

  it('ends when the ticket is closed, and begins again with the next message', async () => {
    tick();
    const id = await open();
    const update = await service.tickets.updateTicket(
      { ticketId: id, ticket: { status: 'DONE' }, nulls: [] },
      context(),
    );
    expect(update.ticket?.waitingSince).toBeUndefined();
    expect(await since(id)).toBeUndefined();
    const again = tick();
    await side.send(id, 'b');
    expect(await since(id)).toBe(again);
  });

  it('follows deletions and merges', async () => {
    const first = tick();
    const [id, main] = [await open(), await open()];
    await say(main);
    tick();
    const answer = await say(id);
    await service.messages.deleteMessage({ messageId: answer }, context());
    expect(await since(id)).toBe(first);
    const merge = { ticketsToMergeIds: [id], targetTicketId: main };
    expect((await service.merging.mergeTickets(merge, context())).ticket?.waitingSince).toBe(first);
  });

  it('orders lists, who waits longest first, and filters them', async () => {
    tick();
    const [late, early, answered] = [await open(), await open(), await open()];
    await say(late);
    await say(answered);
    tick();
    await side.send(late, 'again');
    const list = async (request: object) =>
      (await service.tickets.listTickets(request, context())).tickets.map(({ id }) => id);
    expect(await list({ sort: 'waitingSince' })).toEqual([early, late, answered]);
    const filter = [{ field: 'waitingSince', operator: 'ne', values: ['null'] }];
    expect(await list({ sort: 'waitingSince', filter })).toEqual([early, late]);
  });
});
