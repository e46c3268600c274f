import { newId, openDatabase } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { createPostgresIndex, searchTablesSql, searchTitlesSql, type SearchDocument } from '../src/index';
import { findRows } from '../src/postgres/find';
import { itFinds } from './finds';
import { itKeeps } from './keeps';
import { type Engine, testDefinition } from './suite';

describe('the PostgreSQL adapter', () => {
  let database: TestDatabase;
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'test away' });

  beforeAll(async () => {
    database = await createTestDatabase('search_postgres');
    await database.db.query(searchTablesSql + searchTitlesSql);
  });
  afterAll(async () => {
    await database.drop();
    await away.close();
  });

  const engine: Engine = {
    open: (definition) => createPostgresIndex({ db: database.db, definition }),
    openAway: (definition) => createPostgresIndex({ db: away, definition }),
  };
  describe('finds', () => itFinds(engine));
  describe('keeps', () => itKeeps(engine));

  const countRows = async (table: string, projectId: string): Promise<number> =>
    (await database.db.query(`SELECT FROM ${table} WHERE project_id = $1`, [projectId])).length;

  /** Term counts as the documents give them, against those the dictionary has. */
  const dictionaries = async (projectId: string): Promise<{ counted: unknown[]; kept: unknown[] }> => ({
    counted: await database.db.query(
      `SELECT lexeme AS term, count(*)::integer AS documents
         FROM search_document, unnest(tsvector_to_array(terms)) AS lexeme WHERE project_id = $1
        GROUP BY lexeme ORDER BY lexeme COLLATE "C"`,
      [projectId],
    ),
    kept: await database.db.query(
      `SELECT term, documents FROM search_term WHERE project_id = $1 AND term <> '' ORDER BY term`,
      [projectId],
    ),
  });

  it('leaves no row of a removed document or project', async () => {
    const index = createPostgresIndex({ db: database.db, definition: testDefinition() });
    const [first, second] = [newId(), newId()];
    await index.upsert([
      { id: 't1', projectId: first, title: 'parcel lost', comments: 'please help' },
      { id: 't1', projectId: second, title: 'parcel lost', comments: 'please help' },
    ]);
    await index.remove(first, ['t1']);
    await index.removeProject(second);
    for (const projectId of [first, second]) {
      expect(await countRows('search_document', projectId)).toBe(0);
      expect(await countRows('search_term', projectId)).toBe(0);
    }
  });

  it('keeps the dictionary right while 8 writers change the same documents', async () => {
    const index = createPostgresIndex({ db: database.db, definition: testDefinition() });
    const projectId = newId();
    const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
    const write = async (seed: number): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        const document = (n: number): SearchDocument => ({
          id: `t${n}`,
          projectId,
          title: `${words[(seed + round + n) % words.length]} ${words[(seed * round + n) % words.length]}`,
        });
        await index.upsert(Array.from({ length: 10 }, (_, n) => document(n)));
        await index.remove(projectId, [`t${(seed + round) % 10}`]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, seed) => write(seed)));
    const { counted, kept } = await dictionaries(projectId);
    expect(kept).toEqual(counted);
    const [total] = await database.db.query<{ documents: number }>(
      `SELECT documents FROM search_term WHERE project_id = $1 AND term = ''`,
      [projectId],
    );
    expect(total?.documents).toBe(await countRows('search_document', projectId));
  });

  it('ranks the newest matches of a word that all of 6,000 documents have, and finds the rare ones', async () => {
    const index = createPostgresIndex({ db: database.db, definition: testDefinition() });
    const projectId = newId();
    const documents = Array.from({ length: 6_000 }, (_, n): SearchDocument => ({
      id: `t${String(n).padStart(5, '0')}`,
      projectId,
      title: `common ${n === 17 ? 'needle' : 'hay'} ${n}`,
      archived: n < 5_990,
    }));
    await index.upsert(documents);
    const common = await index.search({ projectId, query: 'common ', limit: 1_000, match: 'all' });
    expect(common.hits).toHaveLength(1_000);
    expect(common.estimatedTotal).toBe(6_000);
    expect(common.hits.every(({ id }) => id >= 't05000')).toBe(true);
    const rare = await index.search({ projectId, query: 'common needle', limit: 10, match: 'all' });
    expect(rare.hits.map(({ id }) => id)).toEqual(['t00017']);
    const filtered = await index.search({
      projectId,
      query: 'common',
      limit: 20,
      match: 'all',
      filter: { archived: false },
    });
    expect(filtered.estimatedTotal).toBe(10);
    expect(filtered.hits).toHaveLength(10);
  });

  it('puts an old document with a word in its title before 6,000 that have it in their text', async () => {
    const definition = { ...testDefinition(), titleFirst: true };
    const index = createPostgresIndex({ db: database.db, definition });
    const projectId = newId();
    const document = (n: number, fields: object): SearchDocument => ({
      id: `t${String(n).padStart(5, '0')}`,
      projectId,
      status: 'OPEN',
      ...fields,
    });
    const filler = 'some words of no meaning';
    await index.upsert([
      document(1, { title: 'Invoices', comments: `How they are paid. ${filler}` }),
      document(2, { title: 'Invoices', comments: filler, status: 'DONE' }),
      document(3, { title: 'Paid', comments: `Of invoices. ${filler}` }),
      ...Array.from({ length: 6_000 }, (_, n) =>
        document(n + 10, { title: `Other ${n}`, comments: `Of invoices and what is paid. ${filler}` }),
      ),
    ]);
    await database.db.query('ANALYZE search_document');
    const search = async (query: string, match: 'all' | 'any', limit: number) =>
      (await index.search({ projectId, query, match, limit, filter: { status: 'OPEN' } })).hits;
    const ids = async (...asked: Parameters<typeof search>) => (await search(...asked)).map(({ id }) => id);
    expect((await ids('invoices', 'all', 30))[0]).toBe('t00001');
    expect((await ids('invoices', 'any', 30))[0]).toBe('t00001');
    expect((await ids('invoices paid', 'all', 30)).slice(0, 2).sort()).toEqual(['t00001', 't00003']);
    expect((await ids('invoices paid', 'any', 30)).slice(0, 2).sort()).toEqual(['t00001', 't00003']);
    const hits = await search('invoices', 'all', 1_000);
    expect(new Set(hits.map(({ id }) => id)).size).toBe(1_000);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('finds titles by their own index, and ranks the newest when the word is in all of them', async () => {
    const { db } = database;
    const [projectId, indexName] = [newId(), 'titles'];
    await db.query(
      `INSERT INTO search_document (project_id, index_name, id, terms, text, attributes, written_at)
       SELECT $1, $2, 't' || lpad(n::text, 5, '0'), setweight(to_tsvector('simple', 'common'), 'A')
                || setweight(to_tsvector('simple', 'usual'), CASE WHEN n <= 5 THEN 'A' ELSE 'B' END::"char"),
              '{"title": ""}', '{}', now()
         FROM generate_series(1, 20000) n`,
      [projectId, indexName],
    );
    await db.query('ANALYZE search_document');
    const plans: string[] = [];
    const find = async (word: string) =>
      findRows(
        {
          query: async (text, values = []) => {
            plans.push(JSON.stringify(await db.query(`EXPLAIN ${text}`, values)));
            return db.query(text, values);
          },
        },
        { projectId, indexName },
        {
          total: 20_000,
          words: [{ word, isPrefix: false, variants: [], documents: 20_000, asAsked: 20_000 }],
        },
        { projectId, query: word, limit: 10, match: 'all' },
        { titleFirst: true },
      );
    const usual = await find('usual');
    expect(usual.rows.slice(0, 5).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1].map((n) => `t0000${n}`));
    expect(plans).toHaveLength(2);
    expect(plans[0]).toContain('Index Scan Backward using search_document_pkey');
    expect(plans[1]).toContain('search_document_titles');
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on search_document');
    const common = await find('common');
    // All of the newest have it in their title, so that titles are not asked.
    expect(plans).toHaveLength(3);
    expect(common.rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, n) => `t${String(20_000 - n).padStart(5, '0')}`),
    );
  });

  it('reads the index for a rare word with 40 forms among 20,000 documents, and never the whole table', async () => {
    const { db } = database;
    const projectId = newId();
    const indexName = 'forms';
    await db.query(
      `INSERT INTO search_document (project_id, index_name, id, terms, text, attributes, written_at)
       SELECT $1, $2, 't' || n, to_tsvector('simple', 'common case' || n), '{"title": ""}', '{}', now()
         FROM generate_series(1, 20000) n`,
      [projectId, indexName],
    );
    await db.query('ANALYZE search_document');
    const asked: { text: string; values: readonly unknown[] }[] = [];
    const word = {
      word: 'case38',
      isPrefix: true,
      variants: Array.from({ length: 40 }, (_, n) => `case${n + 100}`),
      documents: 151,
      asAsked: 111,
    };
    const query = { projectId, query: 'case38', limit: 30, match: 'all' as const };
    const { rows, total } = await findRows(
      {
        query: (text, values = []) => {
          asked.push({ text, values });
          return db.query(text, values);
        },
      },
      { projectId, indexName },
      { total: 20_000, words: [word] },
      query,
    );
    expect({ found: rows.length, total }).toEqual({ found: 30, total: 151 });
    for (const { text, values } of asked) {
      const plan = JSON.stringify(await db.query(`EXPLAIN ${text}`, values));
      expect(plan).toContain('Bitmap Index Scan on search_document_terms');
      expect(plan).not.toContain('Seq Scan on search_document');
    }
    expect(asked).toHaveLength(1);
  });
});
