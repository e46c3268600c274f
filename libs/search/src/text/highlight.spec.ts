import { highlight } from './highlight';
import { createMatcher } from './matcher';

const mark = (text: string, ...words: string[]): string | undefined => highlight(text, createMatcher(words));

describe('highlight', () => {
  it('answers undefined when nothing matches', () => {
    expect(mark('some text', 'nothing')).toBeUndefined();
    expect(mark('', 'nothing')).toBeUndefined();
  });

  it('shows the whole of a text of up to 30 words', () => {
    expect(mark(`${'a '.repeat(29)}needle`, 'needle')).toBe(`${'a '.repeat(29)}<em>needle</em>`);
  });

  it('shows the part with the most different words', () => {
    const gap = 'gap '.repeat(60);
    const snippet = mark(`red red red ${gap} red green ${gap}`, 'red', 'green');
    expect(snippet).toContain('<em>red</em> <em>green</em>');
    expect(snippet).not.toContain('<em>red</em> <em>red</em>');
  });

  it('bounds the snippet of a text without spaces around the match', () => {
    const snippet = mark(`${'<'.repeat(50_000)} needle ${'>'.repeat(50_000)}`, 'needle') ?? '';
    expect(snippet).toContain('<em>needle</em>');
    expect(snippet.length).toBeLessThan(600 * 4 * 2 + 50);
    expect(snippet.replace(/&[lg]t;/g, '')).toBe('… <em>needle</em> …');
  });

  it('escapes inside and around marks', () => {
    expect(mark(`<script>"needle's" & 'x'`, 'needle')).toBe(
      '&lt;script&gt;&quot;<em>needle</em>&#39;s&quot; &amp; &#39;x&#39;',
    );
  });
});
