import { cosineOfBytes } from '@parley/ai';
import { baseLanguage, contentWords, extractTerms } from '@parley/answers';
import { forgivesTypos, isOneTypoApart } from '@parley/search';
import type { CandidateRow } from './passages.store';

/** A parsed query. */
export interface ReadQuery {
  text: string;
  /** Language of its words, given or guessed. */
  language: string;
  /** Exact codes and numbers in it, in lower case: `err_px-4471`. */
  codes: string[];
  vector: Float32Array;
}

/** A passage with how well it fits. */
export interface Ranked {
  row: CandidateRow;
  /** 0 to 1. */
  score: number;
  /** Share of the query's topic words in the passage. */
  coverage: number;
  cosine: number;
}

const CODE = /[\p{L}\p{N}]+(?:[-_./:#][\p{L}\p{N}]+)*/gu;

/** Codes, numbers and names with signs in them. A word with a hyphen alone is none. */
export const extractCodes = (text: string): string[] => [
  ...new Set(
    (text.match(CODE) ?? [])
      .filter((code) => /\p{N}|_/u.test(code) && code.length > 1)
      .map((code) => code.toLowerCase()),
  ),
];

const wordSign = /[\p{L}\p{N}_]/u;
const holdsCode = (text: string, code: string): boolean => {
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1))
    if (!wordSign.test(text[at - 1] ?? ' ') && !wordSign.test(text[at + code.length] ?? ' ')) return true;
  return false;
};

const TYPO_WEIGHT = 0.6;
/** Terms of a query in which typos are forgiven: each is compared with every term of every passage. */
const MAX_FORGIVEN = 300;
const TITLE_WEIGHT = 0.15;
const CODE_SHARE = 0.6;

interface Match {
  /** By term of the query: 1 where it stands, less where a typo does. */
  found: Map<string, number>;
  titled: number;
}

const matchTerms = (asked: ReadonlySet<string>, terms: ReadonlySet<string>): Map<string, number> => {
  const found = new Map<string, number>();
  let forgiven = 0;
  for (const term of asked) {
    if (terms.has(term)) found.set(term, 1);
    else if (forgivesTypos(term) && (forgiven += 1) <= MAX_FORGIVEN)
      for (const other of terms)
        if (isOneTypoApart(term, other)) {
          found.set(term, TYPO_WEIGHT);
          break;
        }
  }
  return found;
};

/** Terms of the query in the stems of a language, without the words that say nothing in the query's own. */
const askedTerms = ({ text, language }: ReadQuery): ((other: string) => ReadonlySet<string>) => {
  const content = contentWords(text, language);
  const known = new Map<string, ReadonlySet<string>>();
  return (other) => {
    const terms = known.get(other) ?? extractTerms(content, other);
    known.set(other, terms);
    return terms;
  };
};

/** How weights are separated: where a model knows meanings, and where vectors know words alone. */
export interface Judgement {
  /** Share of the cosine in a score. */
  cosineShare: number;
  /** From this cosine on a passage without a common word is a result. */
  near: number;
}

/** Ranks passages again by words, their rarity among the candidates, exact codes, titles and vectors. */
export const rank = (
  query: ReadQuery,
  rows: readonly CandidateRow[],
  { cosineShare, near }: Judgement,
): Ranked[] => {
  const asked = askedTerms(query);
  const matches = rows.map((row): Match => {
    const language = row.language ?? query.language;
    const terms = asked(language);
    const titles = extractTerms(row.title, language);
    const all = extractTerms(row.content, language);
    for (const title of titles) all.add(title);
    return {
      found: matchTerms(terms, all),
      titled: matchTerms(terms, titles).size / Math.max(1, terms.size),
    };
  });
  const counts = new Map<string, number>();
  for (const { found } of matches)
    for (const term of found.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  // What no candidate has is as rare as what one has: a query of unknown words is covered by none.
  const weigh = (term: string): number => {
    const count = counts.get(term) ?? 1;
    return Math.log(1 + (rows.length - count + 0.5) / (count + 0.5)) + 0.5;
  };
  const ranked = rows.flatMap((row, at): Ranked[] => {
    const { found, titled } = matches[at] as Match;
    const terms = asked(row.language ?? query.language);
    let [all, has] = [0, 0];
    for (const term of terms) {
      const weight = weigh(term);
      all += weight;
      has += weight * (found.get(term) ?? 0);
    }
    const coverage = all > 0 ? has / all : 0;
    const cosine = row.vector ? Math.max(0, cosineOfBytes(query.vector, row.vector)) : 0;
    const text = `${row.title}\n${row.content}`.toLowerCase();
    const held = query.codes.filter((code) => holdsCode(text, code)).length;
    if (coverage === 0 && held === 0 && cosine < near) return [];
    const words = (1 - TITLE_WEIGHT) * coverage + TITLE_WEIGHT * titled;
    const likeness = (1 - cosineShare) * words + cosineShare * cosine;
    const score =
      query.codes.length === 0
        ? likeness
        : CODE_SHARE * (held / query.codes.length) + (1 - CODE_SHARE) * likeness;
    return [{ row, score: Math.min(1, score), coverage, cosine }];
  });
  return ranked.sort(
    (one, other) =>
      other.score - one.score ||
      (one.row.sourceId < other.row.sourceId
        ? -1
        : one.row.sourceId > other.row.sourceId
          ? 1
          : one.row.id < other.row.id
            ? -1
            : 1),
  );
};

/** Whether a passage is in a language, by the base of its tag. */
export const isIn = (row: Pick<CandidateRow, 'lang'>, language: string): boolean =>
  row.lang !== null && baseLanguage(row.lang) === language;
