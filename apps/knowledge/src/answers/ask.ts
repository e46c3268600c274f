import { type Answer, extractPart, guessLanguage, type Question, type Source } from '@parley/answers';
import { proseAboutCode } from '../code';
import type { Deps } from '../deps';
import { findHits, type Hit } from '../search';
import type { AskOptions, CitedSource, KnowledgeAnswer } from './answer';
import { nothingFound } from './nothing-found';

/** Documents that an answer is looked for in. */
const MAX_FOUND = 8;
const MAX_EXTRACT = 500;
/** From here on a document may have the answer: by its share of the question's topic words, or by meaning. */
const LEAST_COVERAGE = 0.3;
const LEAST_COSINE = 0.35;

/** The passage's language, where it is known, decides how its words are compared. */
const toSource = ({ title, content, url, ranked }: Hit, index: number): Source => ({
  id: String(index),
  title,
  text: content,
  ...(url !== undefined && { url }),
  ...(ranked.row.language !== null && { language: ranked.row.language }),
});

/** A question that is asked in a conversation. */
export interface AskedInConversation extends Pick<Question, 'instructions' | 'conversation'> {
  /** Sources beside documents, which come first. */
  results?: readonly Source[];
}

/** Characters of a message that may need the one before to be understood. */
const SHORT = 60;

/** The search text: a short message, such as "And abroad?", continues the contact's earlier words. */
const lookedFor = (text: string, conversation: Question['conversation'] = []): string => {
  const before = conversation.filter(({ by }) => by === 'reader').at(-1)?.text;
  return before !== undefined && text.length < SHORT ? `${before}\n${text}` : text;
};

const cite = (question: Question, { sourceId, sourceType, title, url, content }: Hit): CitedSource => ({
  sourceId,
  sourceType,
  title,
  ...(url !== undefined && { url }),
  extract: extractPart(question, content, MAX_EXTRACT),
});

/** The hits of a search, and the answer from them. */
interface Spoken {
  question: Question;
  hits: Hit[];
  /** Undefined when nothing was found. */
  answer: Answer | undefined;
}

/** Answers a question that may be asked in a conversation; the sources of the answer name hits by their place. */
export const speak = async (
  deps: Pick<Deps, 'db' | 'ai' | 'space' | 'search' | 'answers'>,
  text: string,
  options: AskOptions,
  { results = [], ...asked }: AskedInConversation = {},
): Promise<Spoken> => {
  const found = await findHits(deps, lookedFor(text, asked.conversation), { ...options, limit: MAX_FOUND });
  // Without a model the sentences themselves are compared with the question.
  const hits = found.filter(
    ({ ranked: { coverage, cosine } }) =>
      !deps.ai.writes || coverage >= LEAST_COVERAGE || cosine >= LEAST_COSINE,
  );
  const question: Question = { ...asked, text, language: guessLanguage(text) ?? options.lang ?? 'en' };
  const answer = await deps.answers.answer(question, [...results, ...hits.map(toSource)], options.signal);
  // Whatever a model says that was shown prose about code.
  const isOfCode = hits.some(({ sourceType }) => sourceType === 'code');
  const said =
    answer && isOfCode ? await proseAboutCode(deps.db, options.projectId, answer.text) : answer?.text;
  return { question, hits, answer: answer && said ? { ...answer, text: said } : undefined };
};

/**
 * Answers a question only from documents that the caller may see. Rejects with `unavailable` or `timeout` while the model is away.
 */
export const ask = async (
  deps: Pick<Deps, 'db' | 'ai' | 'space' | 'search' | 'answers'>,
  text: string,
  options: AskOptions,
): Promise<KnowledgeAnswer> => {
  const { question, hits, answer } = await speak(deps, text, options);
  if (!answer)
    return {
      answer: nothingFound(text, question.language),
      grounded: false,
      mode: deps.ai.writes ? 'written' : 'extractive',
      sources: [],
    };
  return {
    answer: answer.text,
    grounded: true,
    mode: answer.mode,
    sources: answer.sources.flatMap(({ id }) => {
      const hit = hits[Number(id)];
      return hit ? [cite(question, hit)] : [];
    }),
  };
};
