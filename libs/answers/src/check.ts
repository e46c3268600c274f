import { sentencesOf } from '@parley/ai';
import { type Answer } from './answer';
import { isQuotable } from './extractive';
import { type Source } from './source';
import { countCommon, termsOf } from './terms';

const CITATION = /\[(\d+)\]/g;
const LEADING = /^(?:\s*\[\d+\])+/;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+/gi;
/** Part of a statement's own words that its sources must have. */
const SUPPORT = 0.3;

interface Statement {
  text: string;
  cited: number[];
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(CITATION), ([, number]) => Number(number));

/** The sentences of a line, each with the citations in it or right after it. */
const statementsOf = (line: string): Statement[] => {
  const statements: Statement[] = [];
  for (const sentence of sentencesOf(line)) {
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

const isSupported = (text: string, material: string, language: string): boolean => {
  const known = new Set(material.match(NUMBER));
  if (!(text.match(NUMBER) ?? []).every((number) => known.has(number))) return false;
  if (!(text.match(ADDRESS) ?? []).every((address) => material.includes(address))) return false;
  const terms = termsOf(text, language);
  return terms.size > 0 && countCommon(terms, termsOf(material, language)) >= terms.size * SUPPORT;
};

/**
 * What of a model's answer holds: statements that cite a source that was given, say nothing that their sources do not
 * support by words, numbers and addresses, and are no HTML. Citations are numbered anew, so that every source that is
 * answered is cited. Undefined when nothing is left.
 */
export const checkAnswer = (
  written: string,
  sources: readonly Source[],
  language: string,
): Answer | undefined => {
  const used: Source[] = [];
  const numberOf = (source: Source): number => {
    if (!used.includes(source)) used.push(source);
    return used.indexOf(source) + 1;
  };
  const lines = written.split('\n').flatMap((line) => {
    const kept = statementsOf(line).flatMap(({ text, cited }) => {
      const its = [...new Set(cited)].flatMap((number) => sources[number - 1] ?? []);
      const material = its.map(({ title, text: body }) => `${title}\n${body}`).join('\n');
      if (its.length === 0 || !isQuotable(text) || !isSupported(text, material, language)) return [];
      return [`${text} ${its.map((source) => `[${numberOf(source)}]`).join('')}`];
    });
    return kept.length > 0 ? [kept.join(' ')] : [];
  });
  return lines.length > 0 ? { text: lines.join('\n'), sources: used } : undefined;
};
