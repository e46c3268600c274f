import { DomainError } from '@parley/errors';
import {
  readHtml,
  readMarkdown,
  type RichText,
  richTextFromMarkdown,
  toHtml,
  toMarkdown,
  toPlainText,
  writeHtml,
  writeMarkdown,
} from '../src';

/** Texts that are long enough for a thread. */
const long = (unit: string): string => unit.repeat(Math.ceil(30_000 / unit.length));

/** How often a timer of this process fires while work is being done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  await work().catch(() => undefined);
  clearInterval(clock);
  return turns;
};

describe('work on a text', () => {
  it('has the same result in a thread', async () => {
    const markdown = long('a **bold** word and https://a.example/__init__.py\n\n');
    const document = await readMarkdown(markdown);
    expect(document).toEqual(richTextFromMarkdown(markdown));
    expect(await writeMarkdown(document)).toBe(toMarkdown(document));
    expect(await writeHtml(document)).toBe(toHtml(document));
    expect(toPlainText(await readMarkdown('a **bold** word'))).toBe('a bold word');
  });

  it('lets other work have its turn meanwhile', async () => {
    expect(await turnsDuring(() => readHtml('<'.repeat(2_000_000)))).toBeGreaterThan(5);
    const text = '*_<&'.repeat(45_000);
    const document: RichText = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    };
    expect(await turnsDuring(() => writeMarkdown(document))).toBeGreaterThan(5);
    expect(await turnsDuring(() => writeHtml(document))).toBeGreaterThan(0);
  });

  it('is refused with the error that a caller is told of, and goes on after it', async () => {
    const refusal = await readHtml(long('<b>')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ kind: 'invalid', fields: [{ field: 'html' }] });
    expect(toPlainText(await readHtml(long('<p>one</p>')))).toMatch(/^one\none/);
  });
});
