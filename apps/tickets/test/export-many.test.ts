import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

const TICKETS = 60_000;
const MEGABYTE = 1024 * 1024;

let service: TestService;
let caller: TestCaller;

// One ticket a second, each with a description of 1,000 characters: 60 MB of them.
beforeAll(async () => {
  service = await startTickets('export_many');
  caller = callerIn(service.neighbours);
  await service.db.query(
    `INSERT INTO ticket (project_id, id, organisation_id, bug_id, title, description, type, status, priority,
       share_token, secret_share_token, mail_token, last_activity, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 24, '0'), $1, n, 'Ticket ' || n, repeat(md5(n::text), 32), 'BUG', 'OPEN', 1,
            '', '', '', at, at, at
       FROM generate_series(1, ${TICKETS}) n, LATERAL (SELECT timestamptz '2026-01-01Z' + n * interval '1 second' AS at) t`,
    [caller.projectId],
  );
  await service.db.query('VACUUM ANALYZE ticket');
});
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap that something holds. */
const heldBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Reads a stream to its end, looking at the heap now and then; answers how far it grew. */
const growthWhile = async <T>(stream: AsyncIterable<T>, look: (part: T) => void): Promise<number> => {
  let [parts, growth] = [0, 0];
  const start = heldBytes();
  for await (const part of stream) {
    look(part);
    parts += 1;
    if (parts % 60 === 0) growth = Math.max(growth, heldBytes() - start);
  }
  return growth;
};

it('exports 60,000 tickets as CSV, 200 at a time, each once and in order, with flat memory', async () => {
  const numbers: number[] = [];
  let mostRows = 0;
  const projection = ['bugId', 'description'];
  const growth = await growthWhile(
    service.exports.exportTicketsCsv({ projection }, caller.context),
    ({ chunk }) => {
      const lines = Buffer.from(chunk).toString().split('\r\n').slice(0, -1);
      mostRows = Math.max(mostRows, lines.length);
      numbers.push(...lines.map((line) => Number.parseInt(line, 10)));
    },
  );
  expect(numbers).toEqual([Number.NaN, ...Array.from({ length: TICKETS }, (_, index) => TICKETS - index)]);
  expect(mostRows).toBe(200);
  expect(growth).toBeLessThan(15 * MEGABYTE);
});

it('exports at most 25,000 tickets as JSON, the newest, with flat memory', async () => {
  const numbers: number[] = [];
  const growth = await growthWhile(service.exports.exportTickets({}, caller.context), ({ tickets }) => {
    expect(tickets.length).toBeLessThanOrEqual(200);
    numbers.push(...tickets.map(({ bugId }) => bugId));
  });
  expect(numbers).toEqual(Array.from({ length: 25_000 }, (_, index) => TICKETS - index));
  expect(growth).toBeLessThan(15 * MEGABYTE);
});

it('clamps a greater limit to 25,000', async () => {
  let count = 0;
  for await (const { tickets } of service.exports.exportTickets({ limit: 30_000 }, caller.context))
    count += tickets.length;
  expect(count).toBe(25_000);
});

it('finds each part of a CSV by an index, without sorting the project', async () => {
  const rows = await service.db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT t.id FROM ticket t WHERE t.project_id = $1 AND t.duplicate_of_id IS NULL AND NOT t.hidden
       AND NOT t.is_spam AND t.type = 'BUG' AND t.id < $2 ORDER BY t.id DESC LIMIT 5000 OFFSET 0`,
    [caller.projectId, 'f'.repeat(24)],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('ticket_pkey');
  expect(plan).not.toContain('Sort');
});
