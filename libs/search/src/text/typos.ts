import { minTypoLetters } from '../limits';

const numeric = /^\p{N}+$/u;

/** Letters as a reader counts them. */
export const splitLetters = (word: string): string[] => Array.from(word);

/** Whether typos in this query word are forgiven. */
export const forgivesTypos = (word: string): boolean =>
  splitLetters(word).length >= minTypoLetters && !numeric.test(word);

/** Whether a word of a document may be taken for a misspelled query word. */
export const mayBeMisspelled = (word: string): boolean =>
  splitLetters(word).length >= minTypoLetters - 1 && !numeric.test(word);

/** Letters that take two UTF-16 units. */
const beyond = /[\ud800-\udfff]/;

/** Whether two different words are one wrong, missing, extra or swapped letter apart. */
export const isOneTypoApart = (left: string, right: string): boolean => {
  // No letter has more than two code units.
  if (left === right || Math.abs(left.length - right.length) > 2) return false;
  // Where a unit is a letter, the words themselves are their lists of letters.
  const isPlain = !beyond.test(left) && !beyond.test(right);
  const [one, other] = isPlain ? [left, right] : [splitLetters(left), splitLetters(right)];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const sameTail = (shortStart: number, longStart: number): boolean => {
    for (let at = shortStart; at < short.length; at += 1)
      if (short[at] !== long[longStart + at - shortStart]) return false;
    return true;
  };
  if (short.length < long.length) return sameTail(from, from + 1);
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return sameTail(from + 1, from + 1) || (swapped && sameTail(from + 2, from + 2));
};

/** The word and every form of it with one letter left out: two words one typo apart share at least one of these. */
export const listDeletions = (word: string): string[] => {
  const letters = splitLetters(word);
  return [
    ...new Set([word, ...letters.map((_, index) => letters.filter((_letter, at) => at !== index).join(''))]),
  ];
};
