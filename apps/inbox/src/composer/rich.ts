import type { RichText } from '@parley/client';

/** A node of rich text. */
export interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Node[];
}

/** A link that shows its own address is plain text: the platform finds it again. */
const isPlainMark = (text: string, { type, attrs }: { type: string; attrs?: Record<string, unknown> }) =>
  type === 'link' && String(attrs?.['href']).replace(/^mailto:/, '') === text;

const readInline = ({ type, text = '', marks = [] }: Node): string | undefined => {
  if (type === 'hardBreak') return '\n';
  return type === 'text' && marks.every((mark) => isPlainMark(text, mark)) ? text : undefined;
};

const readBlock = ({ type, content = [] }: Node): string | undefined => {
  const parts = content.map(readInline);
  return type === 'paragraph' && !parts.includes(undefined) ? parts.join('') : undefined;
};

/** The text of rich text that has no formatting; undefined where it has some. */
export const readPlain = (rich: Node | RichText | undefined): string | undefined => {
  const blocks = ((rich as Node | undefined)?.content ?? []).map(readBlock);
  return blocks.includes(undefined) ? undefined : blocks.join('\n\n');
};

/** Rich text of a plain text. */
export const toRich = (text: string): Node => ({
  type: 'doc',
  content: text.split(/\n{2,}/).map((block) => ({
    type: 'paragraph',
    content: block
      .split('\n')
      .flatMap((line, index): Node[] => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(line === '' ? [] : [{ type: 'text', text: line }]),
      ]),
  })),
});

/** All words of rich text, to search and to show in a line. */
export const readWords = ({ text = '', content = [] }: Node): string =>
  [text, ...content.map(readWords)].filter((part) => part !== '').join(' ');

/** Whether rich text says nothing. */
export const isBlank = (rich: Node): boolean => readWords(rich).trim() === '';
