import { readEmoji } from './reaction';

describe('readEmoji', () => {
  it.each([
    ['a simple one', '👍'],
    ['a skin tone', '👍🏽'],
    ['joined ones', '👨‍👩‍👧‍👦'],
    ['joined ones with skin tones', '🧑🏽‍🤝‍🧑🏻'],
    ['a flag of letters', '🇩🇪'],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a key cap', '1️⃣'],
    ['a colourful heart', '❤️'],
  ])('takes %s', (_what, emoji) => {
    expect(readEmoji(emoji)).toBe(emoji);
  });

  it('takes a plain form for the colourful one', () => {
    expect(readEmoji('\u2764')).toBe('\u2764\ufe0f');
  });

  it.each([
    ['nothing', ''],
    ['a letter', 'a'],
    ['a digit', '1'],
    ['a word', 'thumbsup'],
    ['two emojis', '👍👍'],
    ['a space before', ' 👍'],
    ['a line break after', '👍\n'],
    ['a joiner without its end', '👍\u200d'],
    ['half a flag', '🇩'],
    ['markup', '<b>👍</b>'],
  ])('refuses %s', (_what, text) => {
    expect(readEmoji(text)).toBeUndefined();
  });
});
