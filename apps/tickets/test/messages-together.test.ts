import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('messages_together');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const createTicket = async (ticket: object = {}): Promise<string> => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('no ticket');
  return answer.ticket.id;
};
const createTickets = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => createTicket()));
const note = (ticket: string, comment: string, data: object = {}) =>
  service.messages.createMessage({ ticket, comment, isNote: true, data }, caller.context);

interface Stored {
  ticket: string;
  index: number;
  text: string;
}
const stored = (tickets: readonly string[]): Promise<Stored[]> =>
  service.db.query<Stored>(
    'SELECT ticket_id AS ticket, index, plain_content AS text FROM message WHERE ticket_id = ANY ($1) ORDER BY ticket_id, index',
    [tickets],
  );
/** How many transactions wrote the messages. */
const transactions = async (tickets: readonly string[]): Promise<number> => {
  const rows = await service.db.query('SELECT DISTINCT xmin::text FROM message WHERE ticket_id = ANY ($1)', [
    tickets,
  ]);
  return rows.length;
};

describe('Messages that come at the same time', () => {
  it('share transactions, and each is written once into its own ticket', async () => {
    const tickets = await createTickets(40);
    await Promise.all(tickets.map((ticket, n) => note(ticket, `to ${n}`)));
    expect(await stored(tickets)).toEqual(
      tickets
        .map((ticket, n) => ({ ticket, index: 1, text: `to ${n}` }))
        .sort((a, b) => (a.ticket < b.ticket ? -1 : 1)),
    );
    expect(await transactions(tickets)).toBeLessThan(20);
  });

  it('are numbered without gaps where they come to one ticket', async () => {
    const [ticket = ''] = await createTickets(1);
    await Promise.all(Array.from({ length: 30 }, (_, n) => note(ticket, `number ${n}`)));
    const rows = await stored([ticket]);
    expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    expect(new Set(rows.map(({ text }) => text)).size).toBe(30);
  });

  it('to one ticket, however many, hold up no other ticket', async () => {
    const [crowded = '', other = ''] = await createTickets(2);
    let done = 0;
    const crowd = Array.from({ length: 30 }, (_, n) =>
      note(crowded, `one of many ${n}`).then(() => (done += 1)),
    );
    await note(other, 'beside');
    expect(done).toBeLessThan(10);
    await Promise.all(crowd);
    expect(await stored([crowded])).toHaveLength(30);
  });

  it('do not wait for a ticket that something else holds, and its own message comes when it is free', async () => {
    const tickets = await createTickets(12);
    const [held = '', ...free] = tickets;
    let written: Promise<unknown> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.query('SELECT FROM ticket WHERE id = $1 FOR UPDATE', [held]);
      const all = tickets.map((ticket) => note(ticket, 'beside'));
      written = all[0];
      await Promise.all(all.slice(1));
      expect((await stored(tickets)).map(({ ticket }) => ticket)).toEqual([...free].sort());
    });
    await written;
    expect(await stored([held])).toEqual([{ ticket: held, index: 1, text: 'beside' }]);
  });

  it('are written although one of them repeats a mutation id, which is answered with the first message', async () => {
    const tickets = await createTickets(12);
    const [repeating = ''] = tickets;
    const data = { clientMutationId: 'same' };
    const first = await note(repeating, 'first', data);
    const all = await Promise.all(tickets.map((ticket) => note(ticket, 'again', data)));
    expect(all[0]?.message?.id).toBe(first.message?.id);
    expect((await stored(tickets)).map(({ text }) => text).sort()).toEqual([
      ...Array<string>(11).fill('again'),
      'first',
    ]);
  });

  it('are refused one by one: an unknown ticket takes none, the others theirs', async () => {
    const tickets = await createTickets(6);
    const foreign = callerIn(service.neighbours);
    const answers = await Promise.allSettled([
      ...tickets.map((ticket) => note(ticket, 'known')),
      note('0123456789abcdef01234567', 'unknown'),
      ...tickets.map((ticket) =>
        service.messages.createMessage({ ticket, comment: 'foreign', isNote: true }, foreign.context),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<string>(6).fill('fulfilled'),
      ...Array<string>(7).fill('rejected'),
    ]);
    expect((await stored(tickets)).map(({ text }) => text)).toEqual(Array<string>(6).fill('known'));
  });

  it('may be as large as they can be', async () => {
    const tickets = await createTickets(8);
    await Promise.all(tickets.map((ticket) => note(ticket, 'x'.repeat(200_000))));
    expect((await stored(tickets)).map(({ text }) => text.length)).toEqual(Array<number>(8).fill(200_000));
  });
});
