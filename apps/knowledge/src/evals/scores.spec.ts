import { canFail } from './case';
import { failedCase, fold, scoreCase } from './score-case';
import { compareRuns, scoreRun } from './score-run';

const asked = {
  expectedFacts: ['14 days'],
  forbiddenFacts: ['30 days'],
  expectedSources: ['refunds'],
  expectAnswer: true,
};
const observed = (
  answer: string,
  { grounded = true, found = ['other', 'refunds'] } = {},
): Parameters<typeof scoreCase>[1] => ({
  answer: { answer, grounded, mode: 'extractive', sources: [] },
  found,
  latencyMs: 5,
});

describe('a fact is found', () => {
  test('folded: lower case, no accents, punctuation as blank', () => {
    expect(fold('  Crème—Brûlée, 14 Days! ')).toBe(' creme brulee 14 days ');
    expect(scoreCase(asked, observed('It takes (14) DAYS.')).factsFound).toEqual(['14 days']);
  });

  test('as whole words only', () => {
    expect(scoreCase(asked, observed('It takes 114 days.')).factsFound).toEqual([]);
    expect(scoreCase(asked, observed('It takes 14 dayss.')).factsFound).toEqual([]);
  });

  test('in scripts without blanks between words and punctuation', () => {
    const japanese = { ...asked, expectedFacts: ['14日'] };
    expect(scoreCase(japanese, observed('14日、かかります')).factsFound).toEqual(['14日']);
  });
});

describe('a case passes', () => {
  test('with an answer that is grounded, holds all facts and none that is forbidden, and finds all sources', () => {
    expect(scoreCase(asked, observed('It takes 14 days.'))).toMatchObject({ passed: true, rank: 2 });
    expect(scoreCase(asked, observed('It takes 14 days.', { grounded: false })).passed).toBe(false);
    expect(scoreCase(asked, observed('It takes a while.')).passed).toBe(false);
    expect(scoreCase(asked, observed('It takes 14 days or 30 days.'))).toMatchObject({
      passed: false,
      forbiddenFound: ['30 days'],
    });
    const lost = scoreCase(asked, observed('It takes 14 days.', { found: ['other'] }));
    expect(lost).toMatchObject({ passed: false, sourcesMissing: ['refunds'] });
    expect(lost.rank).toBeUndefined();
  });

  test('that expects no answer without one, and without a forbidden fact', () => {
    const silent = { ...asked, expectedFacts: [], expectedSources: [], expectAnswer: false };
    expect(scoreCase(silent, observed('Nothing was found.', { grounded: false })).passed).toBe(true);
    expect(scoreCase(silent, observed('It takes 14 days.')).passed).toBe(false);
    expect(scoreCase(silent, observed('Perhaps 30 days.', { grounded: false })).passed).toBe(false);
  });
});

test('a case that cannot fail: no facts, no sources, and an answer expected', () => {
  const empty = { expectedFacts: [], forbiddenFacts: [], expectedSources: [], expectAnswer: true };
  expect(canFail(empty)).toBe(false);
  expect(canFail({ ...empty, forbiddenFacts: ['x'] })).toBe(true);
  expect(canFail({ ...empty, expectAnswer: false })).toBe(true);
});

describe('the scores of a run', () => {
  const judged = (
    caseId: string,
    result: ReturnType<typeof scoreCase>,
    its: object = {},
  ): Parameters<typeof scoreRun>[0][number] => ({
    caseId,
    asked: { ...asked, ...its },
    result,
  });

  test('are fractions of their bases with at most 4 decimals', () => {
    const silent = { ...asked, expectedFacts: [], expectedSources: [], expectAnswer: false };
    expect(
      scoreRun([
        judged('1', scoreCase(asked, observed('It takes 14 days.'))),
        judged('2', scoreCase(asked, observed('30 days.', { found: ['a', 'b', 'refunds'] }))),
        judged('3', scoreCase(asked, observed('No.', { grounded: false, found: [] }))),
        judged('4', scoreCase(silent, observed('No.', { grounded: false })), silent),
      ]),
    ).toEqual({
      passed: 2,
      failed: 2,
      passRate: 0.5,
      factRecall: 0.3333,
      sourceRecall: 0.6667,
      mrr: 0.2778,
      groundedRate: 0.6667,
      abstentionRate: 1,
      forbiddenHits: 1,
    });
  });

  test('a fraction without a base is absent', () => {
    const plain = { expectedFacts: [], forbiddenFacts: ['x'], expectedSources: [], expectAnswer: true };
    expect(scoreRun([judged('1', scoreCase(plain, observed('Yes.')), plain)])).toEqual({
      passed: 1,
      failed: 0,
      passRate: 1,
      groundedRate: 1,
      forbiddenHits: 0,
    });
    expect(scoreRun([])).toEqual({ passed: 0, failed: 0, forbiddenHits: 0 });
  });

  test('a case that could not be asked is no abstention', () => {
    const silent = { ...asked, expectedFacts: [], expectedSources: [], expectAnswer: false };
    expect(scoreRun([judged('1', failedCase(silent, 'unavailable', 1), silent)]).abstentionRate).toBe(0);
  });
});

test('regressions passed before and fail now, improvements the reverse; new cases are neither', () => {
  const before = new Map([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
  const now = [
    { caseId: 'a', passed: false },
    { caseId: 'b', passed: true },
    { caseId: 'c', passed: true },
    { caseId: 'new', passed: false },
  ];
  expect(compareRuns(before, now)).toEqual({ regressions: ['a'], improvements: ['b'] });
});
