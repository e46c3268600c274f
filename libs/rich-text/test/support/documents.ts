import fc from 'fast-check';
import type { RichText, RichTextMark, RichTextNode } from '../../src';

/** Marks in the order in which ProseMirror sorts them. */
export const sorted = ['link', 'bold', 'italic', 'strike', 'underline', 'code'];

/** Texts with any of the named marks. */
export const text = (words: fc.Arbitrary<string>, names: string[]): fc.Arbitrary<RichTextNode> =>
  fc.record({ words, chosen: fc.subarray(names) }).map(({ words: value, chosen }) => {
    const marks: RichTextMark[] = sorted
      .filter((name) => chosen.includes(name))
      .map((type) =>
        type === 'link' ? { type, attrs: { href: 'https://a.example/x?y=1&z=(2)' } } : { type },
      );
    return { type: 'text', text: value, ...(marks.length > 0 && { marks }) };
  });

const sameMarks = (one: RichTextNode, other: RichTextNode): boolean =>
  JSON.stringify(one.marks) === JSON.stringify(other.marks);

/** Joins what an editor would hold as one text. */
export const joined = (nodes: RichTextNode[]): RichTextNode[] =>
  nodes.reduce<RichTextNode[]>((all, node) => {
    const last = all.at(-1);
    if (last?.type !== 'text' || node.type !== 'text' || !sameMarks(last, node)) return [...all, node];
    return [...all.slice(0, -1), { ...last, text: `${last.text}${node.text}` }];
  }, []);

/** What documents are made of. */
export interface Vocabulary {
  text: fc.Arbitrary<RichTextNode>;
  code: fc.Arbitrary<string>;
  image: fc.Arbitrary<RichTextNode>;
  inline: fc.Arbitrary<RichTextNode>[];
  extraBlocks: (block: fc.Arbitrary<RichTextNode>) => fc.Arbitrary<RichTextNode>[];
}

/** Documents in order, of a vocabulary. */
export const documents = ({
  text: anyText,
  code,
  image,
  inline,
  extraBlocks,
}: Vocabulary): fc.Arbitrary<RichText> => {
  const line = fc.array(fc.oneof(anyText, anyText, ...inline), { minLength: 1, maxLength: 4 }).map(joined);
  const paragraph = line.map((content): RichTextNode => ({ type: 'paragraph', content }));
  const block: fc.Arbitrary<RichTextNode> = fc.letrec<{ block: RichTextNode }>((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 2 });
    const items = (
      type: string,
      attrs?: fc.Arbitrary<Record<string, unknown>>,
    ): fc.Arbitrary<RichTextNode[]> =>
      fc.array(
        fc
          .record({
            first: paragraph,
            rest: fc.array(tie('block'), { maxLength: 1 }),
            attrs: attrs ?? fc.constant(undefined),
          })
          .map((item): RichTextNode => ({
            type,
            ...(item.attrs && { attrs: item.attrs }),
            content: [item.first, ...item.rest],
          })),
        { minLength: 1, maxLength: 3 },
      );
    return {
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        paragraph,
        fc
          .record({
            level: fc.integer({ min: 1, max: 6 }),
            content: fc.array(anyText, { minLength: 1, maxLength: 2 }),
          })
          .map(({ level, content }): RichTextNode => ({
            type: 'heading',
            attrs: { level },
            content: joined(content),
          })),
        code.map((value): RichTextNode => ({
          type: 'codeBlock',
          attrs: { language: 'ts' },
          content: [{ type: 'text', text: value }],
        })),
        fc.constant<RichTextNode>({ type: 'horizontalRule' }),
        image,
        blocks.map((content): RichTextNode => ({ type: 'blockquote', content })),
        items('listItem').map((content): RichTextNode => ({ type: 'bulletList', content })),
        fc
          .record({ start: fc.integer({ min: 2, max: 12 }), content: items('listItem') })
          .map(({ start, content }): RichTextNode => ({ type: 'orderedList', attrs: { start }, content })),
        items('taskItem', fc.record({ checked: fc.boolean() })).map((content): RichTextNode => ({
          type: 'taskList',
          content,
        })),
        ...extraBlocks(tie('block')),
      ),
    };
  }).block;
  return fc.array(block, { minLength: 1, maxLength: 5 }).map((content) => ({ type: 'doc', content }));
};

/** Images whose URL and text have to be escaped. */
export const image = fc
  .constantFrom('https://a.example/a.png', 'http://a.example/b(1).png?x=1&y=_2_')
  .map((src): RichTextNode => ({ type: 'image', attrs: { src, alt: 'a [b] *c*' } }));
/** Line breaks. */
export const hardBreak = fc.constant<RichTextNode>({ type: 'hardBreak' });
/** A mention whose label has to be escaped. */
export const mention = fc.constant<RichTextNode>({
  type: 'mention',
  attrs: { id: '5f', label: 'Ada & <Bob>' },
});

/** Characters that mean something in HTML or Markdown, and some that do not. */
export const tricky = fc
  .array(
    fc.constantFrom(
      ...'abcXY190äß漢🙂#*_~`<>&|[](){}!+-=.:;"\'\\/$^@%?,'.match(/./gu)!,
      ...[
        ' ',
        '&amp;',
        '<b>',
        '1. ',
        '1) ',
        '- ',
        '> ',
        '# ',
        '---',
        '===',
        '```',
        '~~',
        '[x] ',
        '](',
        '![',
        'https://a.b',
        '|-|',
      ],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll(/ +/g, ' '));

/** Whether a text starts and ends with something that shows. */
export const withoutEdges = (value: string): boolean => value.trim() === value && value !== '';

type Block = fc.Arbitrary<RichTextNode>;

const line = (type: string): Block =>
  fc.constant<RichTextNode>({ type, content: [{ type: 'text', text: 'A & <b>' }] });
const blocks = (block: Block): fc.Arbitrary<RichTextNode[]> =>
  fc.array(block, { minLength: 1, maxLength: 2 });

/** Callouts of each kind. */
export const callout = (block: Block): Block =>
  fc
    .record({ kind: fc.constantFrom('info', 'tip', 'warning'), content: blocks(block) })
    .map(({ kind, content }) => ({ type: 'callout', attrs: { kind }, content }));

/** Accordions. */
export const details = (block: Block): Block =>
  fc.record({ summary: line('detailsSummary'), content: blocks(block) }).map(({ summary, content }) => ({
    type: 'details',
    content: [summary, { type: 'detailsContent', content }],
  }));

/** Blocks with a caption above or below. */
export const figure = (block: Block): Block =>
  fc
    .record({ caption: line('figcaption'), content: blocks(block), isFirst: fc.boolean() })
    .map(({ caption, content, isFirst }) => ({
      type: 'figure',
      content: isFirst ? [caption, ...content] : [...content, caption],
    }));
