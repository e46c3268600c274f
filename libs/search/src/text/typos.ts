import { minTypoLetters } from '../limits';

const numeric = /^\p{N}+$/u;

/** Letters as a reader counts them. */
export const lettersOf = (word: string): string[] => Array.from(word);

/** Whether typos in this query word are forgiven. */
export const forgivesTypos = (word: string): boolean =>
  lettersOf(word).length >= minTypoLetters && !numeric.test(word);

/** Whether a word of a document may be taken for a misspelled query word. */
export const mayBeMisspelled = (word: string): boolean =>
  lettersOf(word).length >= minTypoLetters - 1 && !numeric.test(word);

/** Whether two different words are one wrong, missing, extra or swapped letter apart. */
export const isOneTypoApart = (left: string, right: string): boolean => {
  // No letter has more than two code units.
  if (left === right || Math.abs(left.length - right.length) > 2) return false;
  const [short, long] = [lettersOf(left), lettersOf(right)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const sameTail = (shortStart: number, longStart: number): boolean =>
    short.slice(shortStart).every((letter, index) => letter === long[longStart + index]);
  if (short.length < long.length) return sameTail(from, from + 1);
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return sameTail(from + 1, from + 1) || (swapped && sameTail(from + 2, from + 2));
};

/** The word and every form of it with one letter left out: two words one typo apart share at least one of these. */
export const deletionsOf = (word: string): string[] => {
  const letters = lettersOf(word);
  return [
    ...new Set([word, ...letters.map((_, index) => letters.filter((_letter, at) => at !== index).join(''))]),
  ];
};
