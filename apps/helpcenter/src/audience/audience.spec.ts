import type { FieldProblem } from '@parley/errors';
import { effectiveFilter } from './audience';
import { readFilter } from './audience.input';

const findProblems = (...filter: unknown[]): string[] => {
  const problems: FieldProblem[] = [];
  readFilter('f', filter, problems);
  return problems.map(({ field }) => field);
};

describe('readFilter', () => {
  it.each(['plan', 'customData.seats', 'customData.a.b', 'x'.repeat(128)])('takes the field %s', (field) =>
    expect(findProblems({ field, operator: 'exists' })).toEqual([]),
  );

  it.each(['', '.', 'a.', '.a', 'a b', 'a=b', 'x'.repeat(129), 5, null, undefined])(
    'refuses the field %j',
    (field) => expect(findProblems({ field, operator: 'exists' })).toEqual(['f.0.field']),
  );
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
