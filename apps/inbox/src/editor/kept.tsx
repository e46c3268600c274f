import { Extension, Node as EditorNode } from '@tiptap/core';
import { Rich, type RichNode } from '@parley/ui';
import { render } from 'preact';
import { say } from '../core';
import { blocks, inline } from './node-types';

type Attributes = Record<string, unknown>;

const withInline = new Set(['paragraph', 'heading']);

const BLOCK = 'keptBlock';
const INLINE = 'keptInline';

/** Rich text for the editor: every part that it cannot change becomes one that it keeps as it is. */
export const toKept = (node: RichNode): RichNode => {
  const { type = '', content } = node;
  if (!blocks.has(type)) return { type: BLOCK, attrs: { node } };
  const inside = withInline.has(type)
    ? content?.map((part) =>
        inline.has(part.type ?? '') ? part : { type: INLINE, attrs: { node: part }, marks: part.marks ?? [] },
      )
    : type === 'codeBlock'
      ? content
      : content?.map(toKept);
  return { ...node, ...(inside && { content: inside }) };
};

/** The rich text of the editor, with the kept parts in their places. */
export const fromKept = ({ type, attrs = {}, content, ...rest }: RichNode): RichNode => {
  if (type === BLOCK || type === INLINE) return attrs['node'] as RichNode;
  // The editor has null for attributes that are not set.
  const set = Object.entries(attrs).filter(([, value]) => value !== null);
  return {
    type: type ?? 'text',
    ...rest,
    ...(set.length > 0 && { attrs: Object.fromEntries(set) }),
    ...(content && { content: content.map(fromKept) }),
  };
};

const readPart = (element: HTMLElement): Attributes | false => {
  try {
    return { node: JSON.parse(element.dataset['part'] ?? '') as unknown };
  } catch {
    return false;
  }
};

const keep = (name: string, isInline: boolean) => {
  const tag = isInline ? 'span' : 'div';
  return EditorNode.create({
    name,
    group: isInline ? 'inline' : 'block',
    inline: isInline,
    atom: true,
    selectable: true,
    draggable: true,
    addAttributes: () => ({ node: { default: null, rendered: false } }),
    // A cut part is pasted again from these.
    renderHTML: ({ node }) => [tag, { 'data-part': JSON.stringify(node.attrs['node']) }],
    parseHTML: () => [{ tag: `${tag}[data-part]`, getAttrs: readPart }],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement(tag);
        dom.className = 'kept';
        dom.contentEditable = 'false';
        const content = [node.attrs['node'] as RichNode];
        render(<Rich node={{ type: 'doc', content }} root={location.origin} say={say} />, dom);
        return { dom, destroy: () => render(null, dom) };
      },
  });
};

/** The alignment of lines, which the editor has no tool for, and keeps. The policy of the page allows no style of an element. */
const alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          renderHTML: ({ textAlign }) => ({ 'data-align': textAlign as string | null }),
          parseHTML: (element) => element.dataset['align'] ?? null,
        },
      },
    },
  ],
});

/** The nodes of {@link toKept}. */
export const keptNodes = [keep(BLOCK, false), keep(INLINE, true), alignment];
