import type { CaseContent } from './case';
import type { CaseResult } from './score-case';

/** The scores of a run; a fraction without a base is absent. */
export interface RunScores {
  passed: number;
  failed: number;
  passRate?: number;
  factRecall?: number;
  sourceRecall?: number;
  mrr?: number;
  groundedRate?: number;
  abstentionRate?: number;
  forbiddenHits: number;
}

/** A case as it was asked, with what became of it. */
export interface Judged {
  caseId: string;
  asked: Pick<CaseContent, 'expectedFacts' | 'expectedSources' | 'expectAnswer'>;
  result: CaseResult;
}

const DECIMALS = 10_000;
const rounded = (fraction: number): number => Math.round(fraction * DECIMALS) / DECIMALS;
const part = (count: number, base: number): number | undefined =>
  base === 0 ? undefined : rounded(count / base);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The scores of a run. */
export const scoreRun = (judged: readonly Judged[]): RunScores => {
  const passed = judged.filter(({ result }) => result.passed).length;
  const facts = sum(judged.map(({ asked }) => asked.expectedFacts.length));
  const factsFound = sum(judged.map(({ result }) => result.factsFound.length));
  const sources = sum(judged.map(({ asked }) => asked.expectedSources.length));
  const sourcesFound = sum(judged.map(({ result }) => result.sourcesFound.length));
  const ranked = judged.filter(({ asked }) => asked.expectedSources.length > 0);
  const ranks = sum(ranked.map(({ result }) => (result.rank === undefined ? 0 : 1 / result.rank)));
  const answering = judged.filter(({ asked }) => asked.expectAnswer);
  const silent = judged.filter(({ asked }) => !asked.expectAnswer);
  const fractions = {
    passRate: part(passed, judged.length),
    factRecall: part(factsFound, facts),
    sourceRecall: part(sourcesFound, sources),
    mrr: part(ranks, ranked.length),
    groundedRate: part(answering.filter(({ result }) => result.grounded).length, answering.length),
    abstentionRate: part(
      silent.filter(({ result }) => !result.grounded && result.error === undefined).length,
      silent.length,
    ),
  };
  return {
    passed,
    failed: judged.length - passed,
    ...Object.fromEntries(Object.entries(fractions).filter(([, value]) => value !== undefined)),
    forbiddenHits: sum(judged.map(({ result }) => result.forbiddenFound.length)),
  };
};

/** Cases that passed before and fail now, and the reverse; cases that only one of the runs has are neither. */
export const compareRuns = (
  before: ReadonlyMap<string, boolean>,
  now: readonly { caseId: string; passed: boolean }[],
): { regressions: string[]; improvements: string[] } => ({
  regressions: now
    .filter(({ caseId, passed }) => !passed && before.get(caseId) === true)
    .map(({ caseId }) => caseId),
  improvements: now
    .filter(({ caseId, passed }) => passed && before.get(caseId) === false)
    .map(({ caseId }) => caseId),
});
