import { DomainError } from '@parley/errors';
import { expectBoundedWork } from '@parley/testing';
import { richTextFromHtml, richTextFromMarkdown } from './index';
import { MAX_RICH_TEXT_BYTES } from './document';
import { MAX_ELEMENTS } from './from-html';
import { MAX_CELLS, MAX_MARKUP } from './from-markdown';

/** As many repetitions as have just the allowed number of characters of markup, and no more than the allowed bytes. */
const full = (unit: string, markup: number): string =>
  unit.repeat(Math.floor(Math.min(MAX_MARKUP / markup, MAX_RICH_TEXT_BYTES / unit.length)));

const table = (columns: number, rows: number): string =>
  [`|${'a|'.repeat(columns)}`, `|${'-|'.repeat(columns)}`, ...Array<string>(rows).fill('|a')].join('\n');

/** The largest table of so many columns whose rows lack all cells but one. */
const fullTable = (columns: number): string =>
  table(columns, Math.floor(Math.min(MAX_CELLS / (columns + 2), (MAX_MARKUP - 2 * columns - 4) / 2)) - 2);

const refusal = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tooLarge') return error.message;
    throw error;
  }
};

const read = (markdown: string) => () => refusal(() => richTextFromMarkdown(markdown));

it.each<[string, string]>([
  ['pictures that do not end', full('![[', 3)],
  ['brackets', full('[', 1)],
  ['links', full('[a](b)', 2)],
  ['emphasis', full('*a', 1)],
  ['underscores', full('a_', 1)],
  ['quotes', full('>', 1)],
  ['paragraphs', full('a\n\n', 2)],
  ['items', full('* a\n', 2)],
  ['angle brackets', full('<a', 1)],
  ['entities', full('&amp;', 1)],
  ['backslashes', full('\\a', 1)],
  ['ticks', full('`a``', 3)],
  ['cells of a narrow table', fullTable(9)],
  ['cells of a table', fullTable(90)],
  ['cells of a wide table', fullTable(1_000)],
])('reads the most %s within 200 ms of processor time', async (_, markdown) => {
  // It may still be refused for what became of it.
  expect(read(markdown)() ?? '').not.toMatch(/^(Markdown|Tables)/);
  await expectBoundedWork(read(markdown));
});

it('refuses more than 20,000 line ends and characters of markup', () => {
  const message = 'Markdown may have at most 20000 line ends and characters of markup.';
  expect(read('['.repeat(MAX_MARKUP))()).toBeUndefined();
  for (const unit of ['[', '!', '*', '_', '`', '|', '<', '>', '&', '~', '\\', '\n'])
    expect(read(unit.repeat(MAX_MARKUP + 1))()).toBe(message);
});

it('refuses tables of more than 10,000 cells, also where their rows lack them', () => {
  const message = 'Tables in Markdown may have at most 10000 cells.';
  expect(MAX_CELLS).toBe(10_000);
  expect(read(table(98, 98))()).not.toBe(message);
  expect(read(table(98, 99))()).toBe(message);
  expect(read(table(3_000, 3))()).toBe(message);
  // Lines with strokes are no table without the line below its head.
  expect(read('a | b | c | d | e | f | g | h | i | j\n'.repeat(1_500))()).toBeUndefined();
});

it('reads 20,000 elements of HTML within 200 ms of processor time, and refuses one more', async () => {
  for (const unit of ['<td>a', '<p>a', '<b>a</b>', '<br>', '<i></i>']) {
    const html = unit.repeat(MAX_ELEMENTS);
    const work = (): unknown => refusal(() => richTextFromHtml(html));
    await expectBoundedWork(work);
  }
  expect(refusal(() => richTextFromHtml('<i></i>'.repeat(MAX_ELEMENTS)))).toBeUndefined();
  expect(refusal(() => richTextFromHtml('<i></i>'.repeat(MAX_ELEMENTS + 1)))).toBe(
    'HTML may have at most 20000 elements.',
  );
});
