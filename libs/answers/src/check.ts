import { splitSentences } from '@parley/ai';
import { splitWords } from '@parley/search';
import { trimEnd } from '@parley/text';
import type { Answer } from './answer';
import { isPlain, quoted } from './extractive';
import { redact } from './redact';
import type { Question, Source } from './source';
import { countCommon, extractTerms } from './terms';

const CITATION = /\[(\d+)\]/g;
const LEADING = /^(?:\s*\[\d+\])+/;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s)\]>]+|\bwww\.[^\s)\]>]+|(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}|\b(?:[a-z0-9-]+\.)+[a-z]{2,24}\b(?:\/[^\s)\]>]*)?/gi;
const IMAGE = /!\[[^[\]]*\]\([^)]*\)/g;
const LINK = /\[([^[\]]*)\]\(([^)\s]*)(?:\s[^)]*)?\)/g;
const TAG = /<\/?[a-z!][^>]*>/gi;
const LIST_SIGN = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+/;
/** Most characters that are read of a model's text: it is asked for a few sentences. */
const MAX_WRITTEN = 20_000;
/** Part of a statement's own words that its sources must have. */
const SUPPORT = 0.3;

interface Statement {
  text: string;
  cited: number[];
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(CITATION), ([, number]) => Number(number));

/** The sentences of a line, each with the citations in it or right after it. */
const splitStatements = (line: string): Statement[] => {
  const statements: Statement[] = [];
  for (const sentence of splitSentences(line)) {
    const leading = LEADING.exec(sentence)?.[0] ?? '';
    statements.at(-1)?.cited.push(...numbersIn(leading));
    const rest = sentence.slice(leading.length);
    const text = rest
      .replaceAll(CITATION, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ([.,;:!?])/g, '$1')
      .trim();
    if (text !== '') statements.push({ text, cited: numbersIn(rest) });
  }
  return statements;
};

const MARKUP = /<[a-z/!?][^<>]*>?|\]\([^()]*\)?|```/gi;

/** Whether all that looks like markup in a text is said by the material, as in a sentence about HTML. */
const standsIn = (material: string, text: string): boolean =>
  (text.match(MARKUP) ?? []).every((markup) => material.includes(markup));

/** Whether every number and address of a text stands in the material. */
const isBacked = (text: string, material: string): boolean => {
  const known = new Set(material.match(NUMBER));
  const lower = material.toLowerCase();
  return (
    (text.match(NUMBER) ?? []).every((number) => known.has(number)) &&
    (text.match(ADDRESS) ?? []).every((address) => lower.includes(trimEnd(address.toLowerCase(), '.,;:!?')))
  );
};

const sharesTerms = (text: string, material: string, language: string): boolean => {
  const terms = extractTerms(text, language);
  return terms.size > 0 && countCommon(terms, extractTerms(material, language)) >= terms.size * SUPPORT;
};

/** Words in a row that are enough to know a text by. */
const SHINGLE = 8;

const foldedWords = (text: string): string[] => splitWords(text).map(({ folded }) => folded);

const cutShingles = (text: string): Set<string> => {
  const words = foldedWords(text);
  return new Set(words.map((_, at) => words.slice(at, at + SHINGLE).join(' ')).slice(0, 1 - SHINGLE));
};

/** Options for checking a model's text. */
export interface CheckOptions {
  /** The system message, which must not leak into the answer. */
  system: string;
  /** Whether a statement must share words with its sources; not where sources may be in another language. */
  demandsTerms: boolean;
  /** Whether markup is taken out of a statement that holds otherwise, instead of leaving it out. */
  cleans: boolean;
}

/** Takes images, HTML, and links that the material does not have out of a line. */
const cleaned = (line: string, material: string): string =>
  line
    .replace(IMAGE, '')
    .replace(LINK, (_, text: string, url: string) =>
      url !== '' && material.includes(url) ? `${text} (${url})` : text,
    )
    .replace(TAG, '')
    .replace(LIST_SIGN, '');

/**
 * The valid statements of a model's answer. Each cites a given source, has only numbers and addresses of its sources and the
 * question, and is no HTML. Citations are numbered again, so that every answered source is cited. Undefined when no statement is
 * valid.
 */
export const checkAnswer = (
  written: string,
  sources: readonly Source[],
  question: Question,
  { system, demandsTerms, cleans }: CheckOptions,
): Omit<Answer, 'mode'> | undefined => {
  const used: Source[] = [];
  const numberSource = (source: Source): number => {
    if (!used.includes(source)) used.push(source);
    return used.indexOf(source) + 1;
  };
  const joinSources = (some: readonly Source[]): string =>
    some.map(({ title, text, url = '' }) => `${title}\n${text}\n${url}`).join('\n');
  const all = joinSources(sources);
  const secret = cutShingles(system);
  const isTold = (text: string): boolean => [...cutShingles(text)].some((shingle) => secret.has(shingle));
  const lines = written
    .slice(0, MAX_WRITTEN)
    .split('\n')
    .flatMap((line) => {
      const kept = splitStatements(cleans ? cleaned(line, all) : line).flatMap(({ text, cited }) => {
        const its = [...new Set(cited)].flatMap((number) => sources[number - 1] ?? []);
        const material = joinSources(its);
        const holds =
          its.length > 0 &&
          (isPlain(text) || standsIn(material, text)) &&
          isBacked(text, `${material}\n${question.text}`) &&
          !isTold(text) &&
          (!demandsTerms || sharesTerms(text, material, question.language));
        if (!holds || foldedWords(text).length === 0) return [];
        return [`${quoted(redact(text))} ${its.map((source) => `[${numberSource(source)}]`).join('')}`];
      });
      return kept.length > 0 ? [kept.join(' ')] : [];
    });
  return lines.length > 0 ? { text: lines.join('\n'), sources: used } : undefined;
};
