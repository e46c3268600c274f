import type { RichText, RichTextNode } from './document';

const paragraph = (lines: string[]): RichTextNode => ({
  type: 'paragraph',
  content: lines.flatMap((text, index): RichTextNode[] => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    { type: 'text', text },
  ]),
});

/** Makes a document of plain text: an empty line starts a paragraph, any other line end is a line break. */
export const textToDocument = (text: string): RichText => {
  const blocks: string[][] = [];
  let block: string[] | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      block = undefined;
      continue;
    }
    if (!block) blocks.push((block = []));
    block.push(line);
  }
  return { type: 'doc', content: blocks.length > 0 ? blocks.map(paragraph) : [{ type: 'paragraph' }] };
};
