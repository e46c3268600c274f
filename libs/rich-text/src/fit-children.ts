import { type ContentMatch, Fragment, type Node, type NodeType } from 'prosemirror-model';
import { type RichTextNode } from './document';
import { publicName, schema } from './schema';

/** A child together with the type it has where it stands. */
export interface Child {
  node: RichTextNode;
  type: NodeType;
}

/** A wrapper that was added around children that cannot stand alone, while more of them may follow. */
interface Frame {
  type: NodeType;
  match: ContentMatch;
  content: RichTextNode[];
}

const bare = (node: Node): RichTextNode => ({
  type: publicName(node.type),
  ...(node.childCount > 0 && { content: node.children.map(bare) }),
});

const sample = (type: NodeType): Fragment => Fragment.from(type.isText ? schema.text(' ') : type.create());

/** Adds a child to a frame, with what has to stand before it; answers whether it fits. */
const add = (frame: Frame, { node, type }: Child): boolean => {
  const direct = frame.match.matchType(type);
  if (direct) {
    frame.match = direct;
    frame.content.push(node);
    return true;
  }
  const before = frame.match.fillBefore(sample(type));
  if (!before) return false;
  const next = frame.match.matchFragment(before)?.matchType(type);
  if (!next) return false;
  frame.match = next;
  frame.content.push(...before.content.map(bare), node);
  return true;
};

const complete = (frame: Frame): void => {
  const missing = frame.match.fillBefore(Fragment.empty, true);
  if (missing && missing.childCount > 0) frame.content.push(...missing.content.map(bare));
};

const frameOf = (type: NodeType, content: RichTextNode[] = []): Frame => ({
  type,
  match: type.contentMatch,
  content,
});

/** The wrappers a child needs in `frame`, outermost first; undefined when nothing helps. */
const wrappersFor = (frame: Frame, child: Child): NodeType[] | undefined => {
  const wrapping = frame.match.findWrapping(child.type);
  if (wrapping && wrapping.length > 0) return [...wrapping];
  // A list's item may need a paragraph before the child, which `findWrapping` does not look for.
  const only = frame.match.defaultType;
  return only && !only.isLeaf && add(frameOf(only), child) ? [only] : undefined;
};

/**
 * Puts children where the schema allows them: loose text gets a paragraph, a loose item its list, an item its leading
 * paragraph. Answers the same array when every child already stands right, and the first child that cannot stand here
 * as `misfit`.
 */
export const fitChildren = (
  parent: NodeType,
  children: Child[],
  unchanged: RichTextNode[] | undefined,
): { content: RichTextNode[] } | { misfit: Child } => {
  let match: ContentMatch | null = parent.contentMatch;
  for (const { type } of children) match = match?.matchType(type) ?? null;
  if (match?.validEnd) return { content: unchanged ?? children.map(({ node }) => node) };

  const root = frameOf(parent);
  let open: Frame[] = [];
  for (const child of children) {
    const current = [root, ...open];
    const closed = current.findLastIndex((frame, level) =>
      level === 0 ? frame.match.matchType(child.type) : frame.match.matchType(child.type) && !fitsRoot(root, child),
    );
    if (closed >= 0) {
      current.slice(closed + 1).forEach(complete);
      open = current.slice(1, closed + 1);
      add(current[closed] as Frame, child);
      continue;
    }
    open.forEach(complete);
    open = [];
    if (add(root, child)) continue;
    const wrappers = wrappersFor(root, child);
    if (!wrappers) return { misfit: child };
    let outer = root;
    for (const type of wrappers) {
      const frame = frameOf(type);
      add(outer, { node: { type: publicName(type), content: frame.content }, type });
      open.push(frame);
      outer = frame;
    }
    add(outer, child);
  }
  open.forEach(complete);
  complete(root);
  return { content: root.content };
};

const fitsRoot = (root: Frame, child: Child): boolean => root.match.matchType(child.type) !== null;
