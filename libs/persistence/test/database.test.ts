import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { connectionLimit, runTransaction, type Sql } from '../src';

describe('a database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase('database');
    await test.db.query('CREATE TABLE accounts (name text PRIMARY KEY, amount bigint NOT NULL)');
  });
  beforeEach(() => test.db.query(`TRUNCATE accounts; INSERT INTO accounts VALUES ('a', 0), ('b', 0)`));
  afterAll(() => test.drop());

  const add = (sql: Sql, name: string): Promise<unknown> =>
    sql.query('UPDATE accounts SET amount = amount + 1 WHERE name = $1', [name]);
  const amounts = async (): Promise<unknown> =>
    (await test.db.query<{ amount: unknown }>('SELECT amount FROM accounts ORDER BY name')).map(
      ({ amount }) => amount,
    );

  it('says how many connections the server takes', async () => {
    const [row] = await test.db.query<{ max: number }>(
      `SELECT current_setting('max_connections')::int AS max`,
    );
    const limit = await connectionLimit(test.url);
    expect(limit).toBeLessThan(row?.max ?? 0);
    expect(limit).toBeGreaterThan((row?.max ?? 0) - 10);
  });

  it('answers int8 as a number', async () => {
    expect(await test.db.query('SELECT 9007199254740991::bigint AS n, count(*) AS c FROM accounts')).toEqual([
      { n: 9_007_199_254_740_991, c: 2 },
    ]);
  });

  it('undoes a transaction whose work throws', async () => {
    const failing = test.db.transaction(async (tx) => {
      await add(tx, 'a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await amounts()).toEqual([0, 0]);
  });

  it('runs a transaction again that lost a deadlock, until both have happened', async () => {
    let runs = 0;
    let arrived = 0;
    let open: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve;
    });
    const cross = (first: string, second: string): Promise<void> =>
      runTransaction(test.db, async (tx) => {
        runs += 1;
        await add(tx, first);
        arrived += 1;
        if (arrived === 2) open();
        await bothHoldOne;
        await add(tx, second);
      });
    await Promise.all([cross('a', 'b'), cross('b', 'a')]);
    expect(await amounts()).toEqual([2, 2]);
    // Each once, and the loser again; more when they meet again.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('gives up on a conflict that never ends, after 5 runs', async () => {
    let runs = 0;
    const losing = runTransaction(test.db, async (tx) => {
      runs += 1;
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
    });
    await expect(losing).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(5);
  });

  it('runs a transaction that failed for another reason once', async () => {
    let runs = 0;
    const failing = runTransaction(test.db, async (tx) => {
      runs += 1;
      await tx.query(`INSERT INTO accounts VALUES ('a', 1)`);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });
});
