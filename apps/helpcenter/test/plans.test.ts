import { eventually, findScans } from '@parley/testing';
import { articleSizesSql, COUNT_ARTICLES } from '../src/articles/article.store';
import { versionsSql } from '../src/articles/versions/article-version.store';
import { onContact } from '../src/consumers/on-contact';
import { feedbackSql } from '../src/feedback/feedback.store';
import { ARTICLE_PAGES } from '../src/site/pages.store';
import { ARTICLE_ENTRIES } from '../src/translations/entry.store';
import { AUDIENCES, TREE } from '../src/visitor/reach.store';
import { BESIDE, LATEST_ARTICLES, POPULAR, VISIBLE_ARTICLES } from '../src/visitor/visitor.store';
import { COUNT_CONTENTS, collectionIdsSql } from '../src/collections/collection.store';
import { startHelpcenter, type TestHelpcenter } from './support/helpcenter';
import { explain as explainPlan, listIndexes, listTypes } from './support/plans';

let service: TestHelpcenter;

const explain = (text: string, values: readonly unknown[]) => explainPlan(service, text, values);

const PROJECT = 'p1';
const COLLECTION = '000000000000000000000001';
const FILLED = [
  'collection',
  'article',
  'article_reach',
  'article_feedback',
  'article_version',
  'article_view',
  'article_popularity',
];

