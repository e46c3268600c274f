import { type RichText, type RichTextNode } from './document';

const paragraph = (block: string): RichTextNode => {
  const content = block
    .split('\n')
    .flatMap((line, index): RichTextNode[] => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
};

/** Makes a document of plain text: an empty line starts a paragraph, any other line end is a line break. */
export const textToDocument = (text: string): RichText => {
  const blocks = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split(/\n{2,}/);
  return { type: 'doc', content: blocks.map(paragraph) };
};
