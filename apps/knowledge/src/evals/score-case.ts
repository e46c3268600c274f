import type { KnowledgeAnswer } from '../answers';
import type { CaseContent } from './case';

/** What became of a case. */
export interface CaseResult {
  answer: string;
  grounded: boolean;
  mode?: 'extractive' | 'written';
  sources: { sourceId: string; sourceType: string; title: string }[];
  passed: boolean;
  factsFound: string[];
  factsMissing: string[];
  forbiddenFound: string[];
  sourcesFound: string[];
  sourcesMissing: string[];
  rank?: number;
  error?: string;
  latencyMs: number;
}

/** Lower case, no accents, punctuation as one blank, a blank at both ends. */
export const fold = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a fact stands in a folded answer as whole words. */
const holds = (folded: string, fact: string): boolean => {
  const words = fold(fact);
  return words.trim() !== '' && folded.includes(words);
};

/** The observations of a case: its answer, and the ids of the first 5 results. */
export interface Observed {
  answer: Pick<KnowledgeAnswer, 'answer' | 'grounded' | 'mode' | 'sources'>;
  found: readonly string[];
  latencyMs: number;
}

/** Judges an answer by what its case expects. */
export const scoreCase = (
  asked: Pick<CaseContent, 'expectedFacts' | 'forbiddenFacts' | 'expectedSources' | 'expectAnswer'>,
  { answer, found, latencyMs }: Observed,
): CaseResult => {
  const folded = fold(answer.answer);
  const factsFound = asked.expectedFacts.filter((fact) => holds(folded, fact));
  const forbiddenFound = asked.forbiddenFacts.filter((fact) => holds(folded, fact));
  const sourcesFound = asked.expectedSources.filter((id) => found.includes(id));
  const factsMissing = asked.expectedFacts.filter((fact) => !factsFound.includes(fact));
  const sourcesMissing = asked.expectedSources.filter((id) => !sourcesFound.includes(id));
  const place = found.findIndex((id) => asked.expectedSources.includes(id));
  const passed = asked.expectAnswer
    ? answer.grounded &&
      factsMissing.length === 0 &&
      forbiddenFound.length === 0 &&
      sourcesMissing.length === 0
    : !answer.grounded && forbiddenFound.length === 0;
  return {
    answer: answer.answer,
    grounded: answer.grounded,
    mode: answer.mode,
    sources: answer.sources.map(({ sourceId, sourceType, title }) => ({ sourceId, sourceType, title })),
    passed,
    factsFound,
    factsMissing,
    forbiddenFound,
    sourcesFound,
    sourcesMissing,
    ...(place >= 0 && { rank: place + 1 }),
    latencyMs,
  };
};

/** A case that could not be asked: it failed, and everything that it expects is missing. */
export const failedCase = (
  asked: Pick<CaseContent, 'expectedFacts' | 'expectedSources'>,
  error: string,
  latencyMs: number,
): CaseResult => ({
  answer: '',
  grounded: false,
  sources: [],
  passed: false,
  factsFound: [],
  factsMissing: asked.expectedFacts,
  forbiddenFound: [],
  sourcesFound: [],
  sourcesMissing: asked.expectedSources,
  error,
  latencyMs,
});
