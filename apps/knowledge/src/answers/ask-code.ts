import { contentQuery, guessLanguage, type Source } from '@parley/answers';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  AskCodeRequest,
  AskCodeResponse,
} from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { questionAsked } from './question.events';
import { readText, findHits } from '../search';
import { findExcerpts, type CodeDeps, noAnswerIn, proseAboutCode, hasReadyRepository } from '../code';

const MAX_QUESTION = 2_000;
/** Passages of prose, and parts of source files, that an answer is looked for in. */
const MAX_HITS = 5;
const MAX_EXCERPTS = 5;
const MAX_WORDS = 20;

const CITATION = /(?<!\s)\s*\[\d+\]/g;

interface Prose {
  answer: string;
  sources: string[];
}

const findAnswer = async (
  deps: CodeDeps,
  projectId: string,
  { text, language }: { text: string; language: string },
  signal: AbortSignal,
): Promise<Prose | undefined> => {
  const view = { internal: true, session: 'all' as const, articles: true };
  const hits = await findHits(deps, text, { projectId, view, types: ['code'], limit: MAX_HITS, signal });
  const words = contentQuery(text, language).split(' ').filter(Boolean).slice(0, MAX_WORDS);
  const excerpts = deps.ai.writes ? await findExcerpts(deps.db, projectId, words, MAX_EXCERPTS) : [];
  const ids = [...hits.map(({ sourceId }) => sourceId), ...excerpts.map(({ repositoryId }) => repositoryId)];
  const sources: Source[] = [
    ...hits.map(({ title, content }) => ({ title, text: content })),
    ...excerpts.map(({ title, content }) => ({ title, text: content })),
  ].map((source, index) => ({ id: String(index), ...source }));
  const answer = await deps.answers.answer({ text, language }, sources, signal);
  if (!answer) return undefined;
  const prose = await proseAboutCode(deps.db, projectId, answer.text.replace(CITATION, ''));
  if (prose === '') return undefined;
  return { answer: prose, sources: [...new Set(answer.sources.flatMap(({ id }) => ids[Number(id)] ?? []))] };
};

/** Answers a question about the team's code in prose. 503 `unavailable` and 504 `timeout` while the model is away. */
export const askCode = async (
  deps: CodeDeps,
  request: AskCodeRequest,
  context: OnceContext<AskCodeResponse>,
): Promise<AskCodeResponse> => {
  const { projectId } = projectScope(context.scope);
  const question = readText('question', request.question, MAX_QUESTION);
  const isReady = await hasReadyRepository(deps.db, projectId);
  const language = guessLanguage(question) ?? 'en';
  const asked = { text: question, language };
  const found = isReady ? await findAnswer(deps, projectId, asked, context.signal) : undefined;
  const { nothing, notReady } = noAnswerIn(language);
  const response = { answer: found?.answer ?? (isReady ? nothing : notReady) };
  const told = {
    grounded: found !== undefined,
    sources: (found?.sources ?? []).map((sourceId) => ({ sourceId })),
  };
  await deps.db.transaction(async (tx) => {
    await deps.events.append(tx, [questionAsked(projectId, 'code', told, context)]);
    await context.record(tx, response);
  });
  deps.events.wake();
  return response;
};
