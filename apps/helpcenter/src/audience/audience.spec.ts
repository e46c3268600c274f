import { type FieldProblem } from '@parley/errors';
import { effectiveFilter } from './audience';
import { readFilter } from './audience.input';

const problemsOf = (...filter: unknown[]): string[] => {
  const problems: FieldProblem[] = [];
  readFilter('f', filter, problems);
  return problems.map(({ field }) => field);
};
const condition = (operator: string, value?: unknown) => ({ field: 'plan', operator, value });

describe('readFilter', () => {
  it.each([
    ['eq', 'pro'],
    ['=', ['pro', 5, true]],
    ['!=', null],
    ['ne', false],
    ['gt', 5],
    ['>=', '2026-01-01'],
    ['<', -1.5],
    ['lte', 'x'],
    ['contains', 'p'],
    ['exists', true],
    ['exists', undefined],
  ])('takes %s with %j', (operator, value) => expect(problemsOf(condition(operator, value))).toEqual([]));

  it.each([
    ['eq', undefined],
    ['eq', []],
    ['eq', Array.from({ length: 101 }, String)],
    ['eq', ['x', null]],
    ['eq', {}],
    ['eq', 'x'.repeat(1_025)],
    ['gt', true],
    ['gt', null],
    ['>=', ['x']],
    ['contains', ['x']],
    ['contains', undefined],
    ['exists', 'yes'],
    ['exists', null],
  ])('refuses %s with %j', (operator, value) =>
    expect(problemsOf(condition(operator, value))).toEqual(['f.0.value']),
  );

  it.each(['plan', 'customData.seats', 'customData.a.b', 'x'.repeat(128)])('takes the field %s', (field) =>
    expect(problemsOf({ field, operator: 'exists' })).toEqual([]),
  );

  it.each(['', '.', 'a.', '.a', 'a b', 'a=b', 'x'.repeat(129), 5, null, undefined])(
    'refuses the field %j',
    (field) => expect(problemsOf({ field, operator: 'exists' })).toEqual(['f.0.field']),
  );

  it.each(['like', '', 'EQ', 'toString', '__proto__', 5, undefined])('refuses the operator %j', (operator) =>
    expect(problemsOf({ field: 'plan', operator, value: 'x' })).toEqual(['f.0.operator']),
  );

  it('names each wrong condition, and takes at most 50', () => {
    const fine = condition('exists');
    expect(problemsOf(fine, 'x', { field: '', operator: '' }, fine, null)).toEqual([
      'f.1',
      'f.2.field',
      'f.2.operator',
      'f.4',
    ]);
    expect(problemsOf(...Array.from({ length: 50 }, () => fine))).toEqual([]);
    expect(problemsOf(...Array.from({ length: 51 }, () => fine))).toEqual(['f']);
  });

  it('keeps what was sent and leaves out other keys', () => {
    const sent = [
      { ...condition('>=', 5), label: 'x' },
      { field: 'email', operator: 'exists' },
    ];
    expect(readFilter('f', sent, [])).toEqual([condition('>=', 5), { field: 'email', operator: 'exists' }]);
  });
});

describe('effectiveFilter', () => {
  const base = [{ field: 'plan', operator: 'eq', value: 'pro' } as const];

  it.each([
    ['all', []],
    ['custom', []],
    ['users', [{ field: 'userId', operator: 'exists', value: true }]],
    ['guests', [{ field: 'userId', operator: 'exists', value: false }]],
  ])(
    'of %s is what holds where it lies, what the name says, and what is its own',
    (targetAudience, named) => {
      const own = [{ field: 'email', operator: 'exists' } as const];
      const audience = { targetAudience, baseAudienceFilter: base, extendedAudienceFilter: own };
      expect(effectiveFilter(audience)).toEqual([...base, ...named, ...own]);
    },
  );

  it('has each condition once, however it is written', () => {
    const same = [{ value: 'pro', operator: '=', field: 'plan' } as const];
    expect(
      effectiveFilter({ targetAudience: 'all', baseAudienceFilter: base, extendedAudienceFilter: same }),
    ).toHaveLength(1);
  });
});
