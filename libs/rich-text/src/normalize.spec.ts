import { DomainError } from '@parley/errors';
import { MAX_RICH_TEXT_BYTES, MAX_RICH_TEXT_DEPTH, normalizeRichText, type RichTextNode } from './index';

const text = (value: string, ...marks: RichTextNode['marks'] & object): RichTextNode =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const doc = (...content: unknown[]): { type: 'doc'; content: unknown[] } => ({ type: 'doc', content });
const contentOf = (input: unknown): RichTextNode[] => normalizeRichText(input, 'comment').content;

const refusal = (input: unknown): { kind: string; field: string | undefined; message: string } => {
  try {
    normalizeRichText(input, 'comment');
  } catch (error) {
    if (error instanceof DomainError)
      return { kind: error.kind, field: error.fields[0]?.field, message: error.message };
    throw error;
  }
  throw new Error('it was accepted');
};

const nested = (levels: number, type = 'blockquote'): unknown => {
  let node: unknown = { type: 'paragraph' };
  for (let level = 0; level < levels; level += 1) node = { type, content: [node] };
  return node;
};

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
    const content = contentOf(doc(first, { type: 'iframe' }, ...rest));
    expect(content).toHaveLength(whole.content.length);
    content.forEach((node, index) => expect(node).toBe(whole.content[index]));
  });
});

describe('what is accepted', () => {
  it('takes a plain string as text and never as markup', () => {
    expect(contentOf('<b>hi</b> **you**\r\nthere\n\n\nend')).toEqual([
      paragraph(text('<b>hi</b> **you**'), { type: 'hardBreak' }, text('there')),
      paragraph(text('end')),
    ]);
  });

  it.each(['', '  \n ', doc(), { type: 'doc' }])('makes %j a document with one empty paragraph', (input) => {
    expect(contentOf(input)).toEqual([{ type: 'paragraph' }]);
  });

  it('takes a single node', () => {
    expect(contentOf(paragraph(text('a')))).toEqual([paragraph(text('a'))]);
    expect(contentOf(text('a'))).toEqual([paragraph(text('a'))]);
    expect(contentOf({ type: 'listItem', content: [paragraph(text('a'))] })).toEqual([
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] },
    ]);
  });

  it('gives loose text a paragraph, loose items one list and an item its leading paragraph', () => {
    const item = (...content: RichTextNode[]): RichTextNode => ({ type: 'listItem', content });
    expect(
      contentOf(
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
      contentOf({
        type: 'codeBlock',
        content: [text('a'), { type: 'hardBreak' }, text('b', { type: 'bold' })],
      }),
    ).toEqual([{ type: 'codeBlock', content: [text('a'), text('\n'), text('b')] }]);
  });
});

