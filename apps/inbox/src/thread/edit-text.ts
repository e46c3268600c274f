import type { RichText } from '@parley/client';
import type { RichNode } from '@parley/ui';

const toText = ({ type, text = '', content = [] }: RichNode): string => {
  if (type === 'hardBreak') return '\n';
  const parts = content.map(toText);
  return type === 'text' ? text : parts.join(/(List|Row|Item)$/.test(type ?? '') ? '\n' : '');
};

/** The text of a message, with an empty line between its blocks. */
export const readText = (comment: RichText): string =>
  ((comment as RichNode).content ?? []).map(toText).join('\n\n');

const toParagraph = (block: string): RichNode => ({
  type: 'paragraph',
  content: block
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]),
});

/** The rich text of an edited text. Blocks that did not change keep their formatting. */
export const applyText = (comment: RichText, edited: string): RichText => {
  const blocks = [...((comment as RichNode).content ?? [])];
  const content = edited
    .trim()
    .split(/\n\n+/)
    .map((text) => {
      const at = blocks.findIndex((block) => toText(block).trim() === text.trim());
      return (at >= 0 ? blocks.splice(at, 1)[0] : undefined) ?? toParagraph(text);
    });
  return { type: 'doc', content } as RichText;
};
