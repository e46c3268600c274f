import { DomainError } from '@parley/errors';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import fc from 'fast-check';
import { compileFilter, type FieldMap, type FilterCondition } from '../src';

const fields: FieldMap = {
  id: { column: 'id', type: 'id' },
  session: { column: 'session_id', type: 'id' },
  status: { column: 'status', type: 'text' },
  priority: { column: 'priority', type: 'rank', ranks: ['LOW', 'MEDIUM', 'HIGH'] },
  number: { column: 'number', type: 'integer' },
  score: { column: 'score', type: 'number' },
  archived: { column: 'archived', type: 'boolean' },
  createdAt: { column: 'created_at', type: 'date' },
  tags: { column: 'tags', type: 'textArray' },
  mentions: { column: 'mentions', type: 'idArray' },
  customData: { json: 'data', path: ['customData'] },
  free: { json: 'data' },
};

const makeId = (n: number): string => String(n).padStart(24, '0');

const rows = [
  {
    id: makeId(1),
    session_id: makeId(91),
    status: 'OPEN',
    priority: 0,
    number: 1,
    score: 1.5,
    archived: false,
    created_at: '2026-01-01T00:00:00.000Z',
    tags: ['a', 'b'],
    mentions: [makeId(81)],
    data: { customData: { plan: 'pro', seats: 12, trial: true, since: '2026-01-05', labels: ['x', 'y'] } },
  },
  {
    id: makeId(2),
    session_id: makeId(92),
    status: 'DONE',
    priority: 2,
    number: 22,
    score: -2,
    archived: true,
    created_at: '2026-01-01T00:00:00.001Z',
    tags: ['b'],
    mentions: [makeId(81), makeId(82)],
    data: {
      customData: { plan: 'basic', seats: '12', trial: 'true', people: [{ name: 'Ada' }, { name: 'Bob' }] },
    },
  },
  {
    id: makeId(3),
    session_id: null,
    status: null,
    priority: 1,
    number: null,
    score: null,
    archived: null,
    created_at: '2026-02-01T12:30:00.000Z',
    tags: null,
    mentions: null,
    data: { customData: { plan: null, seats: -5, deep: { er: { value: 'in' } }, 'odd "key"': 'found' } },
  },
  {
    id: makeId(4),
    session_id: null,
    status: "O'Neil; DROP TABLE things --",
    priority: 1,
    number: 9_007_199_254_740_991,
    score: 0,
    archived: false,
    created_at: '2026-03-01T00:00:00.000Z',
    tags: [],
    mentions: [],
    data: {},
  },
];

const condition = (field: string, operator: string, ...values: string[]): FilterCondition => ({
  field,
  operator,
  values,
});

