import { Fragment, Mark, type Node, type NodeType } from 'prosemirror-model';
import { MAX_RICH_TEXT_DEPTH, type RichText, type RichTextNode } from './document';
import { nodeTypeIn, schema } from './schema';

const toMarks = ({ marks = [] }: RichTextNode): readonly Mark[] =>
  Mark.setFrom(
    marks.flatMap(({ type, attrs }) => schema.marks[type as keyof typeof schema.marks]?.create(attrs) ?? []),
  );

/** White space as a reader sees it: a line end in a text is a line break, other runs are one space. */
const textNodes = (source: RichTextNode, parent: NodeType): Node[] => {
  const text = source.text ?? '';
  if (parent.spec.code) return text === '' ? [] : [schema.text(text)];
  return text
    .replaceAll(/[ \t\f\r]+/g, ' ')
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [schema.nodes.hardBreak.create()] : []),
      ...(line === '' ? [] : [schema.text(line, toMarks(source))]),
    ]);
};

const isEdge = (node: Node | undefined): boolean =>
  node === undefined || node.type === schema.nodes.hardBreak;

/** Removes what shows nothing in Markdown or reads as indentation: space at the edges of lines, breaks at the end. */
const trimLines = (nodes: Node[]): Node[] => {
  const joined = Fragment.fromArray(nodes).content;
  const kept: Node[] = [];
  joined.forEach((node, index) => {
    let text = node.text;
    if (text === undefined) return kept.push(node);
    const before = kept.at(-1);
    if (isEdge(before) || before?.text?.endsWith(' ')) text = text.replace(/^ /, '');
    if (isEdge(joined[index + 1])) text = text.replace(/ $/, '');
    return text !== '' && kept.push(schema.text(text, node.marks));
  });
  while (kept.at(-1)?.type === schema.nodes.hardBreak) kept.pop();
  return kept;
};

const toNodes = (source: RichTextNode, parent: NodeType, depth: number): Node[] => {
  const type = nodeTypeIn(parent, source.type);
  if (!type || depth > MAX_RICH_TEXT_DEPTH) return [];
  if (type.isText) return textNodes(source, parent);
  const content = (source.content ?? []).flatMap((child) => toNodes(child, type, depth + 1));
  const lines = type.inlineContent && !type.spec.code ? trimLines(content) : content;
  return [type.create(source.attrs, Fragment.fromArray(lines), toMarks(source))];
};

/** The document as a ProseMirror node, for what ProseMirror's own tools write. */
export const toNode = (doc: RichText): Node =>
  toNodes(doc, schema.nodes.doc, 0)[0] ?? schema.nodes.doc.create();
