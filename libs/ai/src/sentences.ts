import { sentenceSegments } from '@parley/text';

const blank = /\s+/;

/** Words of a text, as blanks part them. */
export const wordsIn = (text: string): string[] => text.split(blank).filter((word) => word !== '');

/** The sentences of a text in order; the end of a line ends a sentence too. */
export const splitSentences = (text: string): string[] =>
  Array.from(sentenceSegments(text), ({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** Longest run of letters that counts as one word, for scripts that write without blanks. */
const WORD_CHARACTERS = 12;

/** A text cut to so many words, with an ellipsis where it was cut. */
export const cutWords = (text: string, words: number): string => {
  const all = wordsIn(text);
  const short = all.length > words ? `${all.slice(0, words).join(' ')}…` : all.join(' ');
  const characters = words * WORD_CHARACTERS;
  return short.length > characters ? `${short.slice(0, characters).trimEnd().toWellFormed()}…` : short;
};

/** The first sentences of a text, whole ones as far as they fit into so many words; the first one is cut if it must. */
export const firstSentences = (text: string, words: number): string => {
  const taken: string[] = [];
  let left = words;
  for (const sentence of splitSentences(text)) {
    const cost = Math.max(wordsIn(sentence).length, Math.ceil(sentence.length / WORD_CHARACTERS));
    if (taken.length > 0 && cost > left) break;
    taken.push(sentence);
    left -= cost;
  }
  return cutWords(taken.join(' '), words);
};
