import {
  chooseCommonWord,
  chooseRareWord,
  chooseTwoWords,
  makeText,
  makeTitle,
  vocabularies,
  WORDS,
} from './vocabulary';

const numbers = Array.from({ length: 2_000 }, (_, n) => n + 1);
const texts = numbers.map((n) => makeText(n).toLowerCase());
const having = (word: string): number =>
  texts.filter((text) => text.split(/[ .]+/).includes(word.toLowerCase())).length;

describe('the vocabulary of the bench', () => {
  it('has some thousand words in each of several languages, none twice in one', () => {
    expect(vocabularies.length).toBeGreaterThan(3);
    for (const words of vocabularies) expect(new Set(words).size).toBe(WORDS);
  });

  it('makes the same texts in every run', () => {
    expect(makeText(1)).toBe(makeText(1));
    expect(makeText(1)).not.toBe(makeText(2));
    expect(makeText(1).toLowerCase()).toContain(makeTitle(1).toLowerCase().split(' ')[1]);
  });

  it('has words by the law of Zipf: a few in many texts, most in hardly any', () => {
    const common = numbers.slice(0, 10).map((n) => having(chooseCommonWord(n)));
    const rare = numbers.slice(0, 100).map((n) => having(chooseRareWord(n)));
    expect(Math.max(...common)).toBeGreaterThan(texts.length / 4);
    expect(Math.min(...common)).toBeGreaterThan(texts.length / 20);
    expect(Math.min(...rare)).toBeGreaterThan(0);
    expect(rare.reduce((sum, count) => sum + count, 0) / rare.length).toBeLessThan(texts.length / 100);
  });

  it('chooses two words that are side by side in the text', () => {
    for (const n of numbers.slice(0, 100))
      expect(makeTitle(n).toLowerCase()).toContain(chooseTwoWords(n).toLowerCase());
  });
});
