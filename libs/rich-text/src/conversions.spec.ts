import {
  pageMarkdownToHtml,
  isEmptyRichText,
  MAX_RICH_TEXT_BYTES,
  richTextFromHtml,
  richTextFromMarkdown,
  toHtml,
  toMailText,
  toMarkdown,
  toPlainText,
  type RichText,
  type RichTextNode,
} from './index';

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const paragraph = (text?: string): RichTextNode =>
  text === undefined ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] };

describe('HTML of mails and editors', () => {
  it.each<[string, string, string]>([
    [
      'collapses white space and keeps hard spaces',
      '<div>\n  a \n <b> b</b>\n c&nbsp; </div>\n',
      '<p>a <strong>b</strong> c\u00a0</p>',
    ],
    [
      'takes blocks without paragraphs as paragraphs',
      '<div>a</div>b<section>c</section><dl><dt>d<dd>e</dl>',
      '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>',
    ],
    [
      'takes a lone break for an empty line',
      '<div>a</div><div><br></div><div>b</div>',
      '<p>a</p><p></p><p>b</p>',
    ],
    ['does not show a break at the end of a block', '<p>a<br></p><p>b<br>c</p>', '<p>a</p><p>b<br>c</p>'],
    [
      'carries marks across blocks',
      '<b>a<p>b</p></b>c',
      '<p><strong>a</strong></p><p><strong>b</strong></p><p>c</p>',
    ],
    [
      'repairs a list in a list and an item without one',
      '<ul><li>a<ul><ul><li>b</li></ul></ul></ul><li>c',
      '<ul><li><p>a</p><ul><li><p></p><ul><li><p>b</p></li></ul></li></ul></li></ul><ul><li><p>c</p></li></ul>',
    ],
    [
      'repairs cells without a table',
      '<td>a<td>b',
      '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    ],
    [
      'leaves out what is hidden or no text',
      '<head><title>t</title><style>s</style></head><body><p hidden>h</p><span style="display: none">n</span><!-- c --><select><option>o</select>a',
      '<p>a</p>',
    ],
    [
      'takes an image alone as a block and one in text as part of it',
      '<div><img src="https://a.example/1"></div><p>a <img src="https://a.example/2" width=5></p>',
      '<img src="https://a.example/1" alt=""><p>a <img src="https://a.example/2" alt="" width="5"></p>',
    ],
    [
      'ends a link where another begins, as browsers do, and drops the unsafe one',
      '<a href="https://a.example">b<a href="javascript:x">a</a></a>',
      '<p><a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow">b</a>a</p>',
    ],
    [
      'reads callouts, accordions and figures as it writes them',
      '<aside data-type="callout" data-kind="tip">a</aside><details data-type="details"><summary>b <b>c</b></summary><p>d</p>e</details>' +
        '<figure data-type="figure"><figcaption>f</figcaption><a href="https://a.example"><img src="https://a.example/1"></a></figure>',
      '<aside data-type="callout" data-kind="tip"><p>a</p></aside>' +
        '<details data-type="details"><summary>b <strong>c</strong></summary><div data-type="detailsContent"><p>d</p><p>e</p></div></details>' +
        '<figure data-type="figure"><figcaption>f</figcaption><p><a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow"><img src="https://a.example/1" alt=""></a></p></figure>',
    ],
    [
      'reads those of mails and of other pages as their text',
      '<aside>a</aside><details><summary>b</summary>c</details><figure><img src="https://a.example/1"><figcaption>d</figcaption></figure>',
      '<p>a</p><p>b</p><p>c</p><img src="https://a.example/1" alt=""><p>d</p>',
    ],
    [
      'repairs an accordion with two summaries and none',
      '<details data-type="details">a<summary>b</summary></details><details data-type="details"><summary>c</summary><summary>d</summary></details>',
      '<details data-type="details"><summary></summary><div data-type="detailsContent"><p>a</p><p>b</p></div></details>' +
        '<details data-type="details"><summary>c</summary><div data-type="detailsContent"><p>d</p></div></details>',
    ],
    ['keeps code as it is', '<pre>\na\n  b &lt;\n</pre>', '<pre><code>a\n  b &lt;</code></pre>'],
    [
      'keeps alignment, list numbers and merged cells',
      '<p align=RIGHT>a</p><h2 style="color:red;text-align: center">b</h2><ol start=3 type=a><li>c</ol><table><tr><th colspan=2>d</table>',
      '<p style="text-align:right">a</p><h2 style="text-align:center">b</h2><ol start="3" type="a"><li><p>c</p></li></ol><table><tbody><tr><th colspan="2"><p>d</p></th></tr></tbody></table>',
    ],
    ['survives ends without a start', '</p></div></td>a</b></ul>', '<p></p><p>a</p>'],
    ['replaces NUL and half characters', 'a\0b\ud800c&#0;', '<p>a\ufffdb\ufffdc\ufffd</p>'],
    ['makes an empty document of nothing', '', '<p></p>'],
  ])('%s', (_, html, expected) => {
    expect(toHtml(richTextFromHtml(html))).toBe(expected);
  });
});

describe('Markdown', () => {
  it('takes HTML in it as text', () => {
    expect(richTextFromMarkdown('a <b>c</b>')).toEqual(doc(paragraph('a <b>c</b>')));
  });

  it('makes a task list only of a list of tasks', () => {
    expect(toHtml(richTextFromMarkdown('- [x] a\n- [ ] b\n'))).toContain('data-type="taskList"');
    const mixed = richTextFromMarkdown('- [x] a\n- b\n');
    expect(mixed.content[0]?.type).toBe('bulletList');
    expect(toPlainText(mixed)).toBe('[x] a\nb');
  });

  it('takes an image alone as a block', () => {
    const image = { type: 'image', attrs: { src: 'https://a.example/a.png', alt: 'x' } };
    expect(richTextFromMarkdown('![x](https://a.example/a.png)')).toEqual(doc(image));
    expect(toMarkdown(doc(image))).toBe('![x](https://a.example/a.png)');
  });

  it('answers tooLarge above 204,800 bytes, and for a result above them', () => {
    const tooLarge = expect.objectContaining({ kind: 'tooLarge' }) as Error;
    expect(() => richTextFromMarkdown('ü'.repeat(MAX_RICH_TEXT_BYTES / 2 + 1))).toThrow(tooLarge);
    expect(() => richTextFromMarkdown('- a\n'.repeat(10_000))).toThrow(tooLarge);
    expect(() => richTextFromHtml('<br>'.repeat(20_000))).toThrow(tooLarge);
  });
});

describe('callouts in Markdown', () => {
  const callout = (kind: string, ...content: RichTextNode[]): RichTextNode => ({
    type: 'callout',
    attrs: { kind },
    content,
  });

  it('are alerts as GitHub writes them', () => {
    expect(toMarkdown(doc(callout('warning', paragraph('a'), paragraph('b')), paragraph('c')))).toBe(
      '> [!WARNING]\n>\n> a\n>\n> b\n\nc',
    );
    for (const [name, kind] of [
      ['NOTE', 'info'],
      ['IMPORTANT', 'info'],
      ['TIP', 'tip'],
      ['CAUTION', 'warning'],
    ] as const)
      expect(richTextFromMarkdown(`> [!${name}]\n> a\n> > [!TIP]\n> > b\n\nc`)).toEqual(
        doc(callout(kind, paragraph('a'), callout('tip', paragraph('b'))), paragraph('c')),
      );
  });

  it('are quotes when they have another name or other text beside it', () => {
    for (const text of ['[!DANGER]', '[!toString]', '[!NOTE] a', 'a [!NOTE]'])
      expect(richTextFromMarkdown(`> ${text}\n> b`).content[0]?.type).toBe('blockquote');
    const quote: RichTextNode = { type: 'blockquote', content: [paragraph('[!NOTE]')] };
    expect(richTextFromMarkdown(toMarkdown(doc(quote)))).toEqual(doc(quote));
  });

  it('become text in Markdown and mails: accordions and captions', () => {
    const html =
      '<details data-type="details"><summary>Why?</summary><p>So.</p></details>' +
      '<figure data-type="figure"><img src="https://a.example/1" alt="x"><figcaption>Below</figcaption></figure>';
    const read = richTextFromHtml(html);
    expect(toMarkdown(read)).toBe('Why?\n\nSo.\n\n![x](https://a.example/1)\n\nBelow');
    expect(toMailText(read)).toBe('Why?\n\nSo.\n\n[picture: x]\n\nBelow');
    expect(toPlainText(read)).toBe('Why?\nSo.\nBelow');
  });
});

describe('a page in Markdown', () => {
  it('has HTML as HTML and joins the lines of a paragraph', () => {
    const html = pageMarkdownToHtml('One\ntwo <b>three</b>\n\n<div>\n\n- four\n\n</div>');
    expect(toMarkdown(richTextFromHtml(html))).toBe('One two **three**\n\n- four');
  });
});

describe('plain text', () => {
  it('has a line per block and per line break, and no images', () => {
    const html =
      '<h1>a</h1><p>b<br>c <b>d</b></p><ul><li>e<li><p>f</p><p>g</p></ul><img src="https://a.example/1"><pre>h\ni</pre>';
    expect(toPlainText(richTextFromHtml(html))).toBe('a\nb\nc d\ne\nf\ng\nh\ni');
  });

  it('writes a mention with its sign', () => {
    const mention = (attrs: Record<string, unknown>): RichText =>
      doc({ type: 'paragraph', content: [{ type: 'mention', attrs }] });
    expect(toPlainText(mention({ id: '5f', label: 'Ada' }))).toBe('@Ada');
    expect(toPlainText(mention({ id: '5f', mentionSuggestionChar: '#' }))).toBe('#5f');
  });
});

describe('isEmptyRichText', () => {
  it.each<[string, boolean]>([
    ['', true],
    ['<p> &nbsp; <br><br></p><blockquote><p></p></blockquote><ul><li></ul>', true],
    ['<p>a</p>', false],
    ['<img src="https://a.example/1">', false],
    ['<hr>', false],
    ['<span data-type="mention" data-id="1"></span>', false],
  ])('of %j is %s', (html, expected) => {
    expect(isEmptyRichText(richTextFromHtml(html))).toBe(expected);
  });
});
