import { splitSentences } from '@parley/ai';
import type { Question, Source } from './source';
import { contentWords } from './stop-words';
import { countCommon, extractTerms } from './terms';

/** A sentence of a source. */
export interface Sentence {
  text: string;
  /** Place in the source. */
  at: number;
  /** How many terms of the question it has. */
  common: number;
}

/** A source that has to do with a question. */
export interface Fit {
  source: Source;
  sentences: Sentence[];
  /** Terms of the question that its title has. */
  titleCommon: number;
}

/** Part of the question's terms that a source must have, unless one sentence or the title has several of them. */
const SHARE = 0.3;
const SEVERAL = 2;

/** The sources that have to do with a question, in the order they came. Stop words make none fit. */
export const fittingSources = ({ text, language }: Question, sources: readonly Source[]): Fit[] => {
  const content = contentWords(text, language);
  if (extractTerms(content, language).size === 0) return [];
  return sources.flatMap((source) => {
    const fit = fitSource(content, source, source.language ?? language);
    return fit.fits ? [fit] : [];
  });
};

const fitSource = (content: string, source: Source, language: string): Fit & { fits: boolean } => {
  const asked = extractTerms(content, language);
  const sentences = splitSentences(source.text).map((sentence, at) => ({
    text: sentence,
    at,
    common: countCommon(asked, extractTerms(sentence, language)),
  }));
  const titleCommon = countCommon(asked, extractTerms(source.title, language));
  const share = countCommon(asked, extractTerms(`${source.title}\n${source.text}`, language)) / asked.size;
  const best = Math.max(titleCommon, ...sentences.map(({ common }) => common));
  return { source, sentences, titleCommon, fits: best > 0 && (share >= SHARE || best >= SEVERAL) };
};

/** Sentences of the best source that are quoted when no words are in common. */
const OPENING = 2;

/** The beginning of the best of some sources, as if the question were about that. */
export const fitOpening = (sources: readonly Source[]): Fit[] =>
  sources.slice(0, 1).map((source) => ({
    source,
    titleCommon: 0,
    sentences: splitSentences(source.text)
      .slice(0, OPENING)
      .map((text, at) => ({ text, at, common: 1 })),
  }));

/** The part of a text with the most of a question's terms, of at most so many characters, wherever it stands. */
export const extractPart = (
  { text: question, language }: Question,
  text: string,
  characters: number,
): string => {
  const asked = extractTerms(question, language);
  const sentences = splitSentences(text);
  const scores = sentences.map((sentence) => countCommon(asked, extractTerms(sentence, language)));
  let best = { start: 0, end: 1, score: -1 };
  for (let start = 0; start < sentences.length; start += 1) {
    let [length, score, end] = [0, 0, start];
    while (end < sentences.length && length + (sentences[end] as string).length + 1 <= characters) {
      length += (sentences[end] as string).length + 1;
      score += scores[end] as number;
      end += 1;
    }
    if (end === start) [end, score] = [start + 1, scores[start] as number];
    if (score > best.score) best = { start, end, score };
  }
  const part = sentences.slice(best.start, best.end).join(' ');
  if (part.length <= characters) return part;
  return cutAround(part, asked, language, characters);
};

/** A sentence that is too long by itself, cut around its first match. */
const cutAround = (
  text: string,
  asked: ReadonlySet<string>,
  language: string,
  characters: number,
): string => {
  const step = Math.floor(characters / 2);
  let best = { start: 0, common: -1 };
  for (let start = 0; start < text.length; start += step) {
    const common = countCommon(asked, extractTerms(text.slice(start, start + characters), language));
    if (common > best.common) best = { start, common };
  }
  return text
    .slice(best.start, best.start + characters)
    .trim()
    .toWellFormed();
};
