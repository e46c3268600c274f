import fc from 'fast-check';
import {
  isEmptyRichText,
  normalizeRichText,
  richTextFromHtml,
  richTextFromMarkdown,
  toHtml,
  toMarkdown,
  toPlainText,
  type RichText,
  type RichTextNode,
} from '../src';
import { toNode } from '../src/to-node';
import {
  sorted,
  text,
  joined,
  callout,
  details,
  documents,
  figure,
  image,
  hardBreak,
  mention,
  tricky,
  withoutEdges,
} from './support/documents';

describe('HTML', () => {
  const cell = (block: fc.Arbitrary<RichTextNode>): fc.Arbitrary<RichTextNode> =>
    fc.record({
      type: fc.constantFrom('tableCell', 'tableHeader'),
      content: fc.array(block, { minLength: 1, maxLength: 2 }),
    });
  const docs = documents({
    text: text(tricky.filter(withoutEdges), sorted),
    code: tricky.map((value) => `${value}\n  ${value}\n`),
    image,
    inline: [hardBreak, mention, image],
    extraBlocks: (block) => [
      fc
        .array(fc.array(cell(block), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
        .map((rows): RichTextNode => ({
          type: 'table',
          content: rows.map((content) => ({ type: 'tableRow', content })),
        })),
      fc.constant<RichTextNode>({ type: 'paragraph', attrs: { textAlign: 'center' } }),
      callout(block),
      details(block),
      figure(block),
    ],
  });

  it('gives back every document it wrote', () => {
    fc.assert(
      fc.property(docs, (doc) => {
        expect(normalizeRichText(doc, 'comment')).toBe(doc);
        expect(richTextFromHtml(toHtml(doc))).toEqual(doc);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Markdown', () => {
  const plain = documents({
    text: text(tricky.filter(withoutEdges), []),
    code: tricky.map((value) => `${value}\n  ${value}\n`),
    image,
    inline: [],
    extraBlocks: (block) => [callout(block)],
  });

  it('gives back every document of unmarked text it wrote', () => {
    fc.assert(
      fc.property(plain, (doc) => {
        expect(withoutBareLinks(richTextFromMarkdown(toMarkdown(doc)))).toEqual(doc);
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing of a text that goes through it', () => {
    const parts = fc.constantFrom(
      ...'abcXY190äß漢🙂#*_~`<>&|[](){}!+-=.:;"\'\\/$^@%?,'.match(/./gu)!,
      ...[
        '__',
        '**',
        '~~',
        '__init__',
        'snake_case_',
        '*a*',
        '\n',
        '\n\n',
        ' ',
        ' ',
        'word',
        '://',
        'https://',
        'http://a.example',
      ],
      ...[
        'https://a.example/b/__init__.py',
        'https://a.example/?q=a*b*c&d=_e_',
        'https://a.example/~~tmp~~/(f)',
        'www.a.example',
        'www.a.example/__init__.py',
      ],
    );
    const texts = fc.array(parts, { minLength: 1, maxLength: 14 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const doc = normalizeRichText(text, 'comment');
        expect(shown(richTextFromMarkdown(toMarkdown(doc)))).toBe(shown(doc));
      }),
      { numRuns: 3_000 },
    );
  });

  /** A text as it is shown: runs of blanks are one, and lines have none at their ends. */
  const shown = (doc: RichText): string =>
    toPlainText(doc)
      .split('\n')
      .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
      .filter((line) => line !== '')
      .join('\n');

  it.each([
    'https://a.example/b/__init__.py',
    'https://a.example/?q=a*b*c',
    'https://a.example/~~tmp~~/x',
    'https://a.example/x_(y)_z',
    'http://a.example/?a=1&copy=2',
  ])('reads the bare address %s as a link, with all its characters', (address) => {
    for (const [text, before, after] of [
      [address, '', ''],
      [`See ${address}.`, 'See ', '.'],
      [`(${address}), please`, '(', '), please'],
    ] as const)
      expect(richTextFromMarkdown(text).content[0]?.content).toEqual([
        ...(before === '' ? [] : [{ type: 'text', text: before }]),
        { type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] },
        ...(after === '' ? [] : [{ type: 'text', text: after }]),
      ]);
    const doc = normalizeRichText(`See ${address}.`, 'comment');
    expect(toMarkdown(doc)).toBe(`See ${address}.`);
  });

  it.each(['www.a.example/b/__init__.py', 'www.a.example/?q=a*b*c', 'www.a.example/~~tmp~~/x'])(
    'reads the bare address %s as a link by HTTP',
    (address) => {
      const link = {
        type: 'text',
        text: address,
        marks: [{ type: 'link', attrs: { href: `http://${address}` } }],
      };
      expect(richTextFromMarkdown(`See ${address}.`).content[0]?.content).toEqual([
        { type: 'text', text: 'See ' },
        link,
        { type: 'text', text: '.' },
      ]);
      expect(richTextFromMarkdown(`**${address}**`).content[0]?.content).toMatchObject([
        { text: address, marks: [{ type: 'bold' }, { attrs: { href: `http://${address}` } }] },
      ]);
    },
  );

  it('reads an address of 2,048 characters as a link, and a longer one as text', () => {
    const address = `www.a.example/${'x'.repeat(2_033)}_`;
    expect(toPlainText(richTextFromMarkdown(`${address}y`))).toBe(`${address}y`);
    const [paragraph] = richTextFromMarkdown(`https://a.example/${'x'.repeat(2_031)}`).content;
    expect(paragraph?.content).not.toMatchObject([{ marks: [{ type: 'link' }] }]);
    const [short] = richTextFromMarkdown(`https://a.example/${'x'.repeat(2_030)}`).content;
    expect(short?.content).toMatchObject([{ marks: [{ type: 'link' }] }]);
  });

  it('keeps links whose text is another address', () => {
    const [paragraph] = richTextFromMarkdown(
      '[https://a.example](https://b.example) **https://c.example**',
    ).content;
    expect(paragraph?.content).toMatchObject([
      { text: 'https://a.example', marks: [{ type: 'link', attrs: { href: 'https://b.example' } }] },
      { text: ' ' },
      { text: 'https://c.example', marks: [{ type: 'bold' }, { attrs: { href: 'https://c.example' } }] },
    ]);
  });

  it('reads the end of a line as a line break', () => {
    expect(toPlainText(richTextFromMarkdown('one\ntwo\n\nthree'))).toBe('one\ntwo\nthree');
    expect(richTextFromMarkdown('one\ntwo').content[0]?.content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'hardBreak' },
      { type: 'text', text: 'two' },
    ]);
  });

  /** A document without the links that Markdown makes of addresses. */
  const withoutBareLinks = (node: RichTextNode): RichTextNode => ({
    ...node,
    ...(node.content && { content: joined(node.content.map(withoutBareLinks)) }),
    ...(node.marks && node.marks[0]?.attrs?.['href'] === node.text ? { marks: undefined } : {}),
  });

  const words = fc
    .array(fc.constantFrom('alpha', 'b2', 'Ünï', 'x y'), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' '));
  const marked = documents({
    // Words between spaces: Markdown has no form for marks that start or end inside a word at a punctuation mark.
    text: text(
      words,
      sorted.filter((name) => name !== 'underline'),
    ),
    code: words,
    image,
    inline: [],
    extraBlocks: () => [],
  });
  const spaced = (node: RichTextNode): RichTextNode =>
    node.content
      ? {
          ...node,
          content: node.content.flatMap((child, index) =>
            child.type === 'text' && index > 0 ? [{ type: 'text', text: ' ' }, child] : [spaced(child)],
          ),
        }
      : node;

  it('gives back every document of marked words it wrote', () => {
    fc.assert(
      fc.property(marked, (source) => {
        const doc = comparable(spaced(source)) as RichText;
        expect(comparable(richTextFromMarkdown(toMarkdown(doc)))).toEqual(doc);
      }),
      { numRuns: 500 },
    );
  });

  /** Joins texts and sorts marks, whose order means nothing. */
  const comparable = (node: RichTextNode): RichTextNode => ({
    ...node,
    ...(node.content && { content: joined(node.content.map(comparable)) }),
    ...(node.marks && {
      marks: sorted.flatMap((name) => node.marks?.filter(({ type }) => type === name) ?? []),
    }),
  });

  it('writes line breaks, tables and mentions so that they read the same', () => {
    const doc = richTextFromHtml(
      '<p>a<br># b<br>- c<br>1. d<br>===</p><h2>x<br>y #</h2>' +
        '<table><tr><th>k|1</th><th>v</th></tr><tr><td><p>a</p><p>b</p></td></tr></table>' +
        '<p><span data-type="mention" data-id="1" data-label="A_da"></span> said</p>',
    );
    expect(toMarkdown(doc)).toBe(
      'a\\\n\\# b\\\n\\- c\\\n1\\. d\\\n\\===\n\n## x y \\#\n\n' +
        '| k\\|1 | v |\n| --- | --- |\n| a b |  |\n\n@A_da said',
    );
    expect(toPlainText(richTextFromMarkdown(toMarkdown(doc)))).toBe(
      'a\n# b\n- c\n1. d\n===\nx y #\nk|1\nv\na b\n@A_da said',
    );
  });

  it('keeps an inner list apart from the text before it', () => {
    const inner = (item: RichTextNode): RichText => ({
      type: 'doc',
      content: [
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }, item],
            },
          ],
        },
      ],
    });
    const empty = [{ type: 'listItem', content: [{ type: 'paragraph' }] }];
    for (const doc of [
      inner({ type: 'bulletList', content: empty }),
      inner({ type: 'orderedList', attrs: { start: 7 }, content: empty }),
    ]) {
      expect(richTextFromMarkdown(toMarkdown(doc))).toEqual(doc);
    }
  });

  it('keeps neighbouring lists apart', () => {
    const list = (type: string, item: string): RichTextNode => ({
      type,
      content: [
        {
          type: item,
          ...(item === 'taskItem' && { attrs: { checked: false } }),
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }],
        },
      ],
    });
    const doc: RichText = {
      type: 'doc',
      content: [
        list('bulletList', 'listItem'),
        list('bulletList', 'listItem'),
        list('taskList', 'taskItem'),
        list('orderedList', 'listItem'),
        list('orderedList', 'listItem'),
      ],
    };
    expect(richTextFromMarkdown(toMarkdown(doc))).toEqual(doc);
  });
});

