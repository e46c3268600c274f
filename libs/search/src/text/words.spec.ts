import { fold, queryWords, spacedText, splitWords } from './words';

const folded = (text: string): string[] => Array.from(splitWords(text), (word) => word.folded);

describe('splitWords', () => {
  it.each([
    ['punctuation', "It's e-mail: a_b@c.de!", ['it', 's', 'e', 'mail', 'a', 'b', 'c', 'de']],
    ['accents', 'Ærø Łódź İstanbul ﬁn Ｆｕｌｌ', ['aero', 'lodz', 'istanbul', 'fin', 'full']],
    ['decomposed accents', 'cafe\u0301s', ['cafes']],
    ['Hangul', '환불', ['환불']],
    ['Korean particles', '환불은 방법을 고양이를 물이', ['환불', '방법', '고양', '물이']],
    ['Hindi vowel signs', 'किताब', ['किताब']],
    ['Japanese', '返金を', ['返金', 'を']],
  ])('splits and folds %s', (_what, text, expected) => {
    expect(folded(text)).toEqual(expected);
  });

  it('tells where each word stands in the text', () => {
    const text = '  Ünïcode — 返金を now';
    expect(Array.from(splitWords(text), ({ start, end }) => text.slice(start, end))).toEqual([
      'Ünïcode',
      '返金',
      'を',
      'now',
    ]);
  });

  it('cuts words to 64 letters', () => {
    expect(fold('ä'.repeat(70))).toBe('a'.repeat(64));
  });
});

describe('spacedText', () => {
  it.each([
    ['Japanese', '商品の返品方法。返金を', '商品 の 返品 方法。返金 を'],
    ['Chinese among Latin', 'Wie: 如何退款?', 'Wie: 如何 退款?'],
    ['Thai', 'ขอคืนเงิน', 'ขอ คืน เงิน'],
  ])('puts spaces between words of %s', (_what, text, expected) => {
    expect(spacedText(text)).toBe(expected);
    expect(folded(expected)).toEqual(folded(text));
  });

  it.each(['parcel', 'Ünïcode, twice', '환불은 방법을', ''])('leaves %p alone', (text) => {
    expect(spacedText(text)).toBeUndefined();
  });
});

describe('queryWords', () => {
  it('keeps the last word last and drops repetitions', () => {
    expect(queryWords('to be or not to be')).toEqual(['to', 'or', 'not', 'be']);
  });

  it('reads 10 words', () => {
    expect(queryWords('a b c d e f g h i j k l')).toHaveLength(10);
  });
});
