import { parseQuery, toFilters } from './query';

const filters = (query: string): ReturnType<typeof toFilters> => toFilters(parseQuery(query));

describe('the query grammar', () => {
  it.each([
    ['status=OPEN', [{ field: 'status', operator: 'eq', values: ['OPEN'] }]],
    ['status=OPEN,DONE', [{ field: 'status', operator: 'eq', values: ['OPEN', 'DONE'] }]],
    ['status=OPEN&status=DONE', [{ field: 'status', operator: 'eq', values: ['OPEN', 'DONE'] }]],
    ['status!=OPEN,DONE', [{ field: 'status', operator: 'ne', values: ['OPEN', 'DONE'] }]],
    ['createdAt>=2026-01-01', [{ field: 'createdAt', operator: 'gte', values: ['2026-01-01'] }]],
    ['createdAt<=2026-01-01', [{ field: 'createdAt', operator: 'lte', values: ['2026-01-01'] }]],
    ['createdAt>2026-01-01', [{ field: 'createdAt', operator: 'gt', values: ['2026-01-01'] }]],
    ['createdAt<2026-01-01', [{ field: 'createdAt', operator: 'lt', values: ['2026-01-01'] }]],
    ['createdAt%3E=2026-01-01', [{ field: 'createdAt', operator: 'gte', values: ['2026-01-01'] }]],
    ['createdAt%3E%3D2026-01-01', [{ field: 'createdAt', operator: 'gte', values: ['2026-01-01'] }]],
    ['createdAt%3E%3D=2026-01-01', [{ field: 'createdAt', operator: 'gte', values: ['2026-01-01'] }]],
    [
      'score>=1&score<=5',
      [
        { field: 'score', operator: 'gte', values: ['1'] },
        { field: 'score', operator: 'lte', values: ['5'] },
      ],
    ],
    ['customData.plan=pro+plus', [{ field: 'customData.plan', operator: 'eq', values: ['pro plus'] }]],
    ['title=a%2Cb%26c', [{ field: 'title', operator: 'eq', values: ['a', 'b&c'] }]],
    ['title=a=b', [{ field: 'title', operator: 'eq', values: ['a=b'] }]],
    ['title=', [{ field: 'title', operator: 'eq', values: [''] }]],
    ['__proto__=x', [{ field: '__proto__', operator: 'eq', values: ['x'] }]],
    ['&&', []],
  ])('reads %s', (query, expected) => {
    expect(filters(query)).toEqual(expected);
  });

  it.each(['a=%00', 'a%00=b', 'a=%ff', 'a=%', '%ED%A0%80=x'])('refuses %s as invalid_query', (query) => {
    expect(() => filters(query)).toThrow(expect.objectContaining({ reason: 'INVALID_QUERY' }));
  });
});
