import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('ticket_tags');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (tags: string[], more: object = {}): Promise<string> =>
  (await service.tickets.createTicket({ ticket: { tags, ...more } }, caller.context)).ticket?.id ?? '';
const list = ({ context } = caller) => service.tickets.listTags({}, context);

describe('the tags of a project', () => {
  it('have how many tickets have each, most first, then by the tag', async () => {
    await create(['refund', 'vip']);
    await create(['refund', 'broken']);
    await create([]);
    const tags = [
      { tag: 'refund', tickets: 2 },
      { tag: 'broken', tickets: 1 },
      { tag: 'vip', tickets: 1 },
    ];
    expect(await list()).toEqual({ tags, truncated: false });
  });

  it('are those of listed and archived tickets: not of spam, hidden and merged ones', async () => {
    const [main, duplicate] = [await create(['main']), await create(['double'])];
    await create(['spam'], { isSpam: true });
    await create(['hidden'], { hidden: true });
    const archived = await create(['old']);
    await service.actions.archiveTicket({ ticketId: archived }, caller.context);
    await service.merging.mergeTickets(
      { ticketsToMergeIds: [duplicate], targetTicketId: main },
      caller.context,
    );
    expect((await list()).tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['main', 'old']));
    expect((await list()).tags.filter(({ tag }) => ['spam', 'hidden'].includes(tag))).toEqual([]);
    const { ticket } = await service.tickets.getTicket({ ticketId: main }, caller.context);
    // A merge may add the tags of the other ticket to the main one: it is counted once.
    const double = (await list()).tags.find(({ tag }) => tag === 'double')?.tickets;
    expect(double).toBe(ticket?.tags.includes('double') ? 1 : undefined);
  });

  it('follow changes, and are of one project alone', async () => {
    const ticketId = await create(['a', 'b']);
    await service.tickets.updateTicket(
      { ticketId, removeTags: ['a'], addTags: ['c'] } as never,
      caller.context,
    );
    expect((await list()).tags.map(({ tag }) => tag)).toEqual(['b', 'c']);
    expect(await list(callerIn(service.neighbours))).toEqual({ tags: [], truncated: false });
  });

  it('are at most 1,000', async () => {
    for (let start = 0; start < 1_050; start += 50)
      await create(Array.from({ length: 50 }, (_, index) => `t${start + index}`));
    const { tags, truncated } = await list();
    expect(tags).toHaveLength(1_000);
    expect(truncated).toBe(true);
  });
});
