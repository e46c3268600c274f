import { cutWords, firstSentences, splitSentences } from './sentences';

it('tells sentences and lines apart', () => {
  expect(splitSentences('One. Two? Three\n\nFour!')).toEqual(['One.', 'Two?', 'Three', 'Four!']);
  expect(splitSentences('第一句。第二句。')).toEqual(['第一句。', '第二句。']);
  expect(splitSentences(' \n ')).toEqual([]);
});

it('cuts after words and says so', () => {
  expect(cutWords('a b c', 3)).toBe('a b c');
  expect(cutWords('a b c d', 3)).toBe('a b c…');
});

it('cuts a script without blanks too, never in the middle of a character', () => {
  const cut = cutWords('😀'.repeat(100), 5);
  expect(cut.length).toBeLessThanOrEqual(61);
  expect(cut.isWellFormed()).toBe(true);
});

it('takes whole sentences as far as they fit, the first one in any case', () => {
  expect(firstSentences('One two. Three four. Five six.', 4)).toBe('One two. Three four.');
  expect(firstSentences('One two three four five.', 3)).toBe('One two three…');
  expect(firstSentences('', 3)).toBe('');
});
