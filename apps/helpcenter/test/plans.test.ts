import { articleSizesSql } from '../src/articles/article.store';
import { FEEDBACK } from '../src/feedback/feedback.store';
import { AUDIENCES } from '../src/visitor/reach.store';
import { COUNT_CONTENTS, collectionIdsSql } from '../src/collections/collection.store';
import { startHelpcenter, type TestHelpcenter } from './support/helpcenter';

let service: TestHelpcenter;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes of the plan of a statement. */
const explain = async (text: string, values: readonly unknown[]): Promise<PlanNode[]> => {
  const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  if (!row) throw new Error('No plan');
  return nodesOf(row['QUERY PLAN'][0].Plan);
};

const indexesOf = (nodes: PlanNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
];
const typesOf = (nodes: PlanNode[]): string[] => nodes.map((node) => node['Node Type']);

const PROJECT = 'p1';
const COLLECTION = '000000000000000000000001';

// 20 projects of 500 collections, 10 of them at the top, with 4 articles each.
beforeAll(async () => {
  service = await startHelpcenter();
  await service.db.query(
    `INSERT INTO collection SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o',
       CASE WHEN n > 10 THEN lpad(to_hex(n % 10 + 1), 24, '0') END, n, '{}', '{}', NULL, NULL, 'all', '[]', '[]',
       lpad(n::text, 5, '0'), now(), now() FROM generate_series(1, 20) p, generate_series(1, 500) n`,
  );
  await service.db.query(
    `INSERT INTO article SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o', lpad(to_hex(n % 500 + 1), 24, '0'), n, '{}',
       '{}', '{}', '{}', NULL, n % 2 = 0, '{}', 0, NULL, 'all', '[]', '[]', lpad(n::text, 5, '0'), 1, now(), now()
       FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO article_feedback SELECT 'p' || p, lpad(to_hex(n), 24, '0'), lpad(to_hex(n % 20), 24, '0'), NULL, NULL,
       'up', NULL, 'en', now(), now() FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query('VACUUM ANALYZE collection, article, article_reach, article_feedback');
});
afterAll(() => service.stop());

it.each([
  ['one level', COLLECTION, 'collection_level'],
  ['the top', null, 'collection_level'],
  ['all', 'all', 'collection_all'],
])('lists the collections of %s in the order of an index', async (_what, level, index) => {
  const nodes = await explain(...collectionIdsSql(PROJECT, level));
  expect(indexesOf(nodes)).toEqual([index]);
  expect(typesOf(nodes)).not.toContain('Sort');
});

it('lists the articles of a collection by an index', async () => {
  const nodes = await explain(articleSizesSql(), [PROJECT, COLLECTION]);
  expect(indexesOf(nodes)).toEqual(['article_place']);
});

it('counts what lies in collections from indexes alone', async () => {
  const nodes = await explain(COUNT_CONTENTS, [PROJECT, [COLLECTION]]);
  expect(indexesOf(nodes).sort()).toEqual(['article_place', 'collection_level']);
  expect(
    typesOf(nodes)
      .filter((type) => type.endsWith('Scan'))
      .sort(),
  ).toEqual(['Function Scan', 'Index Only Scan', 'Index Only Scan']);
});

it('finds the few audiences of a project by jumping through an index', async () => {
  const nodes = await explain(AUDIENCES, [PROJECT]);
  expect(indexesOf(nodes)).toContain('article_reach_audience');
  expect(typesOf(nodes)).not.toContain('Seq Scan');
});

it('lists feedback in the order of an index', async () => {
  const nodes = await explain(FEEDBACK, [PROJECT, COLLECTION, 0, 50]);
  expect(indexesOf(nodes)).toEqual(['article_feedback_latest']);
  expect(typesOf(nodes)).not.toContain('Sort');
});
