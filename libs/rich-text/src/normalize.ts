import { invalid, tooLarge } from '@parley/errors';
import { type NodeType } from 'prosemirror-model';
import { hasRequired, keepAllowed, markAttributes, nodeAttributes } from './attributes';
import {
  MAX_RICH_TEXT_BYTES,
  MAX_RICH_TEXT_DEPTH,
  type RichText,
  type RichTextMark,
  type RichTextNode,
} from './document';
import { type Child, fitChildren } from './fit-children';
import { nodeTypeIn, schema } from './schema';
import { textToDocument } from './text-to-document';

/** Where the walk is, for messages: the field and the way from it. */
type Path = (string | number)[];

const fail = (path: Path, message: string): never => {
  throw invalid({ field: path.join('.'), message });
};

const nodeKeys = new Set(['type', 'attrs', 'content', 'marks', 'text']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const requireObject = (value: unknown, path: Path): Record<string, unknown> & { type: string } => {
  if (!isObject(value)) return fail(path, 'must be an object');
  if (typeof value['type'] !== 'string') return fail([...path, 'type'], 'must be a string');
  return value as Record<string, unknown> & { type: string };
};

const requireCleanText = (text: string, path: Path): string => {
  if (text.includes('\0')) fail(path, 'must not contain NUL');
  if (!text.isWellFormed()) fail(path, 'must be valid Unicode');
  return text;
};

const attributesOf = (
  source: Record<string, unknown>,
  rules: Parameters<typeof keepAllowed>[0],
  path: Path,
): Record<string, unknown> | undefined => {
  const attrs = source['attrs'];
  if (attrs === undefined || attrs === null) return undefined;
  if (!isObject(attrs)) return fail([...path, 'attrs'], 'must be an object');
  const kept = keepAllowed(rules, attrs);
  for (const name in kept) {
    const value = kept[name];
    if (typeof value === 'string') requireCleanText(value, [...path, 'attrs', name]);
  }
  return kept;
};

const normalizeMark = (value: unknown, path: Path): RichTextMark | undefined => {
  const mark = requireObject(value, path);
  if (!Object.hasOwn(schema.marks, mark.type)) return undefined;
  const rules = markAttributes.get(mark.type);
  const attrs = attributesOf(mark, rules, path);
  if (!hasRequired(rules, attrs)) return undefined;
  const keys = attrs ? 2 : 1;
  if (Object.keys(mark).length === keys && mark['attrs'] === attrs) return mark;
  return attrs ? { type: mark.type, attrs } : { type: mark.type };
};

const marksOf = (source: Record<string, unknown>, type: NodeType, parent: NodeType, path: Path): RichTextMark[] | undefined => {
  const marks = source['marks'];
  if (marks === undefined || marks === null) return undefined;
  if (!Array.isArray(marks)) return fail([...path, 'marks'], 'must be an array');
  const kept: RichTextMark[] = [];
  marks.forEach((value, index) => {
    const mark = normalizeMark(value, [...path, 'marks', index]);
    if (mark && !kept.some((other) => other.type === mark.type)) kept.push(mark);
  });
  if (!type.isInline || !parent.inlineContent || parent.spec.marks === '' || kept.length === 0) return undefined;
  return kept.length === marks.length && kept.every((mark, index) => mark === marks[index]) ? marks : kept;
};

const childrenOf = (
  source: Record<string, unknown>,
  type: NodeType,
  path: Path,
  depth: number,
): RichTextNode[] | undefined => {
  const content = source['content'];
  if (content !== undefined && content !== null && !Array.isArray(content)) {
    return fail([...path, 'content'], 'must be an array');
  }
  if (type.isLeaf) return undefined;
  const given: unknown[] = content ?? [];
  const children: Child[] = [];
  let same = Array.isArray(content);
  path.push('content', 0);
  given.forEach((value, index) => {
    path[path.length - 1] = index;
    const child = normalizeNode(value, type, path, depth + 1);
    if (child?.node !== value) same = false;
    if (child) children.push(child);
  });
  path.length -= 2;
  // An empty container shows nothing; an empty item or cell has its place.
  if (children.length === 0 && type.contentMatch.validEnd) return same ? given as RichTextNode[] : undefined;
  const fitted = fitChildren(type, children, same ? (given as RichTextNode[]) : undefined);
  if ('misfit' in fitted) return fail(path, `${type.name} cannot contain ${fitted.misfit.node.type}`);
  return fitted.content;
};

const removedWhenEmpty = new Set(['bulletList', 'orderedList', 'taskList', 'blockquote', 'table']);

const normalizeText = (source: Record<string, unknown>, parent: NodeType, path: Path): Child | undefined => {
  const { text } = source;
  if (typeof text !== 'string') return fail([...path, 'text'], 'must be a string');
  requireCleanText(text, [...path, 'text']);
  const type = schema.nodes.text;
  const marks = marksOf(source, type, parent, path);
  if (text === '') return undefined;
  const keys = marks ? 3 : 2;
  if (Object.keys(source).length === keys && source['marks'] === marks) return { node: source as unknown as RichTextNode, type };
  return { node: { type: 'text', text, ...(marks && { marks }) }, type };
};

const normalizeNode = (value: unknown, parent: NodeType, path: Path, depth: number): Child | undefined => {
  if (depth > MAX_RICH_TEXT_DEPTH) fail(path, `is nested deeper than ${MAX_RICH_TEXT_DEPTH} levels`);
  const source = requireObject(value, path);
  const type = nodeTypeIn(parent, source.type);
  if (!type) return undefined;
  if (type.isText) return normalizeText(source, parent, path);
  // A line break in code is a character.
  if (type === schema.nodes.hardBreak && parent.spec.code) {
    return { node: { type: 'text', text: '\n' }, type: schema.nodes.text };
  }
  const rules = nodeAttributes.get(source.type);
  const attrs = attributesOf(source, rules, path);
  if (!hasRequired(rules, attrs)) return undefined;
  const marks = marksOf(source, type, parent, path);
  const content = childrenOf(source, type, path, depth);
  if (removedWhenEmpty.has(type.name) && isHollow(source, content)) return undefined;
  const same =
    source['attrs'] === attrs &&
    source['marks'] === marks &&
    source['content'] === content &&
    source['text'] === undefined &&
    Object.keys(source).every((key) => nodeKeys.has(key));
  if (same) return { node: source as unknown as RichTextNode, type };
  return {
    node: { type: source.type, ...(attrs && { attrs }), ...(content && { content }), ...(marks && { marks }) },
    type,
  };
};
