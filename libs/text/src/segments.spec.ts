import fc from 'fast-check';
import { longestSegment, type Segment, sentenceSegments, wordSegments } from './segments';

const whole = (granularity: 'word' | 'sentence', text: string): Segment[] =>
  Array.from(new Intl.Segmenter('und', { granularity }).segment(text), ({ segment, index, isWordLike }) => ({
    segment,
    index,
    ...(isWordLike !== undefined && { isWordLike }),
  }));

/** Sentences as people write them, of scripts that part words by blanks, by other signs, and not at all. */
const written = [
  'A refund takes 14 days, e.g. until 3.5. or later; ask "Dr. Lin" (or me) first!',
  'Die Straße ist ca. 3,5 km lang. Überweisen Sie 1.250,00 € bis z.B. 1. Mai.',
  "L'été d’abord, qu'est-ce que c'est ? Voilà : 12:30.",
  'Верните, пожалуйста, деньги. Заказ № 12-А ещё не пришёл?',
  'Επιστροφή χρημάτων; Σε 14 ημέρες.',
  'Պատվերը դեռ չի եկել։ Ինչու՞։',
  'שלום, אני רוצה החזר כספי. צה"ל אמר: 3.5!',
  'أريد استرداد أموالي من فضلكم؟ الطلب رقم ١٢٫٥ لم يصل.',
  'मुझे अपना पैसा वापस चाहिए। ऑर्डर नहीं आया?',
  'আমি টাকা ফেরত চাই। অর্ডার আসেনি।',
  'எனக்கு பணம் திரும்ப வேண்டும். ஏன்?',
  '退款需要几天？我上周三买的蓝色衬衫还没有到，请帮我查一下订单。',
  '返金は14日以内に行われます。カスタマーサポートまでお問い合わせください！',
  '환불은 며칠이나 걸리나요? 지난주에 주문했어요.',
  'ฉันต้องการขอเงินคืนสำหรับคำสั่งซื้อที่ยังไม่ได้รับครับ ',
  'ខ្ញុំចង់បានសំណងសម្រាប់ការបញ្ជាទិញដែលមិនទាន់មកដល់។ ',
  'ຂ້ອຍຕ້ອງການເງິນຄືນສໍາລັບຄໍາສັ່ງຊື້ ',
  'ကျွန်ုပ်ငွေပြန်အမ်းလိုချင်ပါသည်။ ',
  '👨‍👩‍👧‍👦🇩🇪🇫🇷👍🏽 ok :-) e\u0301te\u0301 co\u00adop zero\u200bwidth\u200djoin',
  'https://a.example/b_c/__init__.py?q=a*b&c=d#e mailto:x@y.example',
  '\r\n- one\n- two\n\n# three\t4\u2028five',
];
const texts = fc
  .array(fc.tuple(fc.constantFrom(...written), fc.constantFrom(' ', '', '\n')), {
    minLength: 20,
    maxLength: 120,
  })
  .map((parts) => parts.flat().join(''));

describe.each([
  ['word', wordSegments],
  ['sentence', sentenceSegments],
] as const)('%s segments', (granularity, segments) => {
  it('are those of the whole text, in texts of many scripts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(Array.from(segments(text))).toEqual(whole(granularity, text));
      }),
      { numRuns: 50 },
    );
  });

  it('are short and lose nothing in texts of which no part ends', () => {
    for (const unit of [
      'ж',
      'a',
      '退',
      'ក',
      '\u0301',
      ' ',
      '\u200d',
      '😀',
      '-',
      'a b ',
      'a\u0301',
      '👨‍👩‍👧‍👦',
      '.a',
      '🇩🇪',
    ]) {
      const text = unit.repeat(20_000 / unit.length);
      const parts = Array.from(segments(text));
      expect(parts.map(({ segment }) => segment).join('')).toBe(text);
      const isFine = ({ segment, index }: Segment): boolean =>
        segment.length <= longestSegment[granularity] &&
        segment.isWellFormed() &&
        text.startsWith(segment, index);
      expect(parts.find((part) => !isFine(part))).toBeUndefined();
    }
  });

  it('give the segmenter each character of a text three times at most', () => {
    const read = jest.spyOn(Intl.Segmenter.prototype, 'segment');
    try {
      for (const unit of ['a b ', 'ж', `a ${'b'.repeat(870)} `, `a. ${'b'.repeat(3_500)}. `]) {
        const text = unit.repeat(100_000 / unit.length);
        read.mockClear();
        expect(Array.from(segments(text)).length).toBeGreaterThan(0);
        const lengths = read.mock.calls.map(([part]) => part.length);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(longestSegment[granularity]);
        expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(3 * text.length);
      }
    } finally {
      read.mockRestore();
    }
  });
});
