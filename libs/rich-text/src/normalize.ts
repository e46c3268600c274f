import { invalid, tooLarge } from '@parley/errors';
import { isObject } from '@parley/json';
import type { NodeType } from 'prosemirror-model';
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

/** Where the walk is: the field and the way from it. */
type Path = (string | number)[];

const fail = (path: Path, message: string, ...rest: Path): never => {
  throw invalid({ field: [...path, ...rest].join('.'), message });
};

type Source = Record<string, unknown> & { type: string };

const requireSource = (value: unknown, path: Path, ...rest: Path): Source => {
  if (!isObject(value)) return fail(path, 'must be an object', ...rest);
  if (typeof value['type'] !== 'string') return fail(path, 'must be a string', ...rest, 'type');
  return value as Source;
};

const requireClean = (text: string, path: Path, ...rest: Path): void => {
  if (text.includes('\0')) fail(path, 'must not contain NUL', ...rest);
  if (!text.isWellFormed()) fail(path, 'must be valid Unicode', ...rest);
};

const isKnownKey = (key: string): boolean =>
  key === 'type' || key === 'attrs' || key === 'content' || key === 'marks' || key === 'text';

const normalizeAttributes = (
  source: Source,
  rules: Parameters<typeof keepAllowed>[0],
  path: Path,
  ...rest: Path
): Record<string, unknown> | undefined => {
  const { attrs } = source;
  if (attrs === undefined || attrs === null) return undefined;
  if (!isObject(attrs)) return fail(path, 'must be an object', ...rest, 'attrs');
  const kept = keepAllowed(rules, attrs);
  for (const name in kept) {
    const value = kept[name];
    if (typeof value === 'string') requireClean(value, path, ...rest, 'attrs', name);
  }
  return kept;
};

const normalizeMark = (value: unknown, path: Path, index: number): RichTextMark | undefined => {
  const source = requireSource(value, path, 'marks', index);
  if (!Object.hasOwn(schema.marks, source.type)) return undefined;
  const rules = markAttributes.get(source.type);
  const attrs = normalizeAttributes(source, rules, path, 'marks', index);
  if (!hasRequired(rules, attrs)) return undefined;
  if (source['attrs'] === attrs && Object.keys(source).length === (attrs ? 2 : 1)) return source;
  return { type: source.type, ...(attrs && { attrs }) };
};

const normalizeMarks = (
  source: Source,
  type: NodeType,
  parent: NodeType,
  path: Path,
): RichTextMark[] | undefined => {
  const { marks } = source;
  if (marks === undefined || marks === null) return undefined;
  if (!Array.isArray(marks)) return fail(path, 'must be an array', 'marks');
  const kept: RichTextMark[] = [];
  for (const [index, value] of marks.entries()) {
    const mark = normalizeMark(value, path, index);
    if (mark && !kept.some((other) => other.type === mark.type)) kept.push(mark);
  }
  if (!type.isInline || parent.spec.code) return undefined;
  const same = kept.length === marks.length && kept.every((mark, index) => mark === marks[index]);
  if (same) return marks as RichTextMark[];
  return kept.length > 0 ? kept : undefined;
};

const normalizeText = (source: Source, parent: NodeType, path: Path): Child | undefined => {
  const { text } = source;
  if (typeof text !== 'string') return fail(path, 'must be a string', 'text');
  requireClean(text, path, 'text');
  const type = schema.nodes.text;
  const marks = normalizeMarks(source, type, parent, path);
  if (text === '') return undefined;
  const same = source['marks'] === marks && Object.keys(source).length === (marks ? 3 : 2);
  return { node: same ? source : { type: 'text', text, ...(marks && { marks }) }, type };
};

/** The children that stay, and the given array when all of them stay as they are. */
const collectChildren = (
  source: Source,
  type: NodeType,
  path: Path,
  depth: number,
): { children: Child[]; unchanged: RichTextNode[] | undefined } => {
  const content = source['content'] ?? undefined;
  if (content === undefined) return { children: [], unchanged: undefined };
  if (!Array.isArray(content)) return fail(path, 'must be an array', 'content');
  if (type.isLeaf) return { children: [], unchanged: undefined };
  const children: Child[] = [];
  let same = true;
  path.push('content', 0);
  for (const [index, value] of content.entries()) {
    path[path.length - 1] = index;
    const child = normalizeNode(value, type, path, depth + 1);
    if (child) children.push(child);
    if (child?.node !== value) same = false;
  }
  path.length -= 2;
  return { children, unchanged: same ? (content as RichTextNode[]) : undefined };
};

const fit = (
  type: NodeType,
  children: Child[],
  unchanged: RichTextNode[] | undefined,
  path: Path,
): RichTextNode[] | undefined => {
  if (children.length === 0 && type.contentMatch.validEnd) return unchanged;
  const fitted = fitChildren(type, children, unchanged);
  if ('misfit' in fitted)
    return fail(path, `a ${type.name} cannot contain a ${fitted.misfit.node.type}`, 'content');
  return fitted.content;
};

