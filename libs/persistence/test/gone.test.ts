import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { createGone, goneTableSql, type Sql } from '../src';

const gone = createGone();
const [PROJECT, NOW] = ['p1', new Date('2026-03-20T12:00:00.000Z')];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase('gone');
  await test.db.query(`${goneTableSql}; CREATE TABLE said (contact_id text, words text)`);
});
beforeEach(() => test.db.query('TRUNCATE gone_contact, said'));
afterAll(() => test.drop());

const say = async (tx: Sql, id: string): Promise<void> => {
  const left = await gone.among(tx, PROJECT, [id]);
  if (!left.has(id)) await tx.query('INSERT INTO said VALUES ($1, $2)', [id, 'hello']);
};
const leave = (id: string): Promise<void> =>
  test.db.transaction(async (tx) => {
    await gone.note(tx, PROJECT, [id], NOW);
    await tx.query('DELETE FROM said WHERE contact_id = $1', [id]);
  });
const said = (): Promise<unknown[]> => test.db.query('SELECT contact_id FROM said');

it('knows who is gone, in one project, and keeps no id', async () => {
  await leave('a');
  expect([...(await gone.among(test.db, PROJECT, ['a', 'b']))]).toEqual(['a']);
  expect(await gone.among(test.db, 'p2', ['a'])).toEqual(new Set());
  const rows = await test.db.query<{ digest: string }>('SELECT digest FROM gone_contact');
  expect(rows.map(({ digest }) => digest)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await gone.forget(test.db, NOW, 10)).toBe(0);
  expect(await gone.forget(test.db, new Date(NOW.getTime() + 1), 10)).toBe(1);
});

it('waits for what is being kept of somebody, and then takes it away', async () => {
  let left: Promise<void> = Promise.resolve();
  await test.db.transaction(async (tx) => {
    await say(tx, 'a');
    left = leave('a');
    await eventually(async () =>
      expect(
        await test.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
        ),
      ).toHaveLength(1),
    );
    // Others are not waited for, and those who keep something beside this one do not wait.
    await test.db.transaction((other) => say(other, 'b'));
  });
  await left;
  expect(await said()).toEqual([{ contact_id: 'b' }]);
});

it('keeps nothing of somebody who leaves at the same moment, however many do', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
  await Promise.all(
    ids.flatMap((id) => [
      test.db.transaction((tx) => say(tx, id)),
      leave(id),
      test.db.transaction((tx) => say(tx, id)),
    ]),
  );
  expect(await said()).toEqual([]);
});

it('gives what is left of one that turned out to be another to that one, unless it was deleted, too', async () => {
  const turned = (id: string, into?: string): Promise<string | undefined> =>
    test.db.transaction((tx) => gone.leave(tx, PROJECT, { id, into }, NOW));
  expect(await turned('guest', 'lin')).toBe('lin');
  expect([...(await gone.among(test.db, PROJECT, ['guest', 'lin']))]).toEqual(['guest']);
  // The guest of a guest comes late: that one was not deleted.
  expect(await turned('first', 'guest')).toBe('guest');
  expect(await turned('lin')).toBeUndefined();
  expect(await turned('late', 'lin')).toBeUndefined();
});
