import { maxQueryCharacters, maxQueryWords, maxWordLetters } from '../limits';

/** A word of a text: where it stands (UTF-16 offsets) and its folded form. */
export interface Word {
  start: number;
  end: number;
  folded: string;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const notWord = /[^\p{L}\p{N}\p{M}]+/gu;
// Accents of Latin, Greek and Cyrillic, and the optional vowel points of Hebrew and Arabic. Marks of other scripts,
// e.g. Indic vowel signs, tell words apart.
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu;
const letterVariants: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
const variantPattern = new RegExp(`[${Object.keys(letterVariants).join('')}]`, 'gu');
const plain = /^[a-z0-9]+$/i;
/** Scripts that write words without spaces between them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A Korean word of at least 2 syllables with a particle after them; longer particles first. */
const particle =
  /^([\p{sc=Hangul}]{2,}?)(?:에서는|에게서|으로는|이라는|까지|부터|에서|에게|으로|이나|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u;
const hangul = /^\p{sc=Hangul}+$/u;

/** A Korean word without the particles at its end, which tell its part in the sentence. */
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
  return cut(
    lower
      .normalize('NFKD')
      .replace(optionalMarks, '')
      .toLowerCase()
      .replace(variantPattern, (letter) => letterVariants[letter] ?? letter)
      .replace(notWord, '')
      .normalize('NFC'),
  );
};

/** The words of a text in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(wordPattern)) {
    const [run] = match;
    if (plain.test(run)) {
      yield { start: match.index, end: match.index + run.length, folded: fold(run) };
      continue;
    }
    const pieces = unspaced.test(run) ? segmenter.segment(run) : [{ segment: run, index: 0 }];
    for (const { segment, index } of pieces) {
      const folded = fold(segment);
      const start = match.index + index;
      if (folded !== '') yield { start, end: start + segment.length, folded };
    }
  }
}

/** The distinct folded words of a query in order; the last one typed stays last, since it matches as a prefix. */
export const queryWords = (query: string): string[] => {
  const words = Array.from(wordsOf(query.slice(0, maxQueryCharacters)), ({ folded }) => folded).slice(
    0,
    maxQueryWords,
  );
  const last = words.at(-1);
  return last === undefined
    ? []
    : [...new Set(words.slice(0, -1))].filter((word) => word !== last).concat(last);
};
