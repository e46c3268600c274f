import { listDeletions, forgivesTypos, isOneTypoApart, mayBeMisspelled } from './typos';

/** Every word one typo away from `word`, made by the definition. */
const listTypos = (word: string, alphabet: string): Set<string> => {
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    made.add(head + tail.slice(1));
    if (tail.length > 1) made.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of alphabet) {
      made.add(head + letter + tail);
      if (tail !== '') made.add(head + letter + tail.slice(1));
    }
  }
  made.delete(word);
  return made;
};

const allWords = (alphabet: string, length: number): string[] =>
  length === 0
    ? ['']
    : allWords(alphabet, length - 1).flatMap((word) => [word, ...[...alphabet].map((l) => word + l)]);

describe('isOneTypoApart', () => {
  it('agrees with the definition for all words of up to 5 letters over 3 letters', () => {
    const words = [...new Set(allWords('abc', 5))];
    for (const word of ['', 'a', 'ab', 'abcab', 'aabb', 'cacac', 'aaaaa']) {
      const near = listTypos(word, 'abc');
      expect(words.filter((other) => isOneTypoApart(word, other)).sort()).toEqual(
        words.filter((other) => near.has(other)).sort(),
      );
    }
  });

  it('counts a letter outside the basic plane as one', () => {
    expect(isOneTypoApart('𝒶bcde', 'xbcde')).toBe(true);
  });
});

describe('listDeletions', () => {
  it('gives two words that are one typo apart a form in common', () => {
    const own = new Set(listDeletions('order'));
    for (const typo of listTypos('order', 'order' + 'xyz'))
      expect(listDeletions(typo).some((form) => own.has(form))).toBe(true);
  });
});

describe('forgivesTypos', () => {
  it('begins at 5 letters for queries and 4 for documents, never for numbers', () => {
    expect(['four', 'fives', '12345', 'a1234'].map(forgivesTypos)).toEqual([false, true, false, true]);
    expect(['the', 'four', '1234'].map(mayBeMisspelled)).toEqual([false, true, false]);
  });
});
