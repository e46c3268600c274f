import { normalizeRichText, type RichTextNode } from './index';

const text = (value: string, ...marks: RichTextNode['marks'] & object): RichTextNode =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const doc = (...content: unknown[]): { type: 'doc'; content: unknown[] } => ({ type: 'doc', content });
const normalizeContent = (input: unknown): RichTextNode[] => normalizeRichText(input, 'comment').content;

describe('a document in order', () => {
  const whole = doc(
    { type: 'heading', attrs: { level: 2, textAlign: null }, content: [text('Title')] },
    paragraph(
      text('See ', { type: 'bold' }, { type: 'italic' }),
      text('this', {
        type: 'link',
        attrs: {
          href: 'https://example.com',
          target: '_blank',
          rel: 'noopener noreferrer nofollow',
          class: null,
        },
      }),
      { type: 'hardBreak' },
      { type: 'mention', attrs: { id: '5f', label: 'Ada', mentionSuggestionChar: '@' } },
      { type: 'image', attrs: { src: 'https://example.com/a.png', alt: null, title: null } },
    ),
    { type: 'image', attrs: { src: 'https://example.com/a.png', width: 20, height: '50%' } },
    {
      type: 'orderedList',
      attrs: { start: 3, type: null },
      content: [{ type: 'listItem', content: [paragraph()] }],
    },
    {
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('done'))] }],
    },
    { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('int x;\n')] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              attrs: { colspan: 1, rowspan: 1, colwidth: [120] },
              content: [paragraph()],
            },
            { type: 'tableCell', attrs: { colspan: 2, rowspan: 1, colwidth: null }, content: [paragraph()] },
          ],
        },
      ],
    },
  );

  it('is answered as the same object', () => {
    expect(normalizeRichText(whole, 'comment')).toBe(whole);
  });

  it('keeps the same node objects beside one that has to change', () => {
    const [first, ...rest] = whole.content;
    const content = normalizeContent(doc(first, { type: 'iframe' }, ...rest));
    expect(content).toHaveLength(whole.content.length);
    content.forEach((node, index) => expect(node).toBe(whole.content[index]));
  });
});

describe('what is accepted', () => {
  it('takes a plain string as text and never as markup', () => {
    expect(normalizeContent('<b>hi</b> **you**\r\nthere\n\n\nend')).toEqual([
      paragraph(text('<b>hi</b> **you**'), { type: 'hardBreak' }, text('there')),
      paragraph(text('end')),
    ]);
  });

  it.each(['', '  \n ', doc(), { type: 'doc' }])('makes %j a document with one empty paragraph', (input) => {
    expect(normalizeContent(input)).toEqual([{ type: 'paragraph' }]);
  });

  it('takes a single node', () => {
    expect(normalizeContent(paragraph(text('a')))).toEqual([paragraph(text('a'))]);
    expect(normalizeContent(text('a'))).toEqual([paragraph(text('a'))]);
    expect(normalizeContent({ type: 'listItem', content: [paragraph(text('a'))] })).toEqual([
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] },
    ]);
  });

  it('gives loose text a paragraph, loose items one list and an item its leading paragraph', () => {
    const item = (...content: RichTextNode[]): RichTextNode => ({ type: 'listItem', content });
    expect(
      normalizeContent(
        doc(
          text('a'),
          { type: 'hardBreak' },
          text('b'),
          item(paragraph()),
          item({ type: 'heading', content: [text('c')] }),
        ),
      ),
    ).toEqual([
      paragraph(text('a'), { type: 'hardBreak' }, text('b')),
      {
        type: 'bulletList',
        content: [item(paragraph()), item({ type: 'paragraph' }, { type: 'heading', content: [text('c')] })],
      },
    ]);
  });

  it('makes a line break in code a line end', () => {
    expect(
      normalizeContent({
        type: 'codeBlock',
        content: [text('a'), { type: 'hardBreak' }, text('b', { type: 'bold' })],
      }),
    ).toEqual([{ type: 'codeBlock', content: [text('a'), text('\n'), text('b')] }]);
  });
});

describe('what goes', () => {
  it('removes unknown nodes with their content, and containers they leave empty', () => {
    const script = { type: 'script', content: [text('alert(1)')] };
    expect(
      normalizeContent(doc(paragraph(text('a')), script, { type: 'blockquote', content: [script] })),
    ).toEqual([paragraph(text('a'))]);
    for (const type of ['__proto__', 'constructor', 'toString', 'imageBlock']) {
      expect(normalizeContent(doc({ type, content: [text('x')] }))).toEqual([{ type: 'paragraph' }]);
    }
  });

  it('removes unknown marks, attributes and keys and keeps the text', () => {
    const messy = {
      type: 'paragraph',
      onclick: 'alert(1)',
      attrs: { onclick: 'alert(1)', style: 'x', textAlign: 'center' },
      content: [
        {
          ...text('a', { type: 'blink' }, { type: 'bold', attrs: { onload: 'x' } }, { type: 'bold' }),
          html: '<b>',
        },
      ],
    };
    expect(normalizeContent(messy)).toEqual([
      { type: 'paragraph', attrs: { textAlign: 'center' }, content: [text('a', { type: 'bold' })] },
    ]);
  });

  it('removes empty text and marks on blocks', () => {
    expect(normalizeContent({ ...paragraph(text(''), text('a')), marks: [{ type: 'bold' }] })).toEqual([
      paragraph(text('a')),
    ]);
  });

  it.each(['http://a.example', 'HTTPS://a.example/ü?x=1&y=2', 'mailto:a@example.com', 'tel:+4912'])(
    'keeps the link %s',
    (href) => {
      const linked = doc(paragraph(text('a', { type: 'link', attrs: { href } })));
      expect(normalizeRichText(linked, 'comment')).toBe(linked);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'blob:https://a.example/x',
    '//a.example',
    '/relative',
    'relative',
    '#top',
    'https://',
    'ht\ntps://a.example',
    '',
    7,
    null,
    { toString: 'https://a.example' },
  ])('removes the link mark of %j and keeps its text', (href) => {
    const linked = doc(paragraph(text('a', { type: 'link', attrs: { href } }, { type: 'bold' })));
    expect(normalizeContent(linked)).toEqual([paragraph(text('a', { type: 'bold' }))]);
  });

  it.each([
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'mailto:a@b.c',
    'blob:x',
    '/a.png',
    undefined,
  ])('removes an image from %j', (src) => {
    expect(normalizeContent(doc(paragraph(text('a')), { type: 'image', attrs: { src } }))).toEqual([
      paragraph(text('a')),
    ]);
  });
});
