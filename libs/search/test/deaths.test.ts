import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inHandTableSql } from '@parley/persistence';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { markDirty, searchTablesSql } from '../src';
import { INDEX, openThings } from './support/things';

const script = join(__dirname, 'fixtures/indexing.mjs');
const projectId = 'project';

describe('a document that ends its process when it is indexed', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase('search_deaths');
    await database.db.query(searchTablesSql + inHandTableSql);
    await database.db.query(
      'CREATE TABLE thing (project_id text, id text, title text, PRIMARY KEY (project_id, id))',
    );
  });
  afterAll(() => database.drop());

  const change = (id: string, title: string): Promise<void> =>
    database.db.transaction(async (tx) => {
      await tx.query(
        'INSERT INTO thing VALUES ($1, $2, $3) ON CONFLICT (project_id, id) DO UPDATE SET title = $3',
        [projectId, id, title],
      );
      await markDirty(tx, INDEX, projectId, [id]);
    });

  it('is set aside after the death that made it suspect and 3 in hand, the others are found, and a change has it tried again', async () => {
    const { db } = database;
    const { index, indexer } = openThings(db);
    const found = async (): Promise<string[]> =>
      (await index.search({ projectId, query: 'parcel', limit: 10, match: 'all' })).hits
        .map(({ id }) => id)
        .sort();
    await change('t1', 'a parcel');
    await change('t2', 'a parcel of poison');
    await change('t3', 'another parcel');
    for (let deaths = 1; deaths <= 4; deaths += 1) {
      const child = spawn(process.execPath, [script, database.url], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    }
    expect(await indexer.setAside()).toBe(0);
    indexer.start();
    try {
      await eventually(async () => {
        expect(await found()).toEqual(['t1', 't3']);
        expect(await indexer.setAside()).toBe(1);
      });
      expect(await indexer.lag()).toEqual({ pending: 0, oldestSeconds: 0 });
      await change('t2', 'a parcel of tea');
      await eventually(async () => expect(await found()).toEqual(['t1', 't2', 't3']));
      expect(await indexer.setAside()).toBe(0);
    } finally {
      await indexer.stop();
    }
    expect(await db.query('SELECT FROM work_in_hand')).toEqual([]);
  });
});
