import fc from 'fast-check';
import { readBody } from '../src/email-body';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };

/** Lines that persons write, most of which remind of history. */
const OWN = [
  'It hums.',
  'On Monday I bought 3 printers at 10:00.',
  'On 3 May 2026 at 10:00 I called you:',
  'Am 24.11.2026 um 10:00 war ich da.',
  "Le 24 nov. 2026 à 10:00 j'ai appelé.",
  'My mail is grace@client.example',
  'From: the left side',
  'To: the right side',
  'Date: 24.11.2026 10:00',
  'Von: links',
  'An: rechts',
  'The log of 2026-11-24 10:00:',
  '2026-11-24 10:00:01 ERROR printer on fire',
  '2026-11-24 10:00:01 ERROR the printer is on fire once more, says Ben',
  'a@b.co wrote',
  'Ben wrote to me:',
  'On Tuesday, Ben wrote:',
  'Am Montag schrieb Ben:',
  '24.11.2026 10:00',
  'see https://a.example/x?on=wrote:',
  '-----',
  'Kind regards',
  'He said on 24 Nov 2026 at 10:00 that Help <help@shop.example> wrote something.',
  'Op 3 mei schreef ik:',
  'W dniu 3 maja napisał:',
  '3日に書きました：',
  'Original message',
  'Forwarded message',
  'Sent from the office',
  'x > y',
  '"Help" <help@shop.example>',
];
const ATTRIBUTIONS = [
  'On Tue, 24 Nov 2026 at 10:00, Help <help@shop.example> wrote:',
  'Am 24.11.2026 um 10:00 schrieb Hilfe <hilfe@shop.example>:',
  'Help <help@shop.example> wrote:',
];

const own = fc.array(fc.constantFrom(...OWN), { minLength: 1, maxLength: 4 });
const quotes = fc.array(
  fc.record({ lines: fc.integer({ min: 1, max: 3 }), isSpaced: fc.boolean(), below: fc.option(own) }),
  { maxLength: 3 },
);

const escapeLine = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const countLines = (text: string, line: string): number =>
  text.split('\n').filter((shown) => shown.trim() === line).length;

const expectShown = (text: string, lines: readonly string[]): void => {
  for (const line of lines)
    expect(countLines(text, line)).toBeGreaterThanOrEqual(lines.filter((other) => other === line).length);
};

it('shows the words of a person around marked quotes, whatever they are', () => {
  fc.assert(
    fc.property(own, fc.constantFrom(...ATTRIBUTIONS), quotes, (above, attribution, list) => {
      const mine = [...above, ...list.flatMap(({ below }) => below ?? [])];
      const text = [
        ...above,
        ...(list.length > 0 ? ['', attribution] : []),
        ...list.flatMap(({ lines, isSpaced, below }) => [
          ...Array<string>(lines).fill('> Is it on?'),
          ...(isSpaced ? [''] : []),
          ...(below ?? []),
        ]),
      ].join('\n');
      expectShown(readBody({ ...answer, bodies: [{ text }] }).text, mine);
    }),
    { numRuns: 3_000 },
  );
});

it('shows the words of a person around quoting elements, and within those of Gmail', () => {
  const cite = '<blockquote type="cite"><div>Is it on?</div></blockquote>';
  fc.assert(
    fc.property(
      own,
      fc.constantFrom(...ATTRIBUTIONS),
      quotes,
      fc.boolean(),
      (above, attribution, list, isGmail) => {
        const mine = [...above, ...list.flatMap(({ below }) => below ?? [])];
        const toHtml = (lines: readonly string[]): string =>
          lines.map((line) => `<div>${escapeLine(line)}</div>`).join('');
        const inside = `<div>${escapeLine(attribution)}</div>${list.map(({ below }) => cite + toHtml(below ?? [])).join('')}`;
        const html = toHtml(above) + (isGmail ? `<div class="gmail_quote">${inside}</div>` : inside);
        expectShown(readBody({ ...answer, bodies: [{ html }] }).text, mine);
      },
    ),
    { numRuns: 3_000 },
  );
});