describe('compileFilter', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase('filter');
    await test.db.query(`CREATE TABLE things (
      id char(24) PRIMARY KEY, session_id char(24), status text, priority smallint, number bigint,
      score double precision, archived boolean, created_at timestamptz(3), tags text[], mentions char(24)[],
      data jsonb NOT NULL)`);
    for (const row of rows) {
      await test.db.query(
        'INSERT INTO things VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        Object.values(row),
      );
    }
  });
  afterAll(() => test.drop());

  const matching = async (...filters: FilterCondition[]): Promise<number[]> => {
    const params: unknown[] = [];
    const where = compileFilter(filters, fields, params);
    const found = await test.db.query<{ id: string }>(
      `SELECT id FROM things WHERE ${where} ORDER BY id`,
      params,
    );
    return found.map(({ id }) => Number(id));
  };

  it('keeps every row when there is no condition', async () => {
    expect(await matching()).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['a text', condition('status', 'eq', 'OPEN'), [1]],
    ['any of several texts', condition('status', 'eq', 'OPEN', 'DONE'), [1, 2]],
    ['none of several, rows without the field included', condition('status', 'ne', 'OPEN', 'DONE'), [3, 4]],
    ['a text that looks like SQL', condition('status', 'eq', "O'Neil; DROP TABLE things --"), [4]],
    ['a text range', condition('status', 'lt', 'E'), [2]],
    ['an unset text', condition('status', 'eq', 'null'), [3]],
    ['a set text', condition('status', 'ne', 'null'), [1, 2, 4]],
    ['an id', condition('session', 'eq', makeId(91)), [1]],
    ['one of two ids or unset', condition('session', 'eq', makeId(91), 'null'), [1, 3, 4]],
    ['what is no id', condition('session', 'eq', 'nobody'), []],
    ['ids after one', condition('id', 'gt', makeId(2)), [3, 4]],
    ['a rank', condition('priority', 'eq', 'HIGH'), [2]],
    ['ranks from MEDIUM', condition('priority', 'gte', 'MEDIUM'), [2, 3, 4]],
    ['a whole number', condition('number', 'eq', '22'), [2]],
    ['the largest whole number', condition('number', 'eq', '9007199254740991'), [4]],
    ['a number range that unset rows are not in', condition('score', 'lte', '0'), [2, 4]],
    ['a number that is not', condition('score', 'ne', '1.5'), [2, 3, 4]],
    ['true', condition('archived', 'eq', 'true'), [2]],
    ['not true, unset included', condition('archived', 'ne', 'true'), [1, 3, 4]],
    ['false or unset', condition('archived', 'eq', 'false', 'null'), [1, 3, 4]],
    ['a time to the millisecond', condition('createdAt', 'eq', '2026-01-01T00:00:00.001Z'), [2]],
    ['times up to a millisecond', condition('createdAt', 'lte', '2026-01-01T00:00:00.000Z'), [1]],
    ['a bare date as its first millisecond', condition('createdAt', 'eq', '2026-01-01'), [1]],
    ['times after a bare date', condition('createdAt', 'gt', '2026-01-01'), [2, 3, 4]],
    ['a time in another zone', condition('createdAt', 'eq', '2026-02-01T14:30:00+02:00'), [3]],
    ['a time whose plus arrived as a space', condition('createdAt', 'eq', '2026-02-01T14:30:00 02:00'), [3]],
    ['an element', condition('tags', 'eq', 'a'), [1]],
    ['any of two elements', condition('tags', 'eq', 'a', 'b'), [1, 2]],
    ['arrays without an element, unset included', condition('tags', 'ne', 'a'), [2, 3, 4]],
    ['empty and unset arrays', condition('tags', 'eq', 'null'), [3, 4]],
    ['an id in an array', condition('mentions', 'eq', makeId(82)), [2]],
    ['a text inside JSON', condition('customData.plan', 'eq', 'pro'), [1]],
    ['any of two texts inside JSON', condition('customData.plan', 'eq', 'pro', 'basic'), [1, 2]],
    ['not a text inside JSON, absent included', condition('customData.plan', 'ne', 'pro'), [2, 3, 4]],
    ['null and absent inside JSON', condition('customData.plan', 'eq', 'null'), [3, 4]],
    ['set and not null inside JSON', condition('customData.plan', 'ne', 'null'), [1, 2]],
    ['a number inside JSON as number and as text', condition('customData.seats', 'eq', '12'), [1, 2]],
    ['a negative number inside JSON', condition('customData.seats', 'eq', '-5'), [3]],
    ['a truth value inside JSON as such and as text', condition('customData.trial', 'eq', 'true'), [1, 2]],
    ['a number range inside JSON, texts left out', condition('customData.seats', 'gte', '-5'), [1, 3]],
    ['a date range inside JSON', condition('customData.since', 'lt', '2026-02-01'), [1]],
    ['an element of an array inside JSON', condition('customData.labels', 'eq', 'y'), [1]],
    ['a field of an element inside JSON', condition('customData.people.name', 'eq', 'Bob'), [2]],
    ['a deep value inside JSON', condition('customData.deep.er.value', 'eq', 'in'), [3]],
    ['a key with quotes inside JSON', condition('customData.odd "key"', 'eq', 'found'), [3]],
    ['a place counted from the root of the column', condition('free.customData.plan', 'eq', 'pro'), [1]],
  ])('finds %s', async (_what, filter, expected) => {
    expect(await matching(filter)).toEqual(expected);
  });

  it('takes all conditions together', async () => {
    expect(
      await matching(condition('createdAt', 'gte', '2026-01-01'), condition('createdAt', 'lt', '2026-02-01')),
    ).toEqual([1, 2]);
    expect(await matching(condition('tags', 'eq', 'b'), condition('customData.plan', 'eq', 'basic'))).toEqual(
      [2],
    );
  });

  it('numbers its parameters after those that are there already', () => {
    const params: unknown[] = ['project'];
    expect(compileFilter([condition('status', 'eq', 'OPEN')], fields, params)).toBe('status = $2');
    expect(params).toEqual(['project', 'OPEN']);
  });

  it.each([
    ['an unknown field', condition('nope', 'eq', '1')],
    ['a field of the prototype', condition('constructor', 'eq', '1')],
    ['a look inside a column', condition('status.x', 'eq', '1')],
    ['an empty step', condition('customData..x', 'eq', '1')],
    ['a look 11 steps deep', condition(`customData${'.x'.repeat(10)}`, 'eq', '1')],
    ['an unknown operator', condition('status', 'like', '1')],
    ['an operator of the prototype', condition('status', 'toString', '1')],
    ['no value', condition('status', 'eq')],
    ['501 values', condition('status', 'eq', ...Array.from({ length: 501 }, String))],
    ['a range of two values', condition('number', 'gt', '1', '2')],
    ['a range up to null', condition('number', 'gt', 'null')],
    ['a word for a number', condition('score', 'eq', 'many')],
    ['an endless number', condition('score', 'eq', '1e999')],
    ['an empty number', condition('number', 'eq', '')],
    ['a fraction for a whole number', condition('number', 'eq', '1.5')],
    ['a whole number beyond 2^53', condition('number', 'eq', '9007199254740993')],
    ['a word for a date', condition('createdAt', 'gte', 'yesterday')],
    ['31 February', condition('createdAt', 'eq', '2026-02-31')],
    ['hour 25', condition('createdAt', 'eq', '2026-02-01T25:00:00Z')],
    ['year 0', condition('createdAt', 'eq', '0000-01-01')],
    ['yes for true', condition('archived', 'eq', 'yes')],
    ['a range of truth values', condition('archived', 'gt', 'false')],
    ['a range of arrays', condition('tags', 'gt', 'a')],
    ['an unknown rank', condition('priority', 'eq', 'URGENT')],
    ['a NUL character', condition('status', 'eq', 'a\0b')],
    ['a NUL character inside JSON', condition('customData.plan', 'eq', 'a\0b')],
    ['a NUL character in a key', condition('customData.a\0b', 'eq', 'x')],
  ])('refuses %s and names the field', (_what, filter) => {
    let refusal: unknown;
    try {
      compileFilter([filter], fields, []);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_QUERY',
      fields: [{ field: filter.field }],
    });
  });

  it.each(['project', 'organisation', 'project.x', 'organisation.id', 'project[$ne]'])(
    'forbids a filter on %s with any operator',
    (field) => {
      const all: FieldMap = {
        ...fields,
        project: { column: 'id', type: 'id' },
        organisation: { json: 'data' },
      };
      for (const operator of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'nonsense']) {
        expect(() => compileFilter([condition(field, operator, '1')], all, [])).toThrow(
          expect.objectContaining({ kind: 'invalid', reason: 'FORBIDDEN_FILTER' }),
        );
      }
    },
  );

  it('never lets a value or a key become SQL or a SQL error, over 600 random conditions', async () => {
    const nasty = fc.constantFrom(
      "'; DROP TABLE things; --",
      '$1',
      '"',
      '\\',
      "\\'",
      '") || true || ("',
      '{a,b}',
      '\u2028\u{1F600}',
      '\ud800',
      'NULL',
      '1e5',
      '-0',
      '0.1',
      'NaN',
      'Infinity',
      '2026-01-01',
    );
    const text = fc.oneof(
      nasty,
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      fc.double().map(String),
    );
    const names = fc.oneof(
      fc.constantFrom(...Object.keys(fields)),
      text.map((key) => `customData.${key}`),
      text,
    );
    const operators = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(
        names,
        operators,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        async (field, operator, values) => {
          try {
            await matching({ field, operator, values });
            ran += 1;
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        },
      ),
      { numRuns: 600 },
    );
    expect(ran).toBeGreaterThan(100);
    expect(await matching()).toEqual([1, 2, 3, 4]);
  });
});
