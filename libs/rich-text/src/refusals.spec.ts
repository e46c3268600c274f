import { DomainError } from '@parley/errors';
import { MAX_RICH_TEXT_BYTES, MAX_RICH_TEXT_DEPTH, normalizeRichText, type RichTextNode } from './index';

const text = (value: string, ...marks: RichTextNode['marks'] & object): RichTextNode =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const doc = (...content: unknown[]): { type: 'doc'; content: unknown[] } => ({ type: 'doc', content });
const normalizeContent = (input: unknown): RichTextNode[] => normalizeRichText(input, 'comment').content;

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
    expect(normalizeContent(doc({ type: 'paragraph', attrs: { deep, textAlign: deep } }))).toEqual([
      { type: 'paragraph' },
    ]);
  });
});
