import { compileList, compilePage, compileSort, cutPage, inOrder, keysetAfter } from '../index';

const refusal = (field: string): Error =>
  expect.objectContaining({
    kind: 'invalid',
    reason: 'INVALID_QUERY',
    fields: [expect.objectContaining({ field })],
  }) as Error;

describe('compileSort', () => {
  const sortable = {
    id: 'id',
    createdAt: 'created_at',
    priority: 'priority',
    lastSeenAt: { sql: 'last_seen_at', nullsLast: true },
  } as const;

  it.each([
    [undefined, 'created_at DESC, id DESC'],
    ['createdAt', 'created_at ASC, id ASC'],
    ['-createdAt,priority', 'created_at DESC, priority ASC, id DESC'],
    ['priority, -createdAt', 'priority ASC, created_at DESC, id ASC'],
    ['-lastSeenAt', 'last_seen_at DESC NULLS LAST, id DESC'],
    ['lastSeenAt', 'last_seen_at ASC NULLS LAST, id ASC'],
    ['-id,priority', 'id DESC, priority ASC'],
    ['priority,-priority', 'priority ASC, id ASC'],
  ])('turns %s into %s', (sort, expected) => {
    expect(compileSort(sort, sortable, '-createdAt')).toBe(expected);
  });

  it.each(['', '-', 'nope', 'createdAt,', 'id; DROP TABLE x', 'toString', '--createdAt'])(
    'refuses "%s"',
    (sort) => {
      expect(() => compileSort(sort, sortable, '-createdAt')).toThrow(refusal('sort'));
    },
  );
});

describe('compileSort of filters', () => {
  const fields = {
    id: { column: 'x.id', type: 'id' },
    name: { column: 'x.name', type: 'text' },
    createdAt: { column: 'x.created_at', type: 'date' },
    tags: { column: 'x.tags', type: 'textArray' },
    customData: { json: 'x.custom' },
  } as const;

  it.each([
    ['-name', 'x.name DESC NULLS LAST, x.id DESC'],
    ['-createdAt', 'x.created_at DESC, x.id DESC'],
    ['_id,name', 'x.id ASC, x.name ASC NULLS LAST'],
    ['sooner', 'x.at ASC, x.id ASC'],
  ])('turns %s into %s: a field with one value is a key', (sort, expected) => {
    expect(compileSort(sort, { sooner: 'x.at' }, 'id', fields)).toBe(expected);
  });

  it.each(['tags', 'customData', 'customData.plan'])('refuses "%s"', (sort) => {
    expect(() => compileSort(sort, {}, 'id', fields)).toThrow(refusal('sort'));
  });
});

describe('compilePage', () => {
  const limits = { default: 50, max: 100 };

  it.each([
    [{}, { skip: 0, limit: 50 }],
    [
      { skip: '20', limit: '10' },
      { skip: 20, limit: 10 },
    ],
    [
      { skip: 20, limit: 0 },
      { skip: 20, limit: 50 },
    ],
    [{ limit: '0' }, { skip: 0, limit: 50 }],
    [{ limit: '101' }, { skip: 0, limit: 100 }],
  ])('reads %j as %j', (query, expected) => {
    expect(compilePage(query, limits)).toEqual(expected);
  });

  it('keeps a default above the maximum, as the engagement lists have it', () => {
    expect(compilePage({}, { default: 1000, max: 100 }).limit).toBe(1000);
  });

  it.each(['-1', '1.5', 'ten', '', ' 1', '1e3', -1, 1.5, Number.NaN, '9007199254740993'])(
    'refuses %p',
    (value) => {
      expect(() => compilePage({ skip: value }, limits)).toThrow(refusal('skip'));
      expect(() => compilePage({ limit: value }, limits)).toThrow(refusal('limit'));
    },
  );
});

describe('compileList', () => {
  const list = {
    fields: { name: { column: 'name', type: 'text' } },
    sortable: { id: 'id', createdAt: 'created_at' },
    order: '-createdAt',
    page: { default: 50, max: 100 },
  } as const;

  it('answers the parts of a statement and appends the values', () => {
    const params: unknown[] = ['project'];
    const filter = [{ field: 'name', operator: 'eq', values: ['Ada'] }];
    expect(compileList({ filter, sort: 'createdAt', skip: 5, limit: 1000 }, list, params)).toEqual({
      where: 'name = $2',
      orderBy: 'created_at ASC, id ASC',
      skip: 5,
      limit: 100,
    });
    expect(params).toEqual(['project', 'Ada']);
  });

  it('has its own order, default and no condition when nothing is asked', () => {
    expect(compileList({}, list, [])).toEqual({
      where: 'TRUE',
      orderBy: 'created_at DESC, id DESC',
      skip: 0,
      limit: 50,
    });
  });

  it('without field filters takes no condition', () => {
    const { sortable, order, page } = list;
    const filter = [{ field: 'name', operator: 'eq', values: ['Ada'] }];
    expect(() => compileList({ filter }, { sortable, order, page }, [])).toThrow(refusal('name'));
  });
});

describe('inOrder', () => {
  it('puts rows in the order of ids and leaves out ids without a row', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect(inOrder(['b', 'x', 'a'], [a, b])).toEqual([b, a]);
  });
});

describe('keyset paging', () => {
  it('compares whole rows with the cursor', () => {
    const params: unknown[] = ['project'];
    expect(keysetAfter(['created_at', 'id'], 'descending', ['t', 'i'], params)).toBe(
      '(created_at, id) < ($2, $3)',
    );
    expect(params).toEqual(['project', 't', 'i']);
    expect(keysetAfter(['id'], 'ascending', ['i'], [])).toBe('(id) > ($1)');
  });

  it('refuses a cursor that does not fit the keys', () => {
    expect(() => keysetAfter(['created_at', 'id'], 'descending', ['t'], [])).toThrow(RangeError);
  });

  it('cuts a page and says where the next begins', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id }));
    expect(cutPage(rows, 2)).toEqual({ items: [{ id: 'a' }, { id: 'b' }], hasMore: true, nextBefore: 'b' });
    expect(cutPage(rows, 3)).toEqual({ items: rows, hasMore: false });
    expect(cutPage([], 3)).toEqual({ items: [], hasMore: false });
  });
});
