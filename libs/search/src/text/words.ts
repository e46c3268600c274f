import { wordSegments } from '@parley/text';
import { foldLetters } from './letters';
import { maxQueryCharacters, maxQueryWords, maxWordLetters } from '../limits';

/** A word of a text: where it stands (UTF-16 offsets) and its folded form. */
export interface Word {
  start: number;
  end: number;
  folded: string;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const notWord = /[^\p{L}\p{N}\p{M}]+/gu;
const plain = /^[a-z0-9]+$/i;
/** Scripts that write words without spaces between them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Whether a word is of a script that writes no spaces, so that where it ends is a matter of opinion. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

/** A Korean word of at least 2 syllables with a particle after them; longer particles first. */
const particle =
  /^([\p{sc=Hangul}]{2,}?)(?:에서는|에게서|으로는|이라는|까지|부터|에서|에게|으로|이나|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u;
const hangul = /^\p{sc=Hangul}+$/u;

/** A Korean word without the particles at its end, which show its role in the sentence. */
const withoutParticles = (word: string): string => {
  let bare = word;
  for (let match = particle.exec(bare); match?.[1] !== undefined; match = particle.exec(bare))
    bare = match[1];
  return bare;
};

const cut = (word: string): string =>
  word.length <= maxWordLetters ? word : Array.from(word).slice(0, maxWordLetters).join('');

/**
 * The form in which words are compared: lower case, compatibility forms resolved, without accents; Korean ones without
 * particles.
 */
export const fold = (word: string): string => {
  const lower = word.toLowerCase();
  if (plain.test(lower)) return cut(lower);
  if (hangul.test(lower)) return cut(withoutParticles(lower));
  return cut(foldLetters(lower).replace(notWord, '').normalize('NFC'));
};

const nextWord = new RegExp(wordPattern);

/** Whether a UTF-16 unit is an ASCII letter or digit. */
const isPlain = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);

/** Calls `visit` with each word of a text in order: where it stands (UTF-16 offsets) and its folded form. */
export const eachWord = (text: string, visit: (start: number, end: number, folded: string) => void): void => {
  let at = 0;
  while (at < text.length) {
    let end = at;
    while (end < text.length && isPlain(text.charCodeAt(end))) end += 1;
    // Most words are read without an expression, which is several times faster; a character beyond ASCII may belong to one.
    if (end === text.length || text.charCodeAt(end) < 128) {
      if (end > at) visit(at, end, cut(text.slice(at, end).toLowerCase()));
      at = end + 1;
      continue;
    }
    nextWord.lastIndex = at;
    const match = nextWord.exec(text);
    if (!match) return;
    const { index } = match;
    const [run] = match;
    at = index + run.length;
    if (plain.test(run)) {
      visit(index, at, fold(run));
      continue;
    }
    const pieces = unspaced.test(run) ? wordSegments(run) : [{ segment: run, index: 0 }];
    for (const piece of pieces) {
      const folded = fold(piece.segment);
      const start = index + piece.index;
      if (folded !== '') visit(start, start + piece.segment.length, folded);
    }
  }
};

/** The words of a text in order. */
export const splitWords = (text: string): Word[] => {
  const words: Word[] = [];
  eachWord(text, (start, end, folded) => words.push({ start, end, folded }));
  return words;
};

/**
 * A text with a space between words that are written without one; undefined for a text that has none of those. An engine
 * that splits at spaces has the same words then as a query that was split here, whatever dictionaries it has.
 */
export const spacedText = (text: string): string | undefined => {
  if (!isUnspaced(text)) return undefined;
  let spaced = '';
  let at = 0;
  eachWord(text, (start, end) => {
    spaced += start === at && at > 0 ? ' ' : text.slice(at, start);
    spaced += text.slice(start, end);
    at = end;
  });
  return spaced + text.slice(at);
};

/** The distinct folded words of a query in order; the last one typed stays last, since it matches as a prefix. */
export const queryWords = (query: string): string[] => {
  const words = splitWords(query.slice(0, maxQueryCharacters))
    .slice(0, maxQueryWords)
    .map(({ folded }) => folded);
  const last = words.at(-1);
  return last === undefined
    ? []
    : [...new Set(words.slice(0, -1))].filter((word) => word !== last).concat(last);
};
