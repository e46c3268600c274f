import { migrate, newId } from '@parley/persistence';
import { createTestDatabase, eventually } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

const quiet = { info: () => undefined, error: () => undefined };

it.each([
  ['person_month', '20261123084000_sums_of_people'],
  ['class_month', '20261123154000_sums_of_classes'],
])('%s has the facts that a process of the version before writes while it is made', async (table, added) => {
  const before = migrations.filter(({ name }) => name < added);
  const { db, url, drop } = await createTestDatabase('statistics_upgrade', before);
  const projectId = newId();
  let upgraded: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO fact (project_id, kind, source_id, at, user_id, flags)
       VALUES ($1, 190, 'ticket-1', '2026-10-05T08:00:00Z', 'user-1', 8)`,
      [projectId],
    );
    upgraded = migrate(url, migrations, quiet);
    // It has come to what this transaction holds.
    await eventually(async () =>
      expect(
        await db.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'fact'::regclass
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        ),
      ).toHaveLength(1),
    );
  });
  await upgraded;
  expect(await db.query(`SELECT figure, count FROM ${table} WHERE project_id = $1`, [projectId])).toEqual([
    { figure: 4, count: 1 },
  ]);
  await drop();
});
