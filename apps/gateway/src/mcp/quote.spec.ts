import { cut, quoteBlock, quoteField, quoteInline } from './quote';
import fc from 'fast-check';

/** Line ends of any reader: those of Unicode, and the ones that JavaScript, Python and terminals know. */
const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\u0085\u2028\u2029]/;

describe('quoted texts', () => {
  const texts = fc.stringMatching(/^[> \n\r\v\f\x1c-\x1e\u0085\u2028\u2029"\\a]{0,30}$/);

  it('have `> ` before each line, whichever characters end lines', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = quoteBlock(text).split(LINE_END);
        return lines.every((line) => line.startsWith('> '));
      }),
    );
  });

  it('are one line within a line, in quotation marks that they cannot close', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const inline = quoteInline(text);
        return !LINE_END.test(inline) && typeof JSON.parse(inline) === 'string';
      }),
    );
  });

  it('are cut at so many characters, never within one of two halves', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdefg', 6)).toBe('abcdef … [cut: 6 of 7 characters]');
    expect(cut('ab😀d', 3).isWellFormed()).toBe(true);
    expect(quoteField('abc', 2)).toEqual({ quoted: 'ab … [cut: 2 of 3 characters]' });
    expect(quoteInline(undefined)).toBe('""');
  });

  it('take time by their length', () => {
    const time = (length: number): number => {
      const text = '>\n'.repeat(length);
      const start = performance.now();
      quoteBlock(text);
      quoteInline(text);
      return performance.now() - start;
    };
    time(50_000);
    expect(time(100_000)).toBeLessThan(200);
  });
});
