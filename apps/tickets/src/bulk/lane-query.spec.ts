import { readLaneQuery } from './lane-query';

describe('readLaneQuery', () => {
  it.each([
    [{ status: 'OPEN' }, 'status', 'eq', ['OPEN']],
    [{ status: 'OPEN,DONE' }, 'status', 'eq', ['OPEN', 'DONE']],
    [{ title: ['Hello, world', 'b'] }, 'title', 'eq', ['Hello, world', 'b']],
    [{ title: '' }, 'title', 'eq', ['']],
    [{ bugId: 7 }, 'bugId', 'eq', ['7']],
    [{ isTracker: true }, 'isTracker', 'eq', ['true']],
    [{ processingUser: null }, 'processingUser', 'eq', ['null']],
    [{ 'customData.plan': 'pro' }, 'customData.plan', 'eq', ['pro']],
    [{ 'status!=': 'OPEN,DONE' }, 'status', 'ne', ['OPEN', 'DONE']],
    [{ 'createdAt>=': '2026-01-01' }, 'createdAt', 'gte', ['2026-01-01']],
    [{ 'createdAt<=': '2026-01-01' }, 'createdAt', 'lte', ['2026-01-01']],
    [{ 'bugId>': 3 }, 'bugId', 'gt', ['3']],
    [{ 'bugId<': 3 }, 'bugId', 'lt', ['3']],
    [{ 'title>=': 'a,b' }, 'title', 'gte', ['a,b']],
  ])('reads %j as a list reads it', (query, field, operator, values) => {
    expect(readLaneQuery(query)).toEqual({ flags: {}, filter: [{ field, operator, values }] });
  });

  it('takes the switches of lists out of the conditions', () => {
    expect(readLaneQuery({ archived: true, hidden: 'false', isSpam: 'true', ignoreArchived: false })).toEqual(
      {
        flags: { archived: true, hidden: false, isSpam: true, ignoreArchived: false },
        filter: [],
      },
    );
  });

  it.each([[{ status: { $ne: 'OPEN' } }], [{ status: [['OPEN']] }], [{ hidden: 1 }]])(
    'refuses %j naming the key',
    (query: Record<string, unknown>) => {
      expect(() => readLaneQuery(query)).toThrow(
        expect.objectContaining({
          reason: 'INVALID_QUERY',
          fields: [{ field: Object.keys(query)[0], message: expect.any(String) }],
        }),
      );
    },
  );
});
