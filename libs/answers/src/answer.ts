import type { Ai } from '@parley/ai';
import { inThread } from '@parley/threads';
import { checkAnswer } from './check';
import { extractAnswer } from './extractive';
import { extractsWork, fitsWork } from './answers.work';
import { type Fit, fitOpening } from './passages';
import { NO_ANSWER, buildPrompt, buildSystemPrompt } from './prompt';
import type { Question, Source } from './source';

/** An answer, with the sources that it names. */
export interface Answer {
  /** Text without HTML; `[1]` names the first source, and every statement has one. */
  text: string;
  sources: Source[];
  /** Sentences of the sources, or a text written by a model. */
  mode: 'extractive' | 'written';
}

/** Settings of the pipeline. */
export interface AnswersOptions {
  ai: Pick<Ai, 'complete' | 'writes'>;
  /** Milliseconds that a model may take; default 10,000. */
  timeoutMs?: number;
  /** Called when the model is away or too slow and sentences of the sources answer instead. */
  onAway?(error: unknown): void;
  /** Whether a model that is away fails the question, instead of having sentences of the sources answer. */
  failsWhenAway?: boolean;
  /**
   * Whether sources were found by their meaning: with a model all of them fit, in whatever language and words, and where
   * nothing that it wrote holds sentences of them answer.
   */
  sourcesFit?: boolean;
  /** Most characters of an answer that is made of sentences; by default as many as 5 sentences have. */
  maxExtracted?: number;
}

/** Answers questions from sources, and from nothing else. */
export interface Answers {
  /** Undefined when no source fits. `signal` is aborted when the caller has disconnected. */
  answer(question: Question, sources: readonly Source[], signal?: AbortSignal): Promise<Answer | undefined>;
}

const TIMEOUT_MS = 10_000;
/** Most sources that a model is given, and most characters of each. */
const MAX_SOURCES = 5;
const MAX_EXTRACT = 2_000;
const MAX_TOKENS = 400;

const write = async (
  { ai, timeoutMs = TIMEOUT_MS }: AnswersOptions,
  question: Question,
  sources: readonly Source[],
  signal: AbortSignal | undefined,
): Promise<string> => {
  const limit = AbortSignal.timeout(timeoutMs);
  const texts = await extractParts(
    question,
    sources.map(({ text }) => text),
    MAX_EXTRACT,
  );
  const given = sources.map(({ title }, at) => ({ title, text: texts[at] ?? '' }));
  const { text } = await ai.complete(
    { system: buildSystemPrompt(question), prompt: buildPrompt(question, given), maxTokens: MAX_TOKENS },
    signal ? AbortSignal.any([signal, limit]) : limit,
  );
  return text;
};

/** What fits of the given sources; long ones are read in a thread. */
const bestFits = async (question: Question, given: readonly Source[]): Promise<Fit[]> => {
  const size = given.reduce((sum, { text }) => sum + text.length, 0);
  const placed = await inThread(fitsWork, size, question, given, MAX_SOURCES);
  return placed.map(({ place, ...fit }) => ({ ...fit, source: given[place] as Source }));
};

/** The part of each text with the most of a question's terms, of at most so many characters; long ones in a thread. */
export const extractParts = (
  question: Question,
  texts: readonly string[],
  characters: number,
): Promise<string[]> =>
  inThread(
    extractsWork,
    texts.reduce((sum, text) => sum + text.length, 0),
    question,
    texts,
    characters,
  );

/** Sources that fit → answer → check. Without a model that writes, sentences of the sources are the answer. */
export const createAnswers = (options: AnswersOptions): Answers => {
  const { ai, sourcesFit = false, failsWhenAway = false, maxExtracted } = options;
  const extract = (fits: readonly Fit[]): Answer | undefined => extractAnswer(fits, maxExtracted);
  return {
    answer: async (question, given, signal) => {
      const fits = await bestFits(question, given);
      const sources =
        sourcesFit && ai.writes ? given.slice(0, MAX_SOURCES) : fits.map(({ source }) => source);
      if (sources.length === 0) return undefined;
      if (!ai.writes) return extract(fits);
      let written: string;
      try {
        written = await write(options, question, sources, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (failsWhenAway) throw error;
        options.onAway?.(error);
        return extract(fits);
      }
      if (NO_ANSWER.test(written)) return undefined;
      const checked = checkAnswer(written, sources, question, {
        system: buildSystemPrompt(question),
        demandsTerms: !sourcesFit,
        cleans: sourcesFit,
      });
      if (checked) return { ...checked, mode: 'written' };
      return sourcesFit ? (extract(fits) ?? extract(fitOpening(sources))) : undefined;
    },
  };
};
