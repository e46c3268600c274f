import { wordsOf } from '@parley/search';

const SENTENCES = ['Nothing was found.', 'There is no answer to this.', 'Sorry, no result.'];

const foldedWords = (text: string): string[] => wordsOf(text).map(({ folded }) => folded);

/** A plain sentence that says that there is no answer, in none of the question's own words. */
export const nothingFound = (question: string): string => {
  const asked = new Set(foldedWords(question));
  const fitting = SENTENCES.find((sentence) => !foldedWords(sentence).some((word) => asked.has(word)));
  return fitting ?? '—';
};
