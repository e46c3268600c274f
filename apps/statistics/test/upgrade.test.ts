import { type Database, migrate, newId } from '@parley/persistence';
import { createTestDatabase, eventually } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

const quiet = { info: () => undefined, error: () => undefined };
const projectId = newId();

const FACT = `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags)
  VALUES ($1, 190, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 8)`;
const TIMED = `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags, ms)
  VALUES ($1, 190, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 1, 1000)`;
const TRAITED = `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags, trait_id, ticket_created_at)
  VALUES ($1, 60, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 0, 7, '2026-10-05T08:00:00Z')`;
const WORK = `WITH kept AS (INSERT INTO work_stretch VALUES ($1, 'user-1', 5970624, 1))
  INSERT INTO fact (project_id, kind, source_id, at, user_id, flags) VALUES ($1, 1000, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 0)`;
const TICKET = `INSERT INTO ticket (project_id, id, bug_id, type, status, priority, tags, listed, queued, created_at, updated_at)
  VALUES ($1, 'ticket-1', 1, 'INQUIRY', 'OPEN', 'LOW', '{}', true, true, now(), now())`;

const isWaitedFor = async (db: Database, table: string): Promise<void> =>
  expect(
    await db.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [table],
    ),
  ).toHaveLength(1);

it.each([
  ['person_month', '20261123084000_sums_of_people', 'fact', FACT, 'figure, count', { figure: 4, count: 1 }],
  ['class_spread', '20261123154000_sums_of_classes', 'fact', TIMED, 'figure, count', { figure: 5, count: 1 }],
  [
    'trait_month',
    '20261124135817_sums_of_traits',
    'fact',
    TRAITED,
    'figure, trait_id, count',
    { figure: 1, trait_id: 7, count: 1 },
  ],
  [
    'created_month',
    '20261124135817_sums_of_traits',
    'fact',
    TRAITED,
    'figure, count',
    { figure: 1, count: 1 },
  ],
  [
    'work_day',
    '20261127050500_intervals_of_work',
    'fact',
    WORK,
    'user_id, team_id, count',
    { user_id: 'user-1', team_id: '', count: 1 },
  ],
  [
    'ticket_now',
    '20261123081500_traits',
    'ticket',
    TICKET,
    'status, count, queued',
    { status: 'OPEN', count: 1, queued: 1 },
  ],
])(
  '%s has what a process of the version before writes while it is made',
  async (sums, added, table, insert, columns, row) => {
    const before = migrations.filter(({ name }) => name < added);
    const { db, url, drop } = await createTestDatabase('statistics_upgrade', before);
    let upgraded: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.query(insert, [projectId]);
      upgraded = migrate(url, migrations, quiet);
      // It has come to what this transaction holds.
      await eventually(() => isWaitedFor(db, table));
    });
    await upgraded;
    expect(await db.query(`SELECT ${columns} FROM ${sums} WHERE project_id = $1`, [projectId])).toEqual([
      row,
    ]);
    await drop();
  },
);

it('views have the rows of sums that processes of the version before read', async () => {
  const { db, drop } = await createTestDatabase('statistics_views', migrations);
  await db.query(`INSERT INTO trait (id, project_id, digest, type, priority, tags, channel)
    VALUES (1, 'p', 'd', 'BUG', 'LOW', '{a}', 'EMAIL'), (2, 'p', 'e', 'BUG', 'LOW', '{b}', 'EMAIL')`);
  await db.query(`INSERT INTO fact (project_id, kind, source_id, at, ticket_id, flags, trait_id, ticket_created_at, previous_at)
    SELECT 'p', kind, id, at, id, flags, trait, at, previous
      FROM (VALUES (60, 't1', '2026-10-05T08:00Z'::timestamptz, 2, 1, NULL::timestamptz), (60, 't2', '2026-10-31T23:59Z', 0, 2, NULL),
                   (60, 't3', '2026-10-05T08:00Z', 0, NULL, NULL), (60, 't4', '2026-11-01T00:00Z', 0, 1, NULL),
                   (1000, 't1', '2026-10-05T08:00Z', 0, 1, '2026-08-01T00:00Z'))
           AS f (kind, id, at, flags, trait, previous)`);
  expect(
    await db.query(
      `SELECT figure, month::text, type, channel, previous::text, sum(count) AS count FROM class_month WHERE project_id = 'p'
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    ),
  ).toEqual([
    { figure: 1, month: '2026-10-01', type: '', channel: '', previous: '-infinity', count: 1 },
    { figure: 1, month: '2026-10-01', type: 'BUG', channel: 'EMAIL', previous: '-infinity', count: 2 },
    { figure: 1, month: '2026-11-01', type: 'BUG', channel: 'EMAIL', previous: '-infinity', count: 1 },
    { figure: 2, month: '2026-10-01', type: 'BUG', channel: 'EMAIL', previous: '-infinity', count: 1 },
    { figure: 22, month: '2026-10-01', type: 'BUG', channel: 'EMAIL', previous: '2026-08-01', count: 1 },
  ]);
  await db.query(`INSERT INTO fact_spread (project_id, figure, working, day, bucket, count, total)
    VALUES ('p', 7, false, '2026-10-05', 3, 2, 20), ('p', 7, false, '2026-10-06', 3, 1, 9)`);
  expect(
    await db.query(
      `SELECT figure, month::text, bucket, sum(count)::integer AS count, sum(total)::integer AS total FROM fact_spread_month WHERE project_id = 'p'
        GROUP BY 1, 2, 3`,
    ),
  ).toEqual([{ figure: 7, month: '2026-10-01', bucket: 3, count: 3, total: 29 }]);
  await drop();
});