/** Containers that show nothing without content; an empty item or cell has its place. */
const removedWhenEmpty = new Set([
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'table',
  'callout',
  'details',
  'figure',
]);

const normalizeNode = (value: unknown, parent: NodeType, path: Path, depth: number): Child | undefined => {
  if (depth > MAX_RICH_TEXT_DEPTH) return fail(path, `is nested deeper than ${MAX_RICH_TEXT_DEPTH} levels`);
  const source = requireSource(value, path);
  const type = nodeTypeIn(parent, source.type);
  if (!type) return undefined;
  if (type.isText) return normalizeText(source, parent, path);
  // A line break in code is a character.
  if (source.type === 'hardBreak' && parent.spec.code) {
    return { node: { type: 'text', text: '\n' }, type: schema.nodes.text };
  }
  const rules = nodeAttributes.get(source.type);
  const attrs = normalizeAttributes(source, rules, path);
  const marks = normalizeMarks(source, type, parent, path);
  const { children, unchanged } = collectChildren(source, type, path, depth);
  if (!hasRequired(rules, attrs)) return undefined;
  if (children.length === 0 && removedWhenEmpty.has(type.name)) return undefined;
  const content = fit(type, children, unchanged, path);
  const same =
    source['attrs'] === attrs &&
    source['marks'] === marks &&
    source['content'] === content &&
    source['text'] === undefined &&
    Object.keys(source).every(isKnownKey);
  if (same) return { node: source, type };
  return {
    node: {
      type: source.type,
      ...(attrs && { attrs }),
      ...(content && { content }),
      ...(marks && { marks }),
    },
    type,
  };
};

const isTooDeep = (node: RichTextNode, levels: number): boolean =>
  levels < 0 || (node.content ?? []).some((child) => isTooDeep(child, levels - 1));

const requireSize = (value: unknown, field: string, maxBytes: number): void => {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    // The serialiser of the engine gives up on values that are nested thousands of levels deep.
    fail([field], 'is not JSON or is nested too deeply');
  }
  if (json === undefined) fail([field], 'must be text or a rich-text document');
  else if (Buffer.byteLength(json) > maxBytes) {
    throw tooLarge(`${field} may have at most ${maxBytes} bytes of JSON.`);
  }
};

/** Checks a document that was built or repaired here; repairs add wrappers. */
export const requireLimits = (
  doc: RichText,
  field: string,
  maxBytes: number = MAX_RICH_TEXT_BYTES,
): RichText => {
  if (isTooDeep(doc, MAX_RICH_TEXT_DEPTH))
    fail([field], `is nested deeper than ${MAX_RICH_TEXT_DEPTH} levels`);
  requireSize(doc, field, maxBytes);
  return doc;
};

/** The text of an input that is no document: a plain string, or a `text` with a string as `content`. */
const readPlainText = (input: unknown): string | undefined => {
  if (typeof input === 'string') return input;
  if (!isObject(input) || input['type'] !== 'text' || 'text' in input) return undefined;
  return typeof input['content'] === 'string' ? input['content'] : undefined;
};

/**
 * Brings a comment or a content into one form: a document with known nodes, marks and attributes only. Takes a document,
 * a single node, or a plain string (which is text and never markup), also as `{ type: 'text', content }`. A document that is already in that form is answered
 * as it is, the same object. Unknown nodes are removed with their content, unknown marks and attributes alone. A link
 * other than http, https, mailto or tel is removed and its text stays; an image other than http or https is removed.
 * The rules are in docs/rules/tickets.md.
 *
 * @param field Public path of the value, for messages.
 * @param maxBytes Most bytes of JSON, `MAX_RICH_TEXT_BYTES` unless a kind of content may have more.
 * @throws DomainError `tooLarge` over `maxBytes`; `invalid`, naming the place, for wrong shapes, NUL, lone
 * surrogates and more than `MAX_RICH_TEXT_DEPTH` levels.
 */
export const normalizeRichText = (
  input: unknown,
  field: string,
  maxBytes: number = MAX_RICH_TEXT_BYTES,
): RichText => {
  requireSize(input, field, maxBytes);
  const plain = readPlainText(input);
  if (plain !== undefined) {
    requireClean(plain, [field]);
    return requireLimits(textToDocument(plain), field, maxBytes);
  }
  if (!isObject(input)) return fail([field], 'must be text or a rich-text document');
  const child = normalizeNode(input, schema.nodes.doc, [field], 0);
  if (child?.type === schema.nodes.doc) {
    const doc = child.node as RichText;
    return Object.is(doc, input) ? doc : requireLimits(doc, field, maxBytes);
  }
  const content = fit(schema.nodes.doc, child ? [child] : [], undefined, [field]) ?? [];
  return requireLimits({ type: 'doc', content }, field, maxBytes);
};
