import { DomainError } from '@parley/errors';
import { inThread } from '@parley/threads';
import { htmlWork, markdownWork, richTextFromMarkdown, toPlainText } from '../src';

/** Texts that are long enough for a thread. */
const long = (unit: string): string => unit.repeat(Math.ceil(30_000 / unit.length));

describe('work on a text', () => {
  it('is done in a thread when the text is long, with the same result', async () => {
    const markdown = long('a **bold** word and https://a.example/__init__.py\n\n');
    const read = jest.spyOn(markdownWork, 'run');
    expect(await inThread(markdownWork, markdown.length, markdown)).toEqual(richTextFromMarkdown(markdown));
    expect(read).not.toHaveBeenCalled();
    const short = 'a **bold** word';
    expect(toPlainText(await inThread(markdownWork, short.length, short))).toBe('a bold word');
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('lets other work have its turn meanwhile', async () => {
    const html = '<'.repeat(2_000_000);
    let turns = 0;
    const clock = setInterval(() => (turns += 1), 1);
    await inThread(htmlWork, html.length, html).catch(() => undefined);
    clearInterval(clock);
    expect(turns).toBeGreaterThan(5);
  });

  it('is refused with the error that a caller is told of, and goes on after it', async () => {
    const deep = long('<b>');
    const refusal = await inThread(htmlWork, deep.length, deep).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ kind: 'invalid', fields: [{ field: 'html' }] });
    const html = long('<p>one</p>');
    expect(toPlainText(await inThread(htmlWork, html.length, html))).toMatch(/^one\none/);
  });
});
