import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { cancelJob, defineJob, hastenJob, jobTableSql, STANDING } from '../src';

const note = defineJob<{ text?: string }>({ name: 'note' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('jobs_ask');
  await database.db.query(jobTableSql);
});
afterEach(() => database.db.query('DELETE FROM job'));
afterAll(() => database.drop());

const rows = () =>
  database.db.query<{ key: string; revision: number; due_at: Date }>(
    'SELECT key, revision, due_at FROM job ORDER BY key',
  );

describe('what a transaction asks for', () => {
  it('is written last: others that ask for the same in another order meanwhile wait for no lock', async () => {
    const ask = (keys: string, then?: () => Promise<void>): Promise<void> =>
      database.db.transaction(async (tx) => {
        for (const key of keys)
          await hastenJob(tx, note, { text: key }, { projectId: 'p', key, now: new Date() });
        await cancelJob(tx, note, { projectId: 'p', key: 'c' });
        await then?.();
      });
    await ask('abc', () => ask('cba'));
    expect((await rows()).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('takes no lock and no write where it waits for an early enough time, a second ahead or more', async () => {
    const now = new Date();
    const inMs = (ms: number): Date => new Date(now.getTime() + ms);
    const ask = (at: Date, payload = {}) => hastenJob(database.db, note, payload, { ...STANDING, now, at });
    await ask(inMs(2_000));
    await database.db.transaction(async (tx) => {
      await tx.query('SELECT FROM job FOR UPDATE');
      await ask(inMs(2_000));
      await ask(inMs(9_000));
    });
    expect(await rows()).toMatchObject([{ revision: 1, due_at: inMs(2_000) }]);
    await ask(inMs(9_000), { text: 'other' });
    await ask(inMs(1_000));
    await ask(inMs(9_000));
    expect(await rows()).toMatchObject([{ revision: 4, due_at: inMs(1_000) }]);
  });
});
