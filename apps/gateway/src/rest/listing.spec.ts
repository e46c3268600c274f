import type { Listing } from '@parley/proto';
import {
  closedProblems,
  filterProblems,
  findKind,
  refuseForbidden,
  sortProblems,
  unknownProblems,
  withPage,
} from './listing';
import { parseQuery, toFilters } from './query';

const listing: Listing = {
  name: 'parley.things.v1.ListThingsRequest',
  sort: ['createdAt', 'name'],
  filter: { name: 'text', priority: 'text', 'lastResponse.admin': 'date', customData: 'free' },
  closed: { priority: ['LOW', 'HIGH'] },
};

describe('what a list is asked', () => {
  it.each([
    'project=x',
    'organisation!=x',
    'project>=x',
    'project<x',
    'project.id=x',
    '%70roject=x',
    'project',
  ])('refuses %s as forbidden_filter', (query) => {
    expect(() => refuseForbidden(parseQuery(query))).toThrow(
      expect.objectContaining({ reason: 'FORBIDDEN_FILTER' }),
    );
  });

  it('takes names that only begin alike', () => {
    expect(() => refuseForbidden(parseQuery('projects=x&organisationName=y'))).not.toThrow();
  });

  it('knows a field by its whole name, and any inside free JSON', () => {
    expect(findKind(listing, 'lastResponse.admin')).toBe('date');
    expect(findKind(listing, 'customData')).toBe('free');
    expect(findKind(listing, 'customData.plan.name')).toBe('free');
    expect(findKind(listing, 'customDatas')).toBeUndefined();
    expect(findKind(listing, 'name.first')).toBeUndefined();
    expect(findKind(listing, 'toString')).toBeUndefined();
  });

  it('names the fields that it can be filtered by', () => {
    expect(filterProblems(listing, ['name', 'nick'])).toEqual([
      {
        field: 'nick',
        message:
          'is no parameter and no field to filter by; those are name, priority, lastResponse.admin, customData',
      },
    ]);
    expect(filterProblems(listing, [''])).toEqual([
      { field: 'query', message: 'has a condition without a field' },
    ]);
  });

  it.each(['priority=LOW', 'priority=LOW,HIGH', 'priority!=null', 'priority>=HIGH', 'name=LOWEST'])(
    'takes %s where priority has closed values',
    (query) => {
      expect(closedProblems(listing, toFilters(parseQuery(query)))).toEqual([]);
    },
  );

  it.each(['priority=URGENT', 'priority=LOW,low', 'priority!=URGENT', 'priority>=', 'priority=toString'])(
    'names the closed values to %s',
    (query) => {
      expect(closedProblems(listing, toFilters(parseQuery(query)))).toEqual([
        { field: 'priority', message: 'must be one of LOW, HIGH' },
      ]);
    },
  );

  it('names the parameters that an operation has', () => {
    expect(unknownProblems(parseQuery('nick=x'), ['skip', 'limit'])).toEqual([
      { field: 'nick', message: 'is no parameter of this operation; it takes skip, limit' },
    ]);
  });

  it.each(['createdAt', '-createdAt', 'name,-createdAt', ' -name , createdAt'])('sorts by "%s"', (sort) => {
    expect(sortProblems(listing, sort)).toEqual([]);
  });

  it.each(['', '-', 'nick', 'name,', '--name', 'toString', 'name,nick'])('does not sort by "%s"', (sort) => {
    expect(sortProblems(listing, sort)).toEqual([
      { field: 'sort', message: 'must be of createdAt, name, with a minus sign for descending' },
    ]);
  });

  it.each([
    [{}, { limit: 50 }],
    [{ limit: 0 }, { limit: 50 }],
    [{ limit: 1 }, { limit: 1 }],
    [{ limit: 101 }, { limit: 100 }],
    [{ skip: 2 ** 40 }, { skip: 2 ** 31 - 1, limit: 50 }],
  ])('brings %j into bounds', (query, expected) => {
    expect(withPage(query, { default: 50, max: 100 })).toEqual(expected);
  });
});
