import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { compileFilter, type FieldMap } from '../src';

const fields: FieldMap = {
  customData: { json: 'data', path: ['customData'] },
  tags: { column: 'tags', type: 'textArray' },
  status: { column: 'status', type: 'text' },
};

describe('filters over 50,000 rows', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase('filter_index');
    await test.db.query(`
      CREATE TABLE things (id integer PRIMARY KEY, status text, tags text[], data jsonb NOT NULL);
      INSERT INTO things
        SELECT n, 's' || n % 1000, ARRAY['t' || n % 500],
               jsonb_build_object('customData', jsonb_build_object('plan', 'p' || n % 1000, 'seats', n % 2000 - 1000))
          FROM generate_series(1, 50000) n;
      CREATE INDEX things_data ON things USING gin (data jsonb_path_ops);
      CREATE INDEX things_tags ON things USING gin (tags);
      CREATE INDEX things_status ON things (status);
      ANALYZE things;`);
  });
  afterAll(() => test.drop());

  it.each([
    ['a text inside JSON', { field: 'customData.plan', operator: 'eq', values: ['p7'] }, 'things_data', 50],
    [
      'several texts inside JSON',
      { field: 'customData.plan', operator: 'eq', values: ['p7', 'p8'] },
      'things_data',
      100,
    ],
    [
      'a number inside JSON',
      { field: 'customData.seats', operator: 'eq', values: ['12'] },
      'things_data',
      25,
    ],
    [
      'a negative number inside JSON',
      { field: 'customData.seats', operator: 'eq', values: ['-12'] },
      'things_data',
      25,
    ],
    ['an element of an array', { field: 'tags', operator: 'eq', values: ['t9'] }, 'things_tags', 100],
    ['one of two texts', { field: 'status', operator: 'eq', values: ['s1', 's2'] }, 'things_status', 100],
  ])('finds %s through its index', async (_what, filter, index, count) => {
    const params: unknown[] = [];
    const where = compileFilter([filter], fields, params);
    const plan = await test.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM things WHERE ${where}`,
      params,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain(`on ${index}`);
    expect(text).not.toContain('Seq Scan');
    expect(await test.db.query(`SELECT id FROM things WHERE ${where}`, params)).toHaveLength(count);
  });
});
