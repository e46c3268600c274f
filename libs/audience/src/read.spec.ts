import type { FieldProblem } from '@parley/errors';
import { type AudienceRules, readFilter } from './read';

const rules: AudienceRules = {
  takesField: (field) => field !== '' && field !== 'ssn',
  fieldMessage: 'must be a known field',
};
const findProblems = (...filter: unknown[]): string[] => {
  const problems: FieldProblem[] = [];
  readFilter(rules, 'f', filter, problems);
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
  ])('takes %s with %j', (operator, value) => expect(findProblems(condition(operator, value))).toEqual([]));

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
    expect(findProblems(condition(operator, value))).toEqual(['f.0.value']),
  );

  it.each(['like', '', 'EQ', 'toString', '__proto__', 5, undefined])('refuses the operator %j', (operator) =>
    expect(findProblems({ field: 'plan', operator, value: 'x' })).toEqual(['f.0.operator']),
  );

  it('names each wrong condition, and takes at most 50', () => {
    const fine = condition('exists');
    expect(findProblems(fine, 'x', { field: '', operator: '' }, fine, null)).toEqual([
      'f.1',
      'f.2.field',
      'f.2.operator',
      'f.4',
    ]);
    expect(findProblems(...Array.from({ length: 50 }, () => fine))).toEqual([]);
    expect(findProblems(...Array.from({ length: 51 }, () => fine))).toEqual(['f']);
  });

  it('keeps what was sent and leaves out other keys', () => {
    const sent = [
      { ...condition('>=', 5), label: 'x' },
      { field: 'email', operator: 'exists' },
    ];
    expect(readFilter(rules, 'f', sent, [])).toEqual([
      condition('>=', 5),
      { field: 'email', operator: 'exists' },
    ]);
  });

  it('asks the service which fields it takes', () => {
    const problems: FieldProblem[] = [];
    readFilter(rules, 'f', [{ field: 'ssn', operator: 'exists' }], problems);
    expect(problems).toEqual([{ field: 'f.0.field', message: 'must be a known field' }]);
    expect(findProblems({ field: 5, operator: 'exists' })).toEqual(['f.0.field']);
  });
});
