import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { firstStatistics } from '../src';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase('statistics');
  // By itself PostgreSQL does nothing here, so that what is seen is done by the code.
  await database.db.query(
    'CREATE TABLE item (project_id text, id text, PRIMARY KEY (project_id, id)) WITH (autovacuum_enabled = off)',
  );
});
afterEach(() => database.drop());

const insert = (count: number): Promise<unknown> =>
  database.db.query(
    `INSERT INTO item SELECT 'p', n::text FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
  );

/** Rows of the project that the planner expects. */
const expectedRows = async (): Promise<number> => {
  const [row] = await database.db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM item WHERE project_id = 'p'`,
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
};

it('tells the planner how much a project has as soon as a table has grown', async () => {
  await insert(5_000);
  expect(await expectedRows()).toBeLessThan(100);
  expect(await firstStatistics(database.db)()).toEqual(['public.item']);
  expect(await expectedRows()).toBe(5_000);
});

it('leaves small tables alone, and those that have statistics', async () => {
  const sample = firstStatistics(database.db);
  await insert(100);
  expect(await sample()).toEqual([]);
  await insert(5_000);
  await eventually(async () => expect(await sample()).toEqual(['public.item']));
  await insert(20_000);
  expect(await sample()).toEqual([]);
});

it('samples a queue that was empty again only when it has doubled', async () => {
  const sample = firstStatistics(database.db);
  await insert(5_000);
  await database.db.query('DELETE FROM item');
  expect(await sample()).toEqual(['public.item']);
  expect(await sample()).toEqual([]);
  await insert(15_000);
  await eventually(async () => expect(await sample()).toEqual(['public.item']));
});

it('leaves tables of others alone, which it may not sample', async () => {
  const role = `stranger_${Date.now()}`;
  await database.db.query(`CREATE ROLE ${role}`);
  try {
    await insert(5_000);
    await database.db.query(`GRANT SELECT ON item TO ${role}`);
    const asStranger = await database.db.transaction(async (tx) => {
      await tx.query(`SET LOCAL ROLE ${role}`);
      return firstStatistics(tx)();
    });
    expect(asStranger).toEqual([]);
  } finally {
    await database.db.query(`DROP OWNED BY ${role}`);
    await database.db.query(`DROP ROLE ${role}`);
  }
});

it('looks at no table while nothing was inserted', async () => {
  const asked: string[] = [];
  const sample = firstStatistics({
    query: (text, values, options) => {
      asked.push(text);
      return database.db.query(text, values, options);
    },
  });
  const looks = async (): Promise<boolean> => {
    asked.splice(0);
    await sample();
    return asked.some((text) => text.includes('pg_class'));
  };
  await insert(100);
  expect(await looks()).toBe(true);
  await eventually(async () => expect(await looks()).toBe(false));
  await insert(200);
  // The server counts what was inserted some time after it was.
  await eventually(async () => expect(await looks()).toBe(true));
});
