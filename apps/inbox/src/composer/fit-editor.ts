import { blocks, inline } from '../editor';
import type { Node } from './rich';

const marks = new Set(['bold', 'italic', 'strike', 'underline', 'code', 'link']);
/** Lines of text under another name. */
const lines = new Set(['detailsSummary', 'figcaption']);
const renamed: Readonly<Record<string, string>> = { taskList: 'bulletList', taskItem: 'listItem' };

const fitInline = ({ type, text = '', attrs, marks: given = [] }: Node): Node[] => {
  if (type === 'hardBreak') return [{ type }];
  const words =
    type === 'mention'
      ? `@${String(attrs?.['label'] ?? '')}`
      : type === 'image'
        ? String(attrs?.['src'] ?? '')
        : text;
  return words === ''
    ? []
    : [{ type: 'text', text: words, marks: given.filter((mark) => marks.has(mark.type)) }];
};

const fitBlock = (node: Node): Node[] => {
  const type = renamed[node.type] ?? node.type;
  if (inline.has(type) || type === 'mention') return fitInline(node);
  if (type === 'image') return [{ type: 'paragraph', content: fitInline(node) }];
  const { content = [] } = node;
  if (type === 'paragraph' || type === 'heading' || lines.has(type))
    return [
      {
        type: lines.has(type) ? 'paragraph' : type,
        ...(node.attrs && { attrs: node.attrs }),
        content: content.flatMap(fitInline),
      },
    ];
  const inside = content.flatMap(fitBlock);
  if (!blocks.has(type)) return inside;
  return [{ type, ...(node.attrs && type !== 'listItem' && { attrs: node.attrs }), content: inside }];
};

/** Rich text in the nodes that the editor has; tables, callouts and pictures become paragraphs. */
export const fitEditor = (doc: Node): Node => {
  const [fitted = { type: 'doc' }] = fitBlock({ ...doc, type: 'doc' });
  return fitted.content?.length ? fitted : { type: 'doc', content: [{ type: 'paragraph' }] };
};
