import { createCreateQueue } from './create-queue';
import type { TicketInsert } from './ticket.insert.store';

const ticket = (id: string, projectId = 'p'): TicketInsert =>
  ({ row: { id, projectId }, events: [['', '', '', '', '{}', '{}']] }) as unknown as TicketInsert;
const ids = (tickets: readonly TicketInsert[]) => tickets.map(({ row }) => row.id);

/** A store that keeps every statement open until it is told to end. */
const openStore = () => {
  const statements: { ids: string[]; end: (error?: unknown) => void }[] = [];
  const queue = createCreateQueue(
    (_project, tickets) =>
      new Promise((resolve, reject) => {
        const end = (error?: unknown): void =>
          error ? reject(error) : resolve(tickets.map((_, index) => index + 1));
        statements.push({ ids: ids(tickets), end });
      }),
  );
  return { queue, statements };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The queue of creates', () => {
  it('sends a ticket at once when nothing runs, and together what arrives meanwhile', async () => {
    const { queue, statements } = openStore();
    const first = queue.insert(ticket('a'));
    const rest = [queue.insert(ticket('b')), queue.insert(ticket('c'))];
    expect(statements.map((statement) => statement.ids)).toEqual([['a']]);
    statements[0]?.end();
    expect(await first).toBe(1);
    await turn();
    expect(statements[1]?.ids).toEqual(['b', 'c']);
    statements[1]?.end();
    expect(await Promise.all(rest)).toEqual([1, 2]);
  });

  it('does not make one project wait for another', () => {
    const { queue, statements } = openStore();
    void queue.insert(ticket('a', 'p'));
    void queue.insert(ticket('b', 'q'));
    expect(statements.map((statement) => statement.ids)).toEqual([['a'], ['b']]);
  });

  it('sends at most 64 tickets in one statement', async () => {
    const { queue, statements } = openStore();
    void queue.insert(ticket('first'));
    for (let index = 0; index < 70; index += 1) void queue.insert(ticket(String(index)));
    statements[0]?.end();
    await turn();
    statements[1]?.end();
    await turn();
    expect(statements.map((statement) => statement.ids.length)).toEqual([1, 64, 6]);
  });

  it('writes each alone when the statement of several fails, so that only the bad one does', async () => {
    const queue = createCreateQueue(async (_project, tickets) => {
      if (ids(tickets).includes('bad')) throw new Error('bad');
      return tickets.map(() => 7);
    });
    const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((id) => queue.insert(ticket(id))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('writes nothing a second time when the connection broke', async () => {
    const { queue, statements } = openStore();
    const first = queue.insert(ticket('a'));
    const rest = Promise.allSettled([queue.insert(ticket('b')), queue.insert(ticket('c'))]);
    statements[0]?.end();
    await first;
    await turn();
    statements[1]?.end(Object.assign(new Error('gone'), { code: '57P01' }));
    expect((await rest).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statements).toHaveLength(2);
  });
});
