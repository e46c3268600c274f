import { createTestDatabase, findScans, testSchema } from '@parley/testing';
import { contactLeaves, createPurger } from '../src/departures';
import { migrations } from '../src/generated/migrations';

testSchema(__dirname, migrations);

it('finds what it has of a contact, and of an item that is gone, by indexes', async () => {
  const { db, drop } = await createTestDatabase('engagement_plans', migrations);
  // 20 projects of 2,000 rows in each table, of 400 contacts and 40 items.
  const rows = `FROM generate_series(1, 20) p, generate_series(1, 2000) n,
    LATERAL (SELECT 'p' || p AS project, 'c' || n % 400 AS contact, 'i' || n / 50 AS item) c`;
  for (const insert of [
    `delivery (project_id, id, item_id, contact_id, opened_at) SELECT project, 'd' || n, item, contact, now()`,
    `reach (project_id, contact_id, item_id, delivery_id, opened_at, done, steps)
       SELECT project, contact, item, 'd' || n, now(), '{}', '{}'`,
    `progress (project_id, id, item_id, contact_id, completed_steps, status, changed_at)
       SELECT project, 'r' || n, item, contact, '{}', 'active', now()`,
    `occurrence (project_id, contact_id, item_id, event_id, due_at) SELECT project, contact, item, 'e', now()`,
    `pending_event (project_id, contact_id, item_id, verb, steps, happened_at, not_before)
       SELECT project, contact, item, 'steps', '{}', now(), now()`,
    `survey_response (project_id, id, item_id, contact_id, round, status, answers, created_at, updated_at)
       SELECT project, 's' || n, item, contact, n, 'partial', '{}', now(), now()`,
    `item_step (project_id, item_id, step_id, completed) SELECT project, item, 's' || n, 1`,
    `job (name, project_id, key, payload, status, due_at, created_at)
       SELECT 'pending events', project, 'k' || n, '{}', 'waiting', now(), now()`,
  ])
    await db.query(`INSERT INTO ${insert} ${rows}`);
  await db.query('VACUUM ANALYZE');
  const project = { projectId: 'p7', at: new Date() };
  for (const heir of [undefined, 'c8'])
    expect(await findScans(db, (tx) => contactLeaves(tx, project, 'c7', heir))).toEqual([]);
  expect(
    await findScans(db, async (tx) => {
      const purger = createPurger({ db: tx as typeof db, clock: () => new Date() });
      await purger.handle({}, { projectId: 'p7', key: 'i7' } as never);
    }),
  ).toEqual([]);
  await drop();
});
