import type { RichText } from '@parley/client';
import MarkdownIt, { type Token } from 'markdown-it';

interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Node[];
}

const parser = new MarkdownIt({ html: false, breaks: true, linkify: false });

/** Nodes by the names that the parser has. */
const blocks: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  bullet_list: 'bulletList',
  ordered_list: 'orderedList',
  list_item: 'listItem',
  blockquote: 'blockquote',
  table: 'table',
  tr: 'tableRow',
  th: 'tableHeader',
  td: 'tableCell',
};

const marks: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike', link: 'link' };

/** Cells hold paragraphs; the parser has their text alone. */
const inCell = (type: string, content: Node[]): Node[] =>
  type === 'tableCell' || type === 'tableHeader' ? [{ type: 'paragraph', content }] : content;

const readInline = (tokens: readonly Token[]): Node[] => {
  const nodes: Node[] = [];
  const open: { type: string; attrs?: Record<string, unknown> }[] = [];
  const push = (node: Node, extra: Node['marks'] = []): void => {
    const all = [...open, ...extra];
    nodes.push({ ...node, ...(all.length > 0 && { marks: all }) });
  };
  for (const token of tokens) {
    const name = token.type.replace(/_(open|close)$/, '');
    const mark = marks[name];
    if (mark !== undefined && token.nesting === 1)
      open.push({ type: mark, ...(mark === 'link' && { attrs: { href: token.attrGet('href') } }) });
    else if (mark !== undefined) open.pop();
    else if (token.type === 'code_inline') push({ type: 'text', text: token.content }, [{ type: 'code' }]);
    else if (token.type === 'image')
      nodes.push({ type: 'image', attrs: { src: token.attrGet('src'), alt: token.content } });
    else if (token.type === 'softbreak' || token.type === 'hardbreak') nodes.push({ type: 'hardBreak' });
    else if (token.content !== '') push({ type: 'text', text: token.content });
  }
  return nodes;
};

const TASK = /^\[([ xX])\]\s?/;
const ALERT = /^\[!(NOTE|IMPORTANT|TIP|WARNING|CAUTION)\]$/;
const kinds: Readonly<Record<string, string>> = {
  NOTE: 'info',
  IMPORTANT: 'info',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
};

/** The first text of a block's first paragraph. */
const firstText = (node: Node): Node | undefined => {
  const first = node.content?.[0];
  return first?.type === 'paragraph' && first.content?.[0]?.type === 'text' ? first.content[0] : undefined;
};

/** A list of items that begin with `[ ]` or `[x]` is a task list. */
const asTasks = (list: Node): Node => {
  const items = list.content ?? [];
  if (items.length === 0 || !items.every((item) => TASK.test(firstText(item)?.text ?? ''))) return list;
  const content = items.map((item) => {
    const text = firstText(item) as Node;
    const checked = TASK.exec(text.text ?? '')?.[1] !== ' ';
    text.text = (text.text ?? '').replace(TASK, '');
    if (text.text === '') item.content?.[0]?.content?.shift();
    return { ...item, type: 'taskItem', attrs: { checked } };
  });
  return { type: 'taskList', content };
};

/** A quote that begins with a line `[!NOTE]` or the like is a callout. */
const asCallout = (quote: Node): Node => {
  const kind = ALERT.exec(firstText(quote)?.text ?? '')?.[1];
  if (kind === undefined) return quote;
  const [first, ...rest] = quote.content ?? [];
  const text = first?.content?.slice(2) ?? [];
  const content = text.length > 0 ? [{ type: 'paragraph', content: text }, ...rest] : rest;
  return { type: 'callout', attrs: { kind: kinds[kind] }, content };
};

const finish = (node: Node): Node =>
  node.type === 'bulletList' ? asTasks(node) : node.type === 'blockquote' ? asCallout(node) : node;

const createNode = (token: Token): Node | undefined => {
  const name = token.type.replace(/_open$/, '');
  if (name === 'heading')
    return { type: 'heading', attrs: { level: Number(token.tag.slice(1)) }, content: [] };
  const type = blocks[name];
  if (type === undefined) return undefined;
  const start = token.attrGet('start');
  return { type, ...(start !== null && { attrs: { start: Number(start) } }), content: [] };
};

/** Reads Markdown as rich text, by the grammar of the API (`libs/rich-text`): Markdown that the API answered comes back the same. */
export const readMarkdown = (markdown: string): RichText => {
  const doc: Node = { type: 'doc', content: [] };
  const open: Node[] = [doc];
  const add = (node: Node): void => void open.at(-1)?.content?.push(node);
  for (const token of parser.parse(markdown, {})) {
    if (token.nesting === 1) {
      const node = createNode(token);
      if (node) open.push(node);
    } else if (token.nesting === -1) {
      const name = token.type.replace(/_close$/, '');
      if (name === 'heading' || blocks[name] !== undefined) add(finish(open.pop() as Node));
    } else if (token.type === 'inline') {
      const parent = open.at(-1) as Node;
      parent.content?.push(...inCell(parent.type, readInline(token.children ?? [])));
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const language = token.info.trim().split(/\s/)[0];
      const text = token.content.replace(/\n$/, '');
      add({
        type: 'codeBlock',
        ...(language && { attrs: { language } }),
        content: text === '' ? [] : [{ type: 'text', text }],
      });
    } else if (token.type === 'hr') add({ type: 'horizontalRule' });
  }
  return doc as RichText;
};
