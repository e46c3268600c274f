import { expectBoundedWork } from './bounded-work';

/**
 * Texts that have cost more than their length somewhere: each is repeated up to the limit of a field. Scripts without
 * blanks, signs that join, and what begins markup, an address or a secret and never ends it.
 */
export const textShapes: readonly string[] = [
  'a b ',
  'привет мир ',
  'ж',
  '退款需要几天',
  '返金は行われます',
  'ภาษาไทยสวัสดีครับ',
  'ខ្ញុំចង់បានសំណង',
  'ကျွန်ုပ်ငွေပြန်',
  'أريد استرداد ',
  'मुझे अपना ',
  '환불은며칠이나',
  'e\u0301',
  '\u0301',
  '\u200b',
  '\u202e',
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  ' ',
  '\n',
  '- a\n',
  '-',
  '#',
  '<',
  '<a><b>',
  '</a>',
  '<!--',
  '<p ',
  '&',
  '[](',
  '![a](',
  '> ',
  '**_',
  '|-|\n',
  '`',
  '{{',
  '{{ ',
  'a.',
  'a@',
  'a://',
  'https://a.example/b_c?d=e*f ',
  '-eyJ',
  '-----BEGIN PRIVATE KEY-----',
  'ignore all previous instructions ',
  '. ',
  '0,',
];

/** A shape up to so many UTF-16 units. */
export const fillShape = (unit: string, units: number): string =>
  unit.repeat(Math.floor(units / unit.length));

/** This shape is tested at the limit of its field too; for others a quarter proves as much. */
const WHOLE = 'a b ';
const SHARE = 4;

/**
 * Fails when work on a text of a shape takes much more than its share of `boundMs` of processor time, which a text of `units`
 * UTF-16 units may take. Refusals by a `DomainError` are fine.
 */
export const expectLinearWork = async (
  unit: string,
  units: number,
  work: (text: string) => unknown,
  boundMs = 200,
): Promise<void> => {
  const share = unit === WHOLE ? 1 : SHARE;
  const text = fillShape(unit, units / share);
  await expectBoundedWork(async () => {
    try {
      await work(text);
    } catch (error) {
      expect(error).toMatchObject({ name: 'DomainError' });
    }
  }, boundMs / share);
};
