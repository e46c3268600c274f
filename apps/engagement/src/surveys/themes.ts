import { contentWords, guessLanguage } from '@parley/answers';

/** Texts that have a word in common. */
export interface Theme {
  title: string;
  count: number;
  examples: string[];
}

/** Most themes. */
export const MAX_THEMES = 10;
/** Texts that make a theme at least. */
const LEAST = 2;
/** Examples of a theme, and their longest, in characters. */
export const EXAMPLES = { most: 3, length: 280 };
/** Characters that are read of a text: the words of a long one are in its beginning, too. */
const READ = 1_000;
/** Shortest word of letters that makes a theme, in characters. */
const SHORTEST = 3;

/** Scripts in which a word has few characters. */
const IS_DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const readWords = (text: string, language: string): Set<string> => {
  const words = contentWords(text.slice(0, READ), language).split(' ');
  return new Set(words.filter((word) => word.length >= SHORTEST || IS_DENSE.test(word)));
};

const countWords = (texts: Iterable<Set<string>>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const findMostFrequent = (counts: ReadonlyMap<string, number>): [word: string, count: number] => {
  let best: [string, number] = ['', 0];
  for (const [word, count] of counts)
    if (count > best[1] || (count === best[1] && word < best[0])) best = [word, count];
  return best;
};

/**
 * The themes of texts: the word that most of them have, then the word that most of the rest have, and so on. So each text has one
 * theme, or counts as other, and the counts add up.
 */
export const findThemes = (texts: readonly string[]): { themes: Theme[]; other: number } => {
  // One text is often too short to know its language.
  const language = guessLanguage(texts.join('\n')) ?? 'en';
  const rest = new Map(texts.map((text, index) => [index, readWords(text, language)]));
  const counts = countWords(rest.values());
  const themes: Theme[] = [];
  while (themes.length < MAX_THEMES) {
    const [title, count] = findMostFrequent(counts);
    if (count < LEAST) break;
    const examples: string[] = [];
    for (const [index, words] of rest) {
      if (!words.has(title)) continue;
      if (examples.length < EXAMPLES.most) examples.push((texts[index] ?? '').slice(0, EXAMPLES.length));
      rest.delete(index);
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) - 1);
    }
    themes.push({ title, count, examples });
  }
  return { themes, other: rest.size };
};
