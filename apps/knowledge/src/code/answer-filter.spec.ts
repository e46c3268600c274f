import { filterProse } from './answer-filter';
import { namesOfCode, namesOfPath } from './code-names';
import { redactCode } from './repository-secrets';

const code = `
import { Ledger } from './ledger';
export class Voucher { constructor(readonly JavaScript: string) {} }
const DEADLINE = 14;
`;
const names = new Set([...namesOfCode(code), ...namesOfPath('src/refunds/billing-core/calc.ts')]);

const filter = (text: string): Promise<string> =>
  filterProse(text, {
    redact: redactCode,
    knownNames: (candidates) => Promise.resolve(new Set(candidates.filter((name) => names.has(name)))),
  });

const KEPT = 'Refunds take 14 days after the goods have arrived.';

describe('a sentence is left out that holds', () => {
  test.each([
    ['camelCase', 'The function calculateRefundTotal adds up the lines.'],
    ['PascalCase', 'It is done by RefundCalculator at night.'],
    ['PascalCase with an acronym', 'It runs in HTTPServer since long.'],
    ['snake_case', 'The window is kept in refund_window as days.'],
    ['SCREAMING_CASE', 'The limit is MAX_REFUND_DAYS for everybody.'],
    ['a type of one word that the source has', 'Such a Voucher is made at night.'],
    ['a constant of one word that the source has', 'The value of DEADLINE is fixed.'],
    ['a product that the source has as a name', 'It is kept in JavaScript there.'],
    ['a call', 'Use refund(order) for that.'],
    ['an empty call', 'It calls settle() later.'],
    ['a dotted member', 'It looks at order.total first.'],
    ['inline code', 'Set `days` to another number.'],
    ['a file name', 'It is written in calc.ts somewhere.'],
    ['a hidden file', 'Its settings are in .env as usual.'],
    ['a well-known file', 'Look into the Makefile for that.'],
    ['an absolute path', 'It lies in /etc/refunds on the machine.'],
    ['a path', 'It lies in src/refunds/calc for now.'],
    ['a path of one folder that the repository has', 'It lies in src/refunds for now.'],
    ['a path with backslashes', 'It lies in src\\refunds for now.'],
    ['a folder of the repository', 'It belongs to billing-core as others do.'],
    ['the address of a repository', 'It is found at https://git.example.com/shop.'],
    ['an address by ssh', 'Clone git@git.example.com for that.'],
    ['a host', 'It runs on db.internal at night.'],
    ['a host with a port', 'It asks redis:6379 for the number.'],
    ['an IP address', 'It runs on 10.20.0.7 at night.'],
    ['localhost', 'It listens on localhost only.'],
    ['a secret behind a name', 'The password: hunter2hunter2 opens it.'],
    ['the place of a secret', 'The key is [redacted] there.'],
    ['an assignment', 'There days = 14 is set.'],
    ['an arrow', 'It maps order => total there.'],
    ['a name hidden by invisible characters', 'It is calculate\u200bRefund\u200dTotal that does it.'],
    ['a name in full-width letters', 'It is ｃalculateＲefund that does it.'],
    ['a name beyond ASCII', 'It is berechneÜberschuss that does it.'],
  ])('%s', async (_what, sentence) => {
    expect(await filter(`${KEPT} ${sentence} ${KEPT}`)).toBe(`${KEPT} ${KEPT}`);
  });
});

describe('blocks of code are left out', () => {
  test.each([
    ['fenced', '```ts\nfoo\n```'],
    ['fenced and never closed', '```\nfoo and bar'],
    ['fenced by tildes', '~~~\nfoo\n~~~'],
    ['indented', '    total of lines\n\tand more'],
    ['HTML', '<pre>total of lines</pre>'],
    ['HTML code', '<code>total</code>'],
  ])('%s', async (_what, block) => {
    expect(await filter(`${KEPT}\n\n${block}`)).toBe(KEPT);
  });
});

describe('prose stays', () => {
  test.each([
    KEPT,
    'The file(s) are checked each night.',
    'It is either and/or both, at 10:30 a.m. on 24/7 lines.',
    'Payments by PayPal and JSON over HTTP are possible, e.g. for refunds of 3.5 percent.',
    'Die Prüfung dauert z.B. 14 Tage (höchstens 20).',
    'Les remboursements prennent 14 jours.',
    '返金には14日かかります。',
    'A well-known re-import runs once a day.',
  ])('%s', async (sentence) => {
    expect(await filter(sentence)).toBe(sentence);
  });

  test('marks of lists, headings and emphasis go', async () => {
    expect(await filter('# Refunds\n- They take **14 days** at most.\n2. They are free.')).toBe(
      'Refunds\nThey take 14 days at most.\nThey are free.',
    );
  });
});

test('nothing but code leaves nothing', async () => {
  expect(await filter('```\nconst a = 1;\n```\n`a`')).toBe('');
});
