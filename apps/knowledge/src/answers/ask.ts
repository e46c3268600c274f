import { extractOf, guessLanguage, type Question, type Source } from '@parley/answers';
import { proseAboutCode } from '../code/prose-about-code';
import { type Deps } from '../deps';
import { findHits, type Hit } from '../search/search';
import { type AskOptions, type CitedSource, type KnowledgeAnswer } from './answer';
import { nothingFound } from './nothing-found';

/** Documents that an answer is looked for in. */
const MAX_FOUND = 8;
const MAX_EXTRACT = 500;
/** From here on a document may hold the answer: by its share of what the question is about, or by meaning. */
const LEAST_COVERAGE = 0.3;
const LEAST_COSINE = 0.35;

/** The passage's language, where it is known, decides how its words are compared. */
const sourceOf = ({ title, content, url, ranked }: Hit, index: number): Source => ({
  id: String(index),
  title,
  text: content,
  ...(url !== undefined && { url }),
  ...(ranked.row.language !== null && { language: ranked.row.language }),
});

const citedOf = (question: Question, { sourceId, sourceType, title, url, content }: Hit): CitedSource => ({
  sourceId,
  sourceType,
  title,
  ...(url !== undefined && { url }),
  extract: extractOf(question, content, MAX_EXTRACT),
});

/**
 * Answers a question from documents that whoever asks may see, and from nothing else. Rejects with `unavailable` or `timeout`
 * while the model is away.
 */
export const ask = async (
  deps: Pick<Deps, 'db' | 'ai' | 'space' | 'search' | 'answers'>,
  text: string,
  options: AskOptions,
): Promise<KnowledgeAnswer> => {
  const found = await findHits(deps, text, { ...options, limit: MAX_FOUND });
  // Without a model the sentences themselves are compared with the question.
  const hits = found.filter(
    ({ ranked: { coverage, cosine } }) =>
      !deps.ai.writes || coverage >= LEAST_COVERAGE || cosine >= LEAST_COSINE,
  );
  const question: Question = { text, language: guessLanguage(text) ?? options.lang ?? 'en' };
  const answer = await deps.answers.answer(question, hits.map(sourceOf), options.signal);
  // Whatever a model says that was shown prose about code.
  const isOfCode = hits.some(({ sourceType }) => sourceType === 'code');
  const said =
    answer && isOfCode ? await proseAboutCode(deps.db, options.projectId, answer.text) : answer?.text;
  if (!answer || !said)
    return {
      answer: nothingFound(text),
      grounded: false,
      mode: deps.ai.writes ? 'written' : 'extractive',
      sources: [],
    };
  return {
    answer: said,
    grounded: true,
    mode: answer.mode,
    sources: answer.sources.flatMap(({ id }) => {
      const hit = hits[Number(id)];
      return hit ? [citedOf(question, hit)] : [];
    }),
  };
};
