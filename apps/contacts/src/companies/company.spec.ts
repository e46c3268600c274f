import { readConditions } from './company.conditions';
import { merged, toSearchName } from './company';

describe('merged', () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: { x: 1, y: 2 } }, { a: { x: 3 } }, { a: { x: 3 } }],
    [{ a: 1 }, {}, { a: 1 }],
    [null, { a: null, b: 1 }, { b: 1 }],
    ['text', { a: 1 }, { a: 1 }],
    [{ a: 1 }, 'text', 'text'],
    [[1], { a: 1 }, { a: 1 }],
    [{ a: 1 }, [1], [1]],
    [{ a: 1 }, null, null],
  ])('makes of %j and %j %j', (stored, sent, expected) => {
    expect(merged(stored, sent)).toEqual(expected);
  });
});

describe('toSearchName', () => {
  it('is lower-case, without accents, with single spaces, and empty without a name', () => {
    expect(toSearchName('  ÅCME \n Ltd ')).toBe('acme ltd');
    expect(toSearchName(null)).toBe('');
  });
});

describe('readConditions', () => {
  it('reads values, lists and operators, in the order they are written', () => {
    expect(
      readConditions(
        '{"plan":["a","b"],"value":{"gte":1.5,"lt":10},"customData.x":true,"tags":{"ne":["p","q"]},"sla":null}',
      ),
    ).toEqual([
      { field: 'plan', operator: 'eq', values: ['a', 'b'] },
      { field: 'value', operator: 'gte', values: ['1.5'] },
      { field: 'value', operator: 'lt', values: ['10'] },
      { field: 'customData.x', operator: 'eq', values: ['true'] },
      { field: 'tags', operator: 'ne', values: ['p', 'q'] },
      { field: 'sla', operator: 'eq', values: ['null'] },
    ]);
    expect(readConditions(undefined)).toEqual([]);
    expect(readConditions('')).toEqual([]);
  });
});
