import { type Database, migrate, newId } from '@parley/persistence';
import { createTestDatabase, eventually } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

const quiet = { info: () => undefined, error: () => undefined };
const projectId = newId();

const FACT = `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags)
  VALUES ($1, 190, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 8)`;
const TRAITED = `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags, trait_id, ticket_created_at)
  VALUES ($1, 60, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 0, 7, '2026-10-05T08:00:00Z')`;
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
  ['class_month', '20261123154000_sums_of_classes', 'fact', FACT, 'figure, count', { figure: 4, count: 1 }],
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