describe('any JSON', () => {
  const loose = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constant({
        type: 'text',
        text: 'a',
        marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example' } }],
      }),
      fc.record({
        type: fc.constantFrom(
          'paragraph',
          'heading',
          'bulletList',
          'orderedList',
          'taskList',
          'listItem',
          'taskItem',
          'blockquote',
          'codeBlock',
          'horizontalRule',
          'hardBreak',
          'image',
          'mention',
          'table',
          'tableRow',
          'tableCell',
          'tableHeader',
          'callout',
          'details',
          'detailsSummary',
          'detailsContent',
          'figure',
          'figcaption',
          'foo',
        ),
        attrs: fc.constantFrom(undefined, null, { src: 'https://a.example', id: 1, level: 9 }),
        content: fc.array(tie('node'), { maxLength: 3 }),
      }),
    ),
  })).node;

  it('is refused as invalid or made a document that ProseMirror accepts and that stays as it is', () => {
    let accepted = 0;
    fc.assert(
      fc.property(loose, (input) => {
        let doc: RichText;
        try {
          doc = normalizeRichText(input, 'comment');
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid' });
          return;
        }
        accepted += 1;
        toNode(doc).check();
        expect(normalizeRichText(doc, 'comment')).toBe(doc);
        expect(() => [toHtml(doc), toMarkdown(doc), toPlainText(doc), isEmptyRichText(doc)]).not.toThrow();
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  it('is never a fault, whatever its shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        try {
          normalizeRichText(input, 'comment');
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalid' });
        }
      }),
    );
  });
});
