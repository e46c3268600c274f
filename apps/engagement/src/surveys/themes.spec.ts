import { expectBoundedWork } from '@parley/testing';
import { findThemes } from './themes';

const countAll = ({ themes, other }: ReturnType<typeof findThemes>): number =>
  themes.reduce((sum, { count }) => sum + count, other);

describe('themes of texts', () => {
  it('are the most frequent words, and each text counts once', () => {
    const texts = [
      'The shipping takes too long',
      'Shipping was slow, and the price is high',
      'The price!',
      'Your shipping',
      'Prices are a joke; the price of pots above all',
      'Nothing to add',
    ];
    const found = findThemes(texts);
    expect(found.themes.map(({ title, count }) => [title, count])).toEqual([
      ['price', 3],
      ['shipping', 2],
    ]);
    expect(found.other).toBe(1);
    expect(countAll(found)).toBe(texts.length);
  });

  it('are found in other scripts', () => {
    const found = findThemes(['送料が高い', '送料について', 'その他']);
    expect(found.themes[0]).toMatchObject({ count: 2 });
    expect(countAll(found)).toBe(3);
  });

  it('are none of no text', () => {
    expect(findThemes([])).toEqual({ themes: [], other: 0 });
  });

  it('take bounded time: 2,000 texts that have few words in common, and twice as long ones', async () => {
    const make = (words: number): string[] =>
      Array.from({ length: 2_000 }, (_, index) =>
        Array.from({ length: words }, (__, word) => `word${(index * 31 + word * 17) % 50_000}`).join(' '),
      );
    await expectBoundedWork(() => findThemes(make(150)), 2_000);
    await expectBoundedWork(() => findThemes(make(300)), 2_000);
  });
});
