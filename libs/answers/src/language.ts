import { splitWords } from '@parley/search';
import { languagesWithLists, stopWordTest } from './stop-words';

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Hebrew}/u, 'he'],
];

/** Words of a text that are looked at. */
const MAX_WORDS = 200;

/** The language with most of its function words in the text, or with its script; undefined when neither decides. */
export const guessLanguage = (text: string): string | undefined => {
  const script = scripts.find(([pattern]) => pattern.test(text));
  if (script) return script[1];
  const words = splitWords(text.slice(0, 4_000))
    .slice(0, MAX_WORDS)
    .map(({ folded }) => folded)
    .filter((word) => word.length > 1);
  let best: { language: string; count: number } | undefined;
  for (const language of languagesWithLists) {
    const count = words.filter(stopWordTest(language)).length;
    if (count > (best?.count ?? 0)) best = { language, count };
  }
  return best?.language;
};
