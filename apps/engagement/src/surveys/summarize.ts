import type {
  QuestionSummary,
  SummarizeSurveyResponsesRequest,
  SummarizeSurveyResponsesResponse,
} from '@parley/proto/generated/parley/engagement/v1/survey_responses_service';
import type { CallContext, Partially } from '@parley/rpc';
import { estimateSize, inThread } from '@parley/threads';
import { type Question, readQuestions, scales } from '../core';
import type { Deps } from '../deps';
import { readingLanguages, type ReadingLanguages } from '../texts';
import { requireSurvey } from './responses';
import {
  type Completed,
  countAnswered,
  countAnswers,
  countResponses,
  type GivenAnswer,
  listTexts,
} from './summary.store';
import { nameThemes } from './model-themes';
import { describeAnswer, describeQuestion } from './survey-tickets';
import { themesWork } from './themes.work';

/** Most texts of a question that themes are made of. */
const MAX_TEXTS = 2_000;
/** Longest wait for the themes of a model, in milliseconds. */
const MODEL_MS = 15_000;

/** Every answer that a scale or a choice can have, in order. */
const listPossible = ({ type, options = [] }: Question): (number | string)[] => {
  const scale = scales[type];
  if (!scale) return options.map(({ id }) => id);
  return Array.from({ length: scale.max - scale.min + 1 }, (_, index) => scale.min + index);
};

const sum = (counts: readonly { count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

/** The middle of sorted answers; between two of them when their number is even. */
const findMedian = (counts: readonly { value: number; count: number }[], all: number): number => {
  const at = (place: number): number => {
    let passed = 0;
    return counts.find(({ count }) => (passed += count) > place)?.value ?? 0;
  };
  return (at(Math.ceil(all / 2) - 1) + at(Math.floor(all / 2))) / 2;
};

const round = (value: number): number => Math.round(value * 100) / 100;

const summarizeScale = (
  { type }: Question,
  counts: readonly { value: number; count: number }[],
): Partially<QuestionSummary> => {
  const all = sum(counts);
  if (all === 0) return {};
  const total = counts.reduce((points, { value, count }) => points + value * count, 0);
  const common = { average: round(total / all), median: findMedian(counts, all) };
  if (type !== 'nps') return common;
  const promoters = sum(counts.filter(({ value }) => value >= 9));
  const detractors = sum(counts.filter(({ value }) => value <= 6));
  const score = round(((promoters - detractors) / all) * 100);
  return { ...common, nps: { score, promoters, passives: all - promoters - detractors, detractors } };
};

/** The answers to a scale or a choice, counted. Answers that the question does not have any more are left out. */
const summarizeChoice = (
  question: Question,
  given: readonly GivenAnswer[],
  answered: number,
  languages: ReadingLanguages,
): Partially<QuestionSummary> => {
  const counts = new Map(given.map(({ value, count }) => [value, count]));
  const distribution = listPossible(question).map((value) => {
    const count = counts.get(value) ?? 0;
    return {
      value,
      title: typeof value === 'string' ? describeAnswer(question, value, languages) : undefined,
      count,
      share: answered === 0 ? 0 : count / answered,
    };
  });
  if (!scales[question.type]) return { distribution };
  const numbers = distribution.map(({ value, count }) => ({ value: Number(value), count }));
  return { distribution, ...summarizeScale(question, numbers) };
};

/** The themes of texts, by the model if there is one and it answers in time, else by their words. */
const summarizeTexts = async (
  { ai, log }: Pick<Deps, 'ai' | 'log'>,
  texts: readonly string[],
  answered: number,
  signal: AbortSignal,
): Promise<Pick<Partially<QuestionSummary>, 'themes' | 'other'>> => {
  const byWords = () => inThread(themesWork, estimateSize(texts), texts);
  const found =
    ai.writes && texts.length > 0
      ? await nameThemes(ai, texts, signal).catch((error: unknown) => {
          log.warn({ err: error }, 'themes are found by words: the model did not name them');
          return byWords();
        })
      : await byWords();
  // Older texts are not read.
  return { themes: found.themes, other: found.other + Math.max(0, answered - texts.length) };
};

/** What contacts answered to a survey, in figures and themes. */
export const summarizeSurveyResponses = async (
  deps: Pick<Deps, 'db' | 'workspace' | 'ai' | 'log'>,
  { surveyId, from, to }: SummarizeSurveyResponsesRequest,
  context: CallContext,
): Promise<Partially<SummarizeSurveyResponsesResponse>> => {
  const item = await requireSurvey(deps, surveyId, context);
  const { projectId } = item;
  const toDate = (time: string | undefined): Date | null => (time === undefined ? null : new Date(time));
  const of: Completed = { projectId, itemId: surveyId, from: toDate(from), to: toDate(to) };
  const questions = readQuestions(item);
  const ids = questions.map(({ id }) => id);
  const chosen = questions.filter(({ type }) => type !== 'text').map(({ id }) => id);
  const { db } = deps;
  const [totals, answered, answers, { defaultLanguage }] = await Promise.all([
    countResponses(db, of),
    countAnswered(db, of, ids),
    countAnswers(db, of, chosen),
    deps.workspace.settings(projectId, context),
  ]);
  const languages = readingLanguages(undefined, undefined, defaultLanguage);
  const summaries: Partially<QuestionSummary>[] = [];
  const inTime = AbortSignal.any([context.signal, AbortSignal.timeout(MODEL_MS)]);
  for (const question of questions) {
    const { id, type } = question;
    const counts = answered.find(({ questionId }) => questionId === id) ?? { answered: 0, passedOver: 0 };
    const given = answers.filter(({ questionId }) => questionId === id);
    const common = { id, type, title: describeQuestion(question, languages) };
    const texts = type === 'text' ? await listTexts(db, of, id, MAX_TEXTS) : undefined;
    summaries.push({
      ...common,
      answered: counts.answered,
      passedOver: counts.passedOver,
      ...(texts
        ? await summarizeTexts(deps, texts, counts.answered, inTime)
        : summarizeChoice(question, given, counts.answered, languages)),
    });
  }
  return { ...totals, questions: summaries };
};
