/** A text as searches compare it: lower case, compatibility forms resolved, without accents, in one form per letter. */
export const foldLetters = (text: string): string => {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .toLowerCase()
    .replace(variantPattern, (letter) => letterVariants[letter] ?? letter)
    .normalize('NFC');
};

const ascii = /^[\x00-\x7f]*$/;
// Accents of Latin, Greek and Cyrillic, and the optional vowel points of Hebrew and Arabic. Marks of other scripts, e.g. Indic
// vowel signs, distinguish words.
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
