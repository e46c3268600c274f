import { type ContentMatch, Fragment, type Node, type NodeType } from 'prosemirror-model';
import type { RichTextNode } from './document';
import { publicName, schema } from './schema';

/** A child together with the type it has where it stands. */
export interface Child {
  node: RichTextNode;
  type: NodeType;
}

/** Content that is being put together. */
interface Frame {
  match: ContentMatch;
  content: RichTextNode[];
}

const startFrame = (type: NodeType): Frame => ({ match: type.contentMatch, content: [] });

const bare = (node: Node): RichTextNode => ({
  type: publicName(node.type),
  ...(node.childCount > 0 && { content: node.children.map(bare) }),
});

const sample = (type: NodeType): Fragment => Fragment.from(type.isText ? schema.text(' ') : type.create());

/** Adds a child, after the nodes that have to precede it; answers whether it fits. */
const add = (frame: Frame, { node, type }: Child): boolean => {
  const before = frame.match.matchType(type) ? Fragment.empty : frame.match.fillBefore(sample(type));
  const next = before && frame.match.matchFragment(before)?.matchType(type);
  if (!next) return false;
  frame.match = next;
  frame.content.push(...before.content.map(bare), node);
  return true;
};

const complete = (frame: Frame): void => {
  const missing = frame.match.fillBefore(Fragment.empty, true);
  frame.content.push(...(missing?.content.map(bare) ?? []));
};

/** The wrappers a child needs, outermost first; undefined when nothing helps. */
const wrappersIn = (match: ContentMatch, type: NodeType, levels = 2): readonly NodeType[] | undefined => {
  const first = match.defaultType;
  // An item starts with a paragraph, so what needs a wrapper may need it behind that paragraph.
  const found = match.findWrapping(type) ?? (first && match.matchType(first)?.findWrapping(type));
  if (found && found.length > 0) return found;
  if (!first || first.isLeaf || levels === 0) return undefined;
  if (first.contentMatch.fillBefore(sample(type))) return [first];
  const inner = wrappersIn(first.contentMatch, type, levels - 1);
  return inner && [first, ...inner];
};

/**
 * Puts children where the schema allows them: loose text gets a paragraph, a loose item its list, an item its leading
 * paragraph. Answers `unchanged` when every child already stands right, and as `misfit` the first child that cannot
 * stand here.
 */
export const fitChildren = (
  parent: NodeType,
  children: Child[],
  unchanged: RichTextNode[] | undefined,
): { content: RichTextNode[] } | { misfit: Child } => {
  let match: ContentMatch | null = parent.contentMatch;
  for (const { type } of children) match = match?.matchType(type) ?? null;
  if (match?.validEnd) return { content: unchanged ?? children.map(({ node }) => node) };

  const root = startFrame(parent);
  // Wrappers added for the child before, outermost first: the next one may belong in them too.
  let open: Frame[] = [];
  const close = (from: number): void => {
    open.slice(from).forEach(complete);
    open = open.slice(0, from);
  };
  for (const child of children) {
    const fitsRoot = root.match.matchType(child.type) !== null;
    close(fitsRoot ? 0 : open.findLastIndex((frame) => frame.match.matchType(child.type)) + 1);
    if (add(open.at(-1) ?? root, child)) continue;
    const wrappers = wrappersIn(root.match, child.type);
    if (!wrappers) return { misfit: child };
    for (const type of wrappers) {
      const frame = startFrame(type);
      add(open.at(-1) ?? root, { node: { type: publicName(type), content: frame.content }, type });
      open.push(frame);
    }
    add(open.at(-1) ?? root, child);
  }
  close(0);
  complete(root);
  return { content: root.content };
};
