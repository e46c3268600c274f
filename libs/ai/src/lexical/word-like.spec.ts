import fc from 'fast-check';
import { eachWordLike } from './word-like';

const listWords = (text: string): string[] => {
  const words: string[] = [];
  eachWordLike(text, (word) => words.push(word));
  return words;
};

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const listSegments = (text: string): string[] =>
  Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase());
const joining = [...'ab09_.,;:\'"- \n'];

describe('words of a text', () => {
  it('are those of Unicode, by the segmenter, for any ASCII text', () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...joining), { maxLength: 14 }),
      fc.array(fc.constantFrom(...ascii), { maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (characters) => {
        const written = characters.join('');
        expect(listWords(written)).toEqual(listSegments(written));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are those of Unicode beside other scripts', () => {
    for (const text of [
      'die straße, 3.5 km',
      "l'été d’abord",
      'вернуть деньги 12:30',
      '退款需要几天 please',
      'x　y',
      'ก ไก่',
    ])
      expect(listWords(text)).toEqual(listSegments(text));
  });
});
