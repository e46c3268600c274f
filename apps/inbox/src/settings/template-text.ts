import type { RichText } from '@parley/client';

interface Node {
  type?: string;
  text?: string;
  content?: readonly Node[];
  marks?: readonly unknown[];
}

const line = ({ content = [] }: Node): string | undefined => {
  const parts = content.map(({ type, text, marks = [] }) =>
    type === 'hardBreak' ? '\n' : type === 'text' && marks.length === 0 ? text : undefined,
  );
  return parts.includes(undefined) ? undefined : parts.join('');
};

/** The text of a template of plain paragraphs; undefined for one with formats, which a field of plain text would lose. */
export const readPlain = (content: RichText | undefined): string | undefined => {
  const lines = ((content?.content ?? []) as readonly Node[]).map((node) =>
    node.type === 'paragraph' ? line(node) : undefined,
  );
  return lines.includes(undefined) ? undefined : lines.join('\n\n');
};

/** Paragraphs of a text: an empty line begins another. */
export const writePlain = (text: string): RichText => ({
  type: 'doc',
  content: text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => ({
      type: 'paragraph',
      content: paragraph
        .split('\n')
        .flatMap((part, index) => [
          ...(index > 0 ? [{ type: 'hardBreak' }] : []),
          ...(part === '' ? [] : [{ type: 'text', text: part }]),
        ]),
    })),
});