describe('what goes', () => {
  it('removes unknown nodes with their content, and containers they leave empty', () => {
    const script = { type: 'script', content: [text('alert(1)')] };
    expect(contentOf(doc(paragraph(text('a')), script, { type: 'blockquote', content: [script] }))).toEqual([
      paragraph(text('a')),
    ]);
    for (const type of ['__proto__', 'constructor', 'toString', 'imageBlock']) {
      expect(contentOf(doc({ type, content: [text('x')] }))).toEqual([{ type: 'paragraph' }]);
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
    expect(contentOf(messy)).toEqual([
      { type: 'paragraph', attrs: { textAlign: 'center' }, content: [text('a', { type: 'bold' })] },
    ]);
  });

  it('removes empty text and marks on blocks', () => {
    expect(contentOf({ ...paragraph(text(''), text('a')), marks: [{ type: 'bold' }] })).toEqual([
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
    expect(contentOf(linked)).toEqual([paragraph(text('a', { type: 'bold' }))]);
  });

  it.each([
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'mailto:a@b.c',
    'blob:x',
    '/a.png',
    undefined,
  ])('removes an image from %j', (src) => {
    expect(contentOf(doc(paragraph(text('a')), { type: 'image', attrs: { src } }))).toEqual([
      paragraph(text('a')),
    ]);
  });
});

describe('what is refused', () => {
  it.each<[unknown, string, string]>([
    [null, 'comment', 'must be text'],
    [undefined, 'comment', 'must be text'],
    [7, 'comment', 'must be text'],
    [[paragraph()], 'comment', 'must be text'],
    [{}, 'comment.type', 'must be a string'],
    [{ type: 1 }, 'comment.type', 'must be a string'],
    [doc('x'), 'comment.content.0', 'must be an object'],
    [doc(paragraph(), null), 'comment.content.1', 'must be an object'],
    [{ type: 'doc', content: 'x' }, 'comment.content', 'must be an array'],
    [doc({ type: 'hardBreak', content: {} }), 'comment.content.0.content', 'must be an array'],
    [doc({ type: 'paragraph', attrs: [] }), 'comment.content.0.attrs', 'must be an object'],
    [doc(paragraph({ type: 'text' })), 'comment.content.0.content.0.text', 'must be a string'],
    [
      doc(paragraph({ ...text('a'), marks: {} as never })),
      'comment.content.0.content.0.marks',
      'must be an array',
    ],
    [
      doc(paragraph({ ...text('a'), marks: ['bold' as never] })),
      'comment.content.0.content.0.marks.0',
      'must be an object',
    ],
    [doc(paragraph(paragraph())), 'comment.content.0.content', 'a paragraph cannot contain a paragraph'],
    [doc(doc()), 'comment.content', 'a doc cannot contain a doc'],
    ['a\0b', 'comment', 'NUL'],
    ['a\ud800b', 'comment', 'Unicode'],
    [doc(paragraph(text('a\0'))), 'comment.content.0.content.0.text', 'NUL'],
    [doc(paragraph(text('\udc00'))), 'comment.content.0.content.0.text', 'Unicode'],
    [
      doc({ type: 'image', attrs: { src: 'https://a.example', alt: '\0' } }),
      'comment.content.0.attrs.alt',
      'NUL',
    ],
    [
      doc(paragraph(text('a', { type: 'link', attrs: { href: 'https://a.example/\ud800' } }))),
      'comment.content.0.content.0.marks.0.attrs.href',
      'Unicode',
    ],
    [{ type: 'paragraph', attrs: { textAlign: 1n } }, 'comment', 'not JSON'],
  ])('answers invalid for %p at %s', (input, field, message) => {
    const refused = refusal(input);
    expect(refused).toMatchObject({ kind: 'invalid', field });
    expect(refused.message).toContain(message);
  });

  it('answers tooLarge above 204,800 bytes of JSON, counted in UTF-8', () => {
    const overhead = JSON.stringify(doc(paragraph(text('')))).length;
    const exact = doc(paragraph(text('ü'.repeat((MAX_RICH_TEXT_BYTES - overhead - 1) / 2))));
    expect(MAX_RICH_TEXT_BYTES).toBe(204_800);
    const filled = MAX_RICH_TEXT_BYTES - Buffer.byteLength(JSON.stringify(exact));
    expect(normalizeRichText(exact, 'comment')).toBe(exact);
    const over = doc(
      paragraph(text((exact.content[0] as RichTextNode).content?.[0]?.text + 'x'.repeat(filled + 1))),
    );
    expect(refusal(over).kind).toBe('tooLarge');
    expect(refusal('x'.repeat(MAX_RICH_TEXT_BYTES)).kind).toBe('tooLarge');
    expect(refusal(doc(...Array.from({ length: 30_000 }, () => 1))).kind).toBe('invalid');
  });

  it('answers tooLarge when repairs make it larger than that', () => {
    const items = Array.from({ length: 8_000 }, () => ({ type: 'listItem' }));
    expect(JSON.stringify(items).length).toBeLessThan(MAX_RICH_TEXT_BYTES);
    expect(refusal({ type: 'bulletList', content: items }).kind).toBe('tooLarge');
  });

  it('accepts 100 levels and answers invalid for 101', () => {
    const deepest = doc(nested(MAX_RICH_TEXT_DEPTH - 1));
    expect(normalizeRichText(deepest, 'comment')).toBe(deepest);
    expect(refusal(doc(nested(MAX_RICH_TEXT_DEPTH)))).toMatchObject({ kind: 'invalid' });
    expect(refusal(nested(MAX_RICH_TEXT_DEPTH))).toMatchObject({ kind: 'invalid' });
    expect(refusal(nested(60, 'bulletList'))).toMatchObject({ kind: 'invalid' });
  });

  it('answers invalid, and does not crash, for 10,000 levels within the size limit', () => {
    const levels = 10_000;
    const opening = '{"type":"blockquote","content":[';
    const quotes: unknown = JSON.parse(`${opening.repeat(5_000)}${']}'.repeat(5_000)}`);
    const untyped: unknown = JSON.parse(`${'{"content":['.repeat(levels)}${']}'.repeat(levels)}`);
    const arrays: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    for (const input of [quotes, untyped, doc(quotes), doc(arrays), { type: 'doc', content: arrays }]) {
      expect(refusal(input).kind).toBe('invalid');
    }
  });

  it('answers invalid or tooLarge, and does not crash, for more', () => {
    const opening = '{"type":"blockquote","content":[';
    const quotes: unknown = JSON.parse(`${opening.repeat(10_000)}${']}'.repeat(10_000)}`);
    expect(['invalid', 'tooLarge']).toContain(refusal(quotes).kind);
    const million: unknown = JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000));
    expect(refusal(doc(million)).kind).toBe('invalid');
  });

  it('drops an attribute that is nested deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(500) + ']'.repeat(500));
    expect(contentOf(doc({ type: 'paragraph', attrs: { deep, textAlign: deep } }))).toEqual([
      { type: 'paragraph' },
    ]);
  });
});