// 20 projects of 500 collections, 10 of them at the top, with 4 articles each.
beforeAll(async () => {
  service = await startHelpcenter();
  await service.db.query(
    `INSERT INTO collection SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o',
       CASE WHEN n > 10 THEN lpad(to_hex(n % 10 + 1), 24, '0') END, n, '{}', '{}', NULL, NULL, 'all', '[]', '[]',
       lpad(n::text, 5, '0'), now(), now() FROM generate_series(1, 20) p, generate_series(1, 500) n`,
  );
  await service.db.query(
    `INSERT INTO article SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o', lpad(to_hex(n % 500 + 1), 24, '0'), n,
       '{"en": "Title"}', '{}', '{}', '{}', NULL, n % 2 = 0, '{}', 0, NULL, 'all', '[]', '[]', lpad(n::text, 5, '0'), 1, now(),
       now() - n * interval '1 minute' FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO article_version (project_id, id, article_id, kind, version, title, description, content, plain_content, tags,
       created_by, created_at) SELECT 'p' || p, lpad(to_hex(n), 24, '0'), lpad(to_hex(n % 20 + 1), 24, '0'), 'auto', n, '{}', '{}', '{}',
       '{}', '{}', '{}', now() FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO article_feedback SELECT 'p' || p, lpad(to_hex(n), 24, '0'), lpad(to_hex(n % 20), 24, '0'), NULL, NULL,
       'up', NULL, 'en', now(), now() FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO article_view SELECT 'p' || p, lpad(to_hex(n % 20), 24, '0'), 'v' || n, now()
       FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO article_popularity SELECT 'p' || p, lpad(to_hex(n), 24, '0'), '2026-11-01', n
       FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  // A transaction of the service itself can keep rows from being visible to all.
  await eventually(async () => {
    await service.db.query(`VACUUM ANALYZE ${FILLED.join(', ')}`);
    const hidden = 'SELECT relname FROM pg_class WHERE relname = ANY ($1) AND relallvisible < relpages';
    expect(await service.db.query(hidden, [FILLED])).toEqual([]);
  });
});
afterAll(() => service.stop());

it.each([
  ['one level', COLLECTION, 'collection_level'],
  ['the top', null, 'collection_level'],
  ['all', 'all', 'collection_all'],
])('lists the collections of %s in the order of an index', async (_what, level, index) => {
  const nodes = await explain(...collectionIdsSql(PROJECT, level));
  expect(listIndexes(nodes)).toEqual([index]);
  expect(listTypes(nodes)).not.toContain('Sort');
});

it('lists the articles of a collection by an index', async () => {
  const nodes = await explain(articleSizesSql(), [PROJECT, COLLECTION]);
  expect(listIndexes(nodes)).toEqual(['article_place']);
});

it('counts what lies in collections from indexes alone', async () => {
  const nodes = await explain(COUNT_CONTENTS, [PROJECT, [COLLECTION]]);
  expect(listIndexes(nodes).sort()).toEqual(['article_place', 'collection_level']);
  expect(
    listTypes(nodes)
      .filter((type) => type.endsWith('Scan'))
      .sort(),
  ).toEqual(['Function Scan', 'Index Only Scan', 'Index Only Scan']);
});

it('finds the few audiences of a project by jumping through an index', async () => {
  const nodes = await explain(AUDIENCES, [PROJECT]);
  expect(listIndexes(nodes)).toContain('article_reach_audience');
  expect(listTypes(nodes)).not.toContain('Seq Scan');
});

it('finds the articles beside one, and the popular ones, by indexes', async () => {
  const beside = await explain(BESIDE, [PROJECT, ['x'], ['en'], COLLECTION]);
  expect(listIndexes(beside)).toContain('article_place');
  expect(listTypes(beside)).not.toContain('Seq Scan');
  const popular = await explain(POPULAR, [PROJECT, 100]);
  expect(listIndexes(popular)).toEqual(['article_popularity_pkey']);
});

it.each([undefined, 'createdAt', '-createdAt'])(
  'lists feedback in the order of an index, sorted by %s',
  async (sort) => {
    const nodes = await explain(feedbackSql(sort), [PROJECT, COLLECTION, 0, 50]);
    expect(listIndexes(nodes)).toEqual(['article_feedback_latest']);
    expect(listTypes(nodes)).not.toContain('Sort');
  },
);

it.each(['seq ASC', 'seq DESC'])(
  'lists the versions of an article, 100 at most, by an index: %s',
  async (order) => {
    const nodes = await explain(versionsSql(order), [PROJECT, COLLECTION, 0, 100]);
    expect(listIndexes(nodes)).toEqual(['article_version_latest']);
  },
);

it('counts live and draft articles from an index alone', async () => {
  const nodes = await explain(COUNT_ARTICLES, [PROJECT]);
  expect(listIndexes(nodes)).toEqual(['article_stats']);
  expect(listTypes(nodes)).toContain('Index Only Scan');
});

it('lists articles as entries of translations in the order of an index, from the last one on', async () => {
  const nodes = await explain(ARTICLE_ENTRIES, [PROJECT, 1_000, 0, 50]);
  expect(listIndexes(nodes)).toEqual(['article_doc_id_key']);
  expect(listTypes(nodes)).not.toContain('Sort');
});

describe('for a visitor who sees all audiences', () => {
  let audiences: string[];
  beforeAll(async () => {
    const rows = await service.db.query<{ audience: string }>(
      'SELECT DISTINCT audience FROM article_reach WHERE project_id = $1',
      [PROJECT],
    );
    audiences = rows.map(({ audience }) => audience);
    expect(audiences).not.toEqual([]);
  });

  it('lists the articles of a collection without reading those of others', async () => {
    const nodes = await explain(VISIBLE_ARTICLES, [PROJECT, audiences, ['en'], COLLECTION]);
    expect(listIndexes(nodes)).toContain('article_reach_audience');
    expect(listTypes(nodes)).not.toContain('Seq Scan');
  });

  it('finds the latest articles in the order of an index', async () => {
    const nodes = await explain(LATEST_ARTICLES, [PROJECT, audiences, ['en'], 50]);
    expect(listIndexes(nodes)).toContain('article_latest');
    expect(listTypes(nodes)).not.toContain('Sort');
  });

  it('lists the pages of articles by their numbers, from the last one on', async () => {
    const nodes = await explain(ARTICLE_PAGES, [PROJECT, audiences, 1_000, 100]);
    expect(listIndexes(nodes)).toContain('article_doc_id_key');
    expect(listTypes(nodes)).not.toContain('Seq Scan');
  });

  it('counts what is within reach from rows of its project alone', async () => {
    const nodes = await explain(TREE, [PROJECT, audiences, ['en']]);
    expect(listTypes(nodes)).not.toContain('Seq Scan');
  });
});

it.each([{}, { into: { id: 'heir' } }])(
  'deletes what is known of a contact by indexes (%j)',
  async (payload) => {
    const event = { projectId: PROJECT, aggregateId: 'gone', payload } as never;
    expect(await findScans(service.db, (tx) => onContact(event, tx))).toEqual([]);
  },
);
