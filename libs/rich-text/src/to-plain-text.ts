import { MAX_RICH_TEXT_DEPTH, type RichText, type RichTextNode } from './document';
import { mentionText } from './mention';

const inlineText = (node: RichTextNode): string => {
  if (node.type === 'text') return node.text ?? '';
  if (node.type === 'hardBreak') return '\n';
  return node.type === 'mention' ? mentionText(node.attrs) : '';
};

const isInline = ({ type }: RichTextNode): boolean =>
  type === 'text' || type === 'hardBreak' || type === 'mention';

const collect = (node: RichTextNode, depth: number, lines: string[]): void => {
  const { content = [] } = node;
  if (depth > MAX_RICH_TEXT_DEPTH) return;
  if (content.some(isInline)) lines.push(content.map(inlineText).join(''));
  else for (const child of content) collect(child, depth + 1, lines);
};

/** The text of a document without formatting, for search and previews: one line per block; images have none. */
export const toPlainText = (doc: RichText): string => {
  const lines: string[] = [];
  collect(doc, 0, lines);
  return lines.join('\n');
};

const showsSomething = new Set(['image', 'mention', 'horizontalRule']);

/** Whether a document shows nothing: no text but white space, no image, mention or rule. */
export const isEmptyRichText = (doc: RichText): boolean => {
  const isEmpty = (node: RichTextNode, depth: number): boolean =>
    depth > MAX_RICH_TEXT_DEPTH ||
    (!showsSomething.has(node.type) &&
      (node.text ?? '').trim() === '' &&
      (node.content ?? []).every((child) => isEmpty(child, depth + 1)));
  return isEmpty(doc, 0);
};
