import { MAX_RICH_TEXT_DEPTH, type RichText, type RichTextMark, type RichTextNode } from './document';
import { mentionText } from './mention';

/**
 * A document as the text part of a mail, to be read: blank lines between blocks, `words (address)` for links, `[picture: alt]`, lists
 * with their marks, `> ` before quotes, a line for each row of a table.
 */
export const toMailText = ({ content = [] }: RichText): string => blocks(content, 1).join('\n');

/** Lines of blocks, with an empty one between two. */
const blocks = (nodes: readonly RichTextNode[], depth: number): string[] =>
  depth > MAX_RICH_TEXT_DEPTH
    ? []
    : nodes.reduce<string[]>((lines, node) => {
        const own = block(node, depth);
        if (own.length > 0) lines.push(...(lines.length > 0 ? [''] : []), ...own);
        return lines;
      }, []);

const block = (node: RichTextNode, depth: number): string[] => {
  const { type, attrs, content = [] } = node;
  switch (type) {
    case 'bulletList':
      return content.flatMap((item) => listItem(item, '- ', depth));
    case 'orderedList': {
      const start = typeof attrs?.['start'] === 'number' ? attrs['start'] : 1;
      return content.flatMap((item, index) => listItem(item, `${start + index}. `, depth));
    }
    case 'taskList':
      return content.flatMap((item) =>
        listItem(item, item.attrs?.['checked'] === true ? '[x] ' : '[ ] ', depth),
      );
    case 'blockquote':
      return blocks(content, depth + 1).map((line) => (line === '' ? '>' : `> ${line}`));
    case 'table':
      return content.map((row) =>
        (row.content ?? []).map((cell) => blocks(cell.content ?? [], depth + 3).join(' ')).join(' | '),
      );
    case 'horizontalRule':
      return ['----------'];
    case 'image':
      return [picture(node)];
    case 'callout':
    case 'details':
    case 'detailsContent':
    case 'figure':
      return blocks(content, depth + 1);
    default:
      return inline(content).split('\n');
  }
};

const listItem = ({ content = [] }: RichTextNode, mark: string, depth: number): string[] => {
  const indent = ' '.repeat(mark.length);
  // A list in an item follows its words without an empty line.
  const lines = content.flatMap((node, index) => {
    const own = depth + 2 > MAX_RICH_TEXT_DEPTH ? [] : block(node, depth + 2);
    return index > 0 && node.type === 'paragraph' ? ['', ...own] : own;
  });
  return lines.map((line, index) => (index === 0 ? mark + line : line === '' ? '' : indent + line));
};

const inline = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((node, index) => {
      if (node.type === 'hardBreak') return '\n';
      if (node.type === 'image') return picture(node);
      if (node.type === 'mention') return mentionText(node.attrs);
      const link = findLink(node);
      // A link of several parts, e.g. with a bold word in it, has its address after the last.
      return (
        (node.text ?? '') + (link && findLink(nodes[index + 1]) !== link ? address(nodes, index, link) : '')
      );
    })
    .join('');

const findLink = (node: RichTextNode | undefined): string | undefined => {
  const href = node?.marks?.find(({ type }: RichTextMark) => type === 'link')?.attrs?.['href'];
  return typeof href === 'string' ? href : undefined;
};

/** The address of a link behind its words, unless they say it. */
const address = (nodes: readonly RichTextNode[], last: number, link: string): string => {
  let first = last;
  while (findLink(nodes[first - 1]) === link) first -= 1;
  const words = nodes
    .slice(first, last + 1)
    .map(({ text = '' }) => text)
    .join('');
  return bare(words) === bare(link) ? '' : ` (${link.replace(/^(?:mailto|tel):/i, '')})`;
};

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '');

const picture = ({ attrs }: RichTextNode): string => {
  const alt = typeof attrs?.['alt'] === 'string' ? attrs['alt'].trim() : '';
  return alt === '' ? '[picture]' : `[picture: ${alt}]`;
};
