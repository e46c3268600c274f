import { eventually } from '@parley/testing';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

const TICKETS = 3_000;

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('rebuild_search');
  caller = callerIn(service.neighbours);
  await service.db.query(
    `INSERT INTO ticket (project_id, id, organisation_id, bug_id, title, type, status, priority, share_token,
       secret_share_token, mail_token, last_activity, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 24, '0'), $1, n, 'parcel ' || n, 'BUG', 'OPEN', 1, '', '', '', now(), now(), now()
       FROM generate_series(1, ${TICKETS}) n`,
    [caller.projectId],
  );
  await service.db.query('INSERT INTO ticket_sequence VALUES ($1, $2)', [caller.projectId, TICKETS]);
});
afterAll(() => service.stop());

/** Runs the command as a process of its own would. */
const rebuild = async (say: (line: string) => void = () => undefined): Promise<string | undefined> => {
  const module = service.replica();
  try {
    return await module.commands?.['search:rebuild']?.(say, []);
  } finally {
    await module.stop();
  }
};
const titleAt = (n: number): string => n.toString(16).padStart(24, '0');
const found = async (searchTerm: string): Promise<string[]> =>
  (await service.tickets.searchTickets({ searchTerm }, caller.context)).hits.map(
    ({ ticket }) => ticket?.title ?? '',
  );
const update = (n: number, ticket: object) =>
  service.tickets.updateTicket({ ticketId: titleAt(n), ticket }, caller.context);

describe('search:rebuild', () => {
  it('builds the index anew from the database beside the running service, and tells of it', async () => {
    await service.db.query('DELETE FROM search_document');
    expect(await found('parcel 2999')).toEqual([]);
    const lines: string[] = [];
    const done = await rebuild((line) => lines.push(line));
    expect(lines[0]).toBe('Building the search index of 3,000 tickets anew …');
    expect(done).toMatch(/^The search index of 3,000 tickets is new, after \d+ s\.$/m);
    expect(await found('parcel 2999')).toEqual(['parcel 2999']);
  });

  it('goes on answering, and loses no change that is made meanwhile', async () => {
    let done = false;
    const rebuilding = rebuild().then(() => (done = true));
    let rounds = 0;
    while (!done) {
      rounds += 1;
      const [newest] = await found('parcel 17');
      expect(newest).toBe('parcel 17');
      const n = 100 + rounds;
      await update(n, { title: `letter ${rounds}` });
    }
    await rebuilding;
    const created = await service.tickets.createTicket({ ticket: { title: 'postcard' } }, caller.context);
    await eventually(async () => expect(await found('postcard')).toEqual([created.ticket?.title]));
    await eventually(async () => expect(await found(`letter ${rounds}`)).toEqual([`letter ${rounds}`]));
    await eventually(async () => expect(await service.db.query('SELECT id FROM search_queue')).toEqual([]));
    for (let round = 1; round <= rounds; round += 1) {
      const [row] = await service.db.query<{ text: { title: string } }>(
        `SELECT text FROM search_document WHERE index_name = 'tickets' AND id = $1`,
        [titleAt(100 + round)],
      );
      expect(row?.text.title).toBe(`letter ${round}`);
    }
  });

  it('does the work itself when no service runs', async () => {
    await service.halt();
    await service.db.query('DELETE FROM search_document');
    expect(await rebuild()).toContain('tickets is new');
    const [row] = await service.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM search_document WHERE index_name = 'tickets'`,
    );
    expect(row?.count).toBe(TICKETS + 1);
  });
});
