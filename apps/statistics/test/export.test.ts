import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');

/** More than two pages of an export. */
const ROWS = 12_000;

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

/** Tickets with a rating and a breached clock each; several of one moment. */
const TICKETS = `
WITH n AS (SELECT n, lpad(to_hex(n), 24, '0') AS id, timestamptz '2026-03-10T00:00:00Z' + (n / 3) * interval '1 second' AS at
             FROM generate_series($2::integer, $3::integer) AS n),
 t AS (INSERT INTO ticket (project_id, id, bug_id, title, type, status, priority, tags, listed, queued, created_at, updated_at)
       SELECT $1, id, n, 'Ticket ' || n, 'INQUIRY', 'OPEN', 'LOW', '{}', true, false, at, at FROM n)
INSERT INTO fact (project_id, kind, source_id, at, ticket_id, flags, value, extra)
SELECT $1, kind, id, at, id, 0, CASE WHEN kind = 170 THEN n % 11 END, '{"startedAt": 1, "dueAt": 2, "answeredAt": 3}'
  FROM n, unnest(ARRAY[140, 170]) AS kind`;

/** Things that visitors read and looked for, each once or twice. */
const VISITS = `
INSERT INTO fact (project_id, kind, source_id, at, flags, extra)
SELECT $1, kind, n || ' ' || round, timestamptz '2026-03-10T00:00:00Z', 0,
       jsonb_build_object('article', lpad(to_hex(n), 24, '0'), 'searchTerm', 'term ' || n, 'results', 1)
  FROM generate_series($2::integer, $3::integer) AS n, unnest(ARRAY[20, 30]) AS kind, generate_series(0, n % 2) AS round`;

const lines = async (
  projectId: string,
  chartType: string,
  betweenPages: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> => {
  let text = '';
  let chunks = 0;
  for await (const { chunk } of service.charts.exportList({ chartType } as never, makeContext(projectId))) {
    text += Buffer.from(chunk).toString('utf8');
    chunks += 1;
    // The header is the first.
    if (chunks === 2) await betweenPages();
  }
  expect(chunks).toBeGreaterThan(3);
  return text.split('\r\n').slice(1, -1);
};

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it.each(['TICKETS_WITH_RATING_LIST', 'SLA_REPORTS_LIST'])(
  'exports %s page by page: each row once and in order, also while newer ones come',
  async (chartType) => {
    const projectId = newId();
    await service.db.query(TICKETS, [projectId, 1, ROWS]);
    const found = await lines(projectId, chartType, () =>
      service.db.query(TICKETS, [projectId, ROWS + 1, ROWS + 500]),
    );
    expect(found.map((line) => Number(line.split(',')[1]))).toEqual(numbers(1, ROWS).reverse());
  },
);

it.each([
  ['ARTICLE_VIEW_STATISTICS_LIST', (n: number) => n.toString(16).padStart(24, '0')],
  ['ARTICLE_SEARCH_RESULT_LIST', (n: number) => `term ${n}`],
])('exports %s page by page: each row once, most first', async (chartType, toKey) => {
  const projectId = newId();
  await service.db.query(VISITS, [projectId, 1, ROWS]);
  const found = (await lines(projectId, chartType)).map((line) => line.split(',').slice(0, 2).join(' '));
  const row = (n: number): string => `${toKey(n)} ${1 + (n % 2)}`;
  const by = (a: string, b: string): number => Number(b.slice(-1)) - Number(a.slice(-1)) || (a < b ? -1 : 1);
  expect(found).toEqual(numbers(1, ROWS).map(row).sort(by));
});

it('exports at most 100,000 rows', async () => {
  const projectId = newId();
  await service.db.query(TICKETS, [projectId, 1, 100_001]);
  await service.db.query('ANALYZE');
  expect(await lines(projectId, 'TICKETS_WITH_RATING_LIST')).toHaveLength(100_000);
});

it('counts all rows of a list also behind the last one', async () => {
  const projectId = newId();
  await service.db.query(VISITS, [projectId, 1, 3]);
  for (const chartType of ['ARTICLE_VIEW_STATISTICS_LIST', 'ARTICLE_SEARCH_RESULT_LIST'])
    expect(
      await service.charts.getList({ chartType, skip: 3 } as never, makeContext(projectId)),
    ).toMatchObject({ count: 0, totalCount: 3 });
});
