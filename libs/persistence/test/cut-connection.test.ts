import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';

describe('a connection that is cut between two statements of a transaction', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await createTestDatabase('cut-connection')));
  afterAll(() => test.drop());

  it('fails that transaction only: the process and the pool go on', async () => {
    const { db } = test;
    await db.query('CREATE TABLE thing (id int)');
    const cut = db.transaction(async (tx) => {
      await tx.query('INSERT INTO thing VALUES (1)');
      const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [own?.pid]);
      await eventually(async () => {
        const alive = await db.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [own?.pid]);
        expect(alive).toEqual([]);
      });
      // Time for the driver to hear of it: one turn of the event loop after the server has closed the socket.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.query('INSERT INTO thing VALUES (2)');
    });
    await expect(cut).rejects.toThrow();
    expect(await db.query('SELECT id FROM thing')).toEqual([]);
  });
});
