import { type Ai } from '@parley/ai';
import { checkAnswer } from './check';
import { extractAnswer } from './extractive';
import { extractOf, type Fit, fittingSources, openingOf } from './passages';
import { NO_ANSWER, promptOf, systemOf } from './prompt';
import { type Question, type Source } from './source';

/** An answer, with the sources that it names. */
export interface Answer {
  /** Text without HTML; `[1]` names the first source, and every statement has one. */
  text: string;
  sources: Source[];
  /** Sentences of the sources, or what a model wrote. */
  mode: 'extractive' | 'written';
}

/** Settings of the pipeline. */
export interface AnswersOptions {
  ai: Pick<Ai, 'complete' | 'writes'>;
  /** Milliseconds that a model may take; default 10,000. */
  timeoutMs?: number;
  /** Told when the model is away or too slow and sentences of the sources answer instead. */
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
  /** Undefined when no source fits. `signal` ends the wait for whoever has gone. */
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
  const given = sources.map(({ title, text }) => ({ title, text: extractOf(question, text, MAX_EXTRACT) }));
  const { text } = await ai.complete(
    { system: systemOf(question), prompt: promptOf(question, given), maxTokens: MAX_TOKENS },
    signal ? AbortSignal.any([signal, limit]) : limit,
  );
  return text;
};

/** Sources that fit → answer → check. Without a model that writes, sentences of the sources are the answer. */
export const createAnswers = (options: AnswersOptions): Answers => {
  const { ai, sourcesFit = false, failsWhenAway = false, maxExtracted } = options;
  const extract = (fits: readonly Fit[]): Answer | undefined => extractAnswer(fits, maxExtracted);
  return {
    answer: async (question, given, signal) => {
      const fits = fittingSources(question, given).slice(0, MAX_SOURCES);
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
        system: systemOf(question),
        demandsTerms: !sourcesFit,
        cleans: sourcesFit,
      });
      if (checked) return { ...checked, mode: 'written' };
      return sourcesFit ? (extract(fits) ?? extract(openingOf(sources))) : undefined;
    },
  };
};
