import { unavailable } from '@parley/errors';
import { inHandTableSql, newId, openDatabase, type Database, type Sql } from '@parley/persistence';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import {
  createIndexer,
  createPostgresIndex,
  defineIndex,
  markDirty,
  markDirtySql,
  searchTablesSql,
  type Indexer,
  type IndexerOptions,
  type SearchDocument,
  type SearchIndex,
} from '../src/index';

describe('createIndexer', () => {
  let database: TestDatabase;
  let db: Database;
  let projectId: string;
  let indexName: string;
  let index: SearchIndex;
  let started: Indexer[];

  beforeAll(async () => {
    database = await createTestDatabase('search_indexer');
    db = database.db;
    await db.query(searchTablesSql + inHandTableSql);
    await db.query('CREATE TABLE thing (project_id text, id text, title text, PRIMARY KEY (project_id, id))');
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    projectId = newId();
    indexName = `things_${newId()}`;
    index = createPostgresIndex({
      db,
      definition: defineIndex({ name: indexName, searchable: ['title'], filterable: [] }),
    });
    started = [];
  });
  afterEach(() => Promise.all(started.map((indexer) => indexer.stop())));

  const load: IndexerOptions['load'] = (project, ids) =>
    db.query<SearchDocument & { title: string }>(
      'SELECT project_id AS "projectId", id, title FROM thing WHERE project_id = $1 AND id = ANY ($2)',
      [project, ids],
    );
  const run = (more: Partial<IndexerOptions> = {}): Indexer => {
    const indexer = createIndexer({ db, index, indexName, load, interval: 20, idleInterval: 20, ...more });
    started.push(indexer);
    indexer.start();
    return indexer;
  };
  const put = (sql: Sql, id: string, title: string): Promise<unknown> =>
    sql.query('INSERT INTO thing VALUES ($1, $2, $3) ON CONFLICT (project_id, id) DO UPDATE SET title = $3', [
      projectId,
      id,
      title,
    ]);
  const change = (id: string, title: string): Promise<void> =>
    db.transaction(async (tx) => {
      await put(tx, id, title);
      await markDirty(tx, indexName, projectId, [id]);
    });
  const erase = (id: string): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.query('DELETE FROM thing WHERE project_id = $1 AND id = $2', [projectId, id]);
      await markDirty(tx, indexName, projectId, [id]);
    });
  const found = async (query: string): Promise<string[]> =>
    (await index.search({ projectId, query, limit: 1_000, match: 'all' })).hits.map(({ id }) => id).sort();
  const waiting = (): Promise<unknown[]> =>
    db.query('SELECT id FROM search_queue WHERE index_name = $1', [indexName]);
  const caughtUp = (indexer: Indexer): Promise<void> =>
    eventually(async () => expect(await indexer.lag()).toEqual({ pending: 0, oldestSeconds: 0 }));

  it('finds what this process wrote when it is told of it, long before it would look by itself', async () => {
    const indexer = run({ idleInterval: 86_400_000 });
    await change('a', 'the first look');
    indexer.wake();
    await eventually(async () => expect(await found('first')).toEqual(['a']));
    await caughtUp(indexer);
    await change('a', 'the second look');
    indexer.wake();
    await eventually(async () => expect(await found('second')).toEqual(['a']));
  });

  it('indexes what was created, changed and deleted, and leaves no mark', async () => {
    const indexer = run();
    await change('t1', 'first parcel');
    await change('t2', 'second parcel');
    await caughtUp(indexer);
    expect(await found('parcel')).toEqual(['t1', 't2']);
    await change('t1', 'first letter');
    await erase('t2');
    await caughtUp(indexer);
    expect(await found('parcel')).toEqual([]);
    expect(await found('letter')).toEqual(['t1']);
    expect(await db.query('SELECT FROM search_queue WHERE index_name = $1', [indexName])).toEqual([]);
  });

  it('marks in a statement of the caller, and nothing when the transaction rolls back', async () => {
    await db.query(
      `WITH created AS (INSERT INTO thing VALUES ($1, 't1', 'parcel') RETURNING project_id, id),
            dirty AS (${markDirtySql('SELECT project_id, $2, id FROM created')})
       SELECT id FROM created`,
      [projectId, indexName],
    );
    await expect(
      db.transaction(async (tx) => {
        await markDirty(tx, indexName, projectId, ['t2', 't3', 't3']);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const indexer = createIndexer({ db, index, indexName, load });
    expect((await indexer.lag()).pending).toBe(1);
    started.push(indexer);
    indexer.start();
    await caughtUp(indexer);
    expect(await found('parcel')).toEqual(['t1']);
  });

  it('takes 1,200 marks in batches of at most 500', async () => {
    const sizes: number[] = [];
    await db.query(`INSERT INTO thing SELECT $1, 't' || n, 'parcel' FROM generate_series(1, 1200) AS n`, [
      projectId,
    ]);
    await markDirty(
      db,
      indexName,
      projectId,
      Array.from({ length: 1_200 }, (_, n) => `t${n + 1}`),
    );
    const indexer = run({
      load: (project, ids) => {
        sizes.push(ids.length);
        return load(project, ids);
      },
    });
    await caughtUp(indexer);
    expect(sizes).toEqual([500, 500, 200]);
    expect(await found('parcel')).toHaveLength(1_000);
  });

  it('applies a change again that was made after its batch was loaded', async () => {
    let changed = false;
    await change('t1', 'former');
    const indexer = run({
      load: async (project, ids) => {
        const documents = await load(project, ids);
        if (!changed) await change('t1', 'latter');
        changed = true;
        return documents;
      },
    });
    await caughtUp(indexer);
    expect(await found('latter')).toEqual(['t1']);
    expect(await found('former')).toEqual([]);
  });

  it('does not wait for a transaction that holds a mark', async () => {
    await change('t1', 'parcel one');
    await change('t2', 'parcel two');
    let indexer: Indexer | undefined;
    await db.transaction(async (tx) => {
      await put(tx, 't1', 'letter one');
      await markDirty(tx, indexName, projectId, ['t1']);
      indexer = run();
      await eventually(async () => expect((await indexer?.lag())?.pending).toBe(1));
      expect(await found('parcel')).toEqual(['t1', 't2']);
    });
    if (indexer) await caughtUp(indexer);
    expect(await found('letter')).toEqual(['t1']);
  });

  it('indexes the others while one document fails, and that one once it can be', async () => {
    let broken = true;
    const errors: unknown[] = [];
    await Promise.all(['t1', 't2', 't3', 't4', 't5'].map((id) => change(id, 'parcel')));
    const indexer = run({
      onError: (error) => errors.push(error),
      load: (project, ids) => {
        if (broken && ids.includes('t3')) throw new Error('t3 cannot be read');
        return load(project, ids);
      },
    });
    await eventually(async () => expect(await found('parcel')).toEqual(['t1', 't2', 't4', 't5']));
    await eventually(async () => expect((await indexer.lag()).pending).toBe(1));
    expect(errors).toContainEqual(new Error('t3 cannot be read'));
    broken = false;
    await caughtUp(indexer);
    expect(await found('parcel')).toEqual(['t1', 't2', 't3', 't4', 't5']);
  });

  it('keeps every mark while the engine is away, tells the lag and catches up', async () => {
    let away = true;
    const errors: unknown[] = [];
    const indexer = run({
      index: {
        ...index,
        upsert: (documents) => (away ? Promise.reject(unavailable('away')) : index.upsert(documents)),
      },
      onError: (error) => errors.push(error),
    });
    await change('t1', 'parcel');
    await change('t2', 'parcel');
    await eventually(() => expect(errors.length).toBeGreaterThan(2));
    const lag = await indexer.lag();
    expect(lag.pending).toBe(2);
    expect(lag.oldestSeconds).toBeGreaterThan(0);
    const postponed = 'SELECT FROM search_queue WHERE index_name = $1 AND attempts > 0';
    expect(await db.query(postponed, [indexName])).toEqual([]);
    away = false;
    await caughtUp(indexer);
    expect(await found('parcel')).toEqual(['t1', 't2']);
  });

  it('works in one process at a time; another takes over when that one stops or loses its connection', async () => {
    const loads: string[] = [];
    const runAs = (name: string, database: Database): Indexer =>
      run({
        db: database,
        load: (project, ids) => {
          loads.push(name);
          return load(project, ids);
        },
      });
    const other = openDatabase({ url: database.url, applicationName: `other ${indexName}` });
    const first = runAs('first', other);
    await change('t1', 'parcel');
    await caughtUp(first);
    const second = runAs('second', db);
    await change('t2', 'parcel');
    await caughtUp(second);
    expect(new Set(loads)).toEqual(new Set(['first']));

    await db.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      `other ${indexName}`,
    ]);
    await change('t3', 'parcel');
    await caughtUp(second);
    await first.stop();
    await change('t4', 'parcel');
    await caughtUp(second);
    expect(loads.at(-1)).toBe('second');
    expect(await found('parcel')).toEqual(['t1', 't2', 't3', 't4']);
    await other.close();
  });

  it('rebuilds an empty index from its source at start', async () => {
    await put(db, 't1', 'parcel');
    const indexer = run({
      source: async function* () {
        yield await load(projectId, ['t1']);
      },
    });
    await eventually(async () => expect(await found('parcel')).toEqual(['t1']));
    await caughtUp(indexer);
  });

  it('loses no change that is made during a rebuild, and tries a rebuild again that failed', async () => {
    await index.upsert([{ id: 'stale', projectId, title: 'parcel' }]);
    await put(db, 't1', 'parcel before');
    await put(db, 't2', 'parcel before');
    let attempts = 0;
    const errors: unknown[] = [];
    const indexer = run({
      onError: (error) => errors.push(error),
      source: async function* () {
        attempts += 1;
        if (attempts === 1) throw new Error('the source broke');
        const before = await load(projectId, ['t1', 't2']);
        await change('t1', 'parcel during');
        await erase('t2');
        await change('t3', 'parcel during');
        await caughtUp(indexer);
        expect(await found('parcel')).toEqual(['stale', 't1', 't3']);
        // The stale state reaches the index after the change did.
        yield before;
      },
    });
    await indexer.rebuild();
    await caughtUp(indexer);
    expect(attempts).toBe(2);
    expect(errors).toEqual([new Error('the source broke')]);
    expect(await found('parcel')).toEqual(['t1', 't3']);
    expect(await found('during')).toEqual(['t1', 't3']);
    expect(await db.query('SELECT FROM search_queue WHERE index_name = $1', [indexName])).toEqual([]);
  });

  it('tells another process, which asked for a rebuild, how far it is', async () => {
    for (const id of ['t1', 't2', 't3']) await put(db, id, 'parcel');
    const heard: number[] = [];
    const source = async function* (): AsyncIterable<SearchDocument[]> {
      yield await load(projectId, ['t1', 't2']);
      // The first part is told of before the second is asked for.
      await eventually(() => expect(heard).toEqual([2]));
      yield await load(projectId, ['t3']);
    };
    const asking = createIndexer({ db, index, indexName, load, interval: 20, idleInterval: 20, source });
    const asked = asking.rebuild((documents) => heard.push(documents));
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    run({ source });
    await asked;
    expect(await found('parcel')).toEqual(['t1', 't2', 't3']);
    expect(await waiting()).toEqual([]);
  });

  it('finds every change of 20 writers at once, each written 10 times', async () => {
    const indexer = run();
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let round = 1; round < 10; round += 1) await change(`t${writer}`, 'parcel former');
        await change(`t${writer}`, 'parcel latest');
      }),
    );
    await caughtUp(indexer);
    expect(await found('parcel latest')).toHaveLength(20);
    expect(await found('parcel former')).toEqual([]);
  });
});
