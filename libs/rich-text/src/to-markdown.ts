import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import type { Node } from 'prosemirror-model';
import { trimEnd } from '@parley/text';
import type { RichText } from './document';
import { addressesIn } from './bare-address';
import { mentionText } from './mention';
import { IMAGE_BLOCK, schema } from './schema';
import { toNode } from './to-node';

type State = MarkdownSerializerState;
type Serialize = (state: State, node: Node, parent: Node, index: number) => void;

/**
 * Escapes what reads as markup; the library leaves out numbers with a bracket, lone numbers, underlines of headings, and an
 * underline beside another one.
 */
const escapeText = (state: State, text: string, startsLine: boolean): string => {
  const escaped = state.esc(text, startsLine).replace(/(?<=_)_|(?<=[A-Za-z0-9])_(?=\\?_)/g, '\\_');
  return startsLine
    ? escaped.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2').replace(/^[=+]/, '\\$&')
    : escaped;
};

/** Where a text stands: at the beginning of a line, and without a text of other marks before or after it. */
interface Place {
  startsLine: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** Escapes a text but for its addresses, which a reader takes as they are. */
const escapeAround = (state: State, node: Node, { startsLine, isFirst, isLast }: Place): string => {
  const text = node.text ?? '';
  const isLink = node.marks.some(({ type }) => type === schema.marks.link);
  let escaped = '';
  let end = 0;
  for (const { at, address } of isLink ? [] : addressesIn(text)) {
    escaped += escapeText(state, text.slice(end, at), startsLine && end === 0);
    end = at + address.length;
    // What follows at once would belong to the address, so that this one must not be read as one.
    const isWhole = (at > 0 || isFirst) && (end < text.length || isLast);
    escaped += isWhole ? address : escapeText(state, address, false).replace(':', '\\:');
  }
  return escaped + escapeText(state, text.slice(end), startsLine && end === 0);
};

/** Escapes number signs at the end of a heading, which would close it. */
const escapeClosing = (text: string): string => {
  const shown = trimEnd(text, '#');
  return shown === text ? text : `${shown}\\${text.slice(shown.length)}`;
};

const textNode: Serialize = (state, node, parent, index) => {
  const before = index > 0 ? parent.child(index - 1) : undefined;
  const inHeading = parent.type === schema.nodes.heading;
  const startsLine = !inHeading && (!before || before.type === schema.nodes.hardBreak);
  const isEnd = (other: Node | undefined): boolean => !other || other.type === schema.nodes.hardBreak;
  const text = escapeAround(state, node, {
    startsLine,
    isFirst: isEnd(before),
    isLast: node.marks.length === 0 && isEnd(parent.maybeChild(index + 1) ?? undefined),
  });
  state.text(inHeading && index === parent.childCount - 1 ? escapeClosing(text) : text, false);
};

/** A URL as a link's target: no white space, and brackets that do not end it. */
const target = (url: string): string =>
  url
    .trim()
    .replaceAll(/\s/g, encodeURIComponent)
    .replaceAll(/[\\()<>]|&(?=[a-z0-9#]+;)/gi, '\\$&');

const withTitle = (url: string, title: unknown): string =>
  typeof title === 'string' && title.trim() !== ''
    ? `${target(url)} "${title
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/["\\&]/g, '\\$&')}"`
    : target(url);

const image: Serialize = (state, node) => {
  const alt = String(node.attrs['alt'] ?? '').replaceAll(/\s+/g, ' ');
  state.write(`![${state.esc(alt)}](${withTitle(String(node.attrs['src']), node.attrs['title'])})`);
};

/** Lists that follow each other would join, so every second one has another marker. */
const alternates = (parent: Node, index: number): boolean => {
  const family =
    parent.child(index).type === schema.nodes.orderedList ? ['orderedList'] : ['bulletList', 'taskList'];
  let before = index;
  while (before > 0 && family.includes(parent.child(before - 1).type.name)) before -= 1;
  return (index - before) % 2 === 1;
};

/** Keeps a list from running into the paragraph before it: an empty first item or another number than 1 would. */
const separate = (state: State, node: Node, start: number): void => {
  const isFirstEmpty = node.firstChild?.firstChild?.childCount === 0;
  if (isFirstEmpty || start !== 1) state.write();
};

const bulletList: Serialize = (state, node, parent, index) => {
  separate(state, node, 1);
  const marker = alternates(parent, index) ? '*' : '-';
  state.renderList(node, '  ', (item) => {
    if (node.type !== schema.nodes.taskList) return `${marker} `;
    return node.child(item).attrs['checked'] ? `${marker} [x] ` : `${marker} [ ] `;
  });
};

const orderedList: Serialize = (state, node, parent, index) => {
  const start = Number(node.attrs['start'] ?? 1);
  const width = String(start + node.childCount - 1).length + 2;
  const end = alternates(parent, index) ? ')' : '.';
  separate(state, node, start);
  state.renderList(node, ' '.repeat(width), (item) => `${start + item}${end} `.padEnd(width));
};

/** Names of callouts in Markdown. */
const alerts: Readonly<Record<string, string>> = { info: 'NOTE', tip: 'TIP', warning: 'WARNING' };

const callout: Serialize = (state, node) =>
  state.wrapBlock('> ', null, node, () => {
    state.write(`[!${alerts[String(node.attrs['kind'])] ?? 'NOTE'}]`);
    state.closeBlock(node);
    state.renderContent(node);
  });

/** A line of text in a block of its own. */
const line: Serialize = (state, node) => {
  state.renderInline(node);
  state.closeBlock(node);
};

const codeBlock: Serialize = (state, node) => {
  const longest = Math.max(2, ...[...node.textContent.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  state.write(`${fence}${String(node.attrs['language'] ?? '')}\n`);
  state.text(node.textContent, false);
  state.write('\n');
  state.write(fence);
  state.closeBlock(node);
};

/** A cell is one line in Markdown: its blocks and line breaks become spaces. */
const cellText = (cell: Node): string =>
  serializer
    .serialize(cell, { tightLists: true })
    .split('\n')
    .map((line) => withoutBreak(line).trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/(?<!\\)\|/g, '\\|');

/** A line without the backslash that breaks it; two of them are an escaped one. */
const withoutBreak = (line: string): string =>
  (line.length - trimEnd(line, '\\').length) % 2 === 1 ? line.slice(0, -1) : line;

const table: Serialize = (state, node) => {
  const rows = node.children.map((row) => row.children.map(cellText));
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const line = (cells: string[]): string =>
    `| ${Array.from({ length: columns }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  const lines = [line(head), line(Array.from({ length: columns }, () => '---')), ...body.map(line)];
  state.text(lines.join('\n'), false);
  state.closeBlock(node);
};

const serializer = new MarkdownSerializer(
  {
    paragraph: line,
    callout,
    details: (state, node) => state.renderContent(node),
    detailsSummary: line,
    detailsContent: (state, node) => state.renderContent(node),
    figure: (state, node) => state.renderContent(node),
    figcaption: line,
    heading: (state, node) => {
      state.write(`${'#'.repeat(Number(node.attrs['level'] ?? 1))} `);
      state.renderInline(node, false);
      state.closeBlock(node);
    },
    bulletList,
    taskList: bulletList,
    orderedList,
    listItem: (state, node) => state.renderContent(node),
    taskItem: (state, node) => state.renderContent(node),
    blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
    codeBlock,
    horizontalRule: (state, node) => {
      state.write('---');
      state.closeBlock(node);
    },
    table,
    image,
    [IMAGE_BLOCK]: (state, node, parent, index) => {
      image(state, node, parent, index);
      state.closeBlock(node);
    },
    hardBreak: (state, _, parent) => state.write(parent.type === schema.nodes.heading ? ' ' : '\\\n'),
    mention: (state, node) => state.text(state.esc(mentionText(node.attrs)), false),
    text: textNode,
  },
  {
    bold: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    italic: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    underline: { open: '', close: '', mixable: true },
    link: {
      open: '[',
      close: (_, mark) => `](${withTitle(String(mark.attrs['href']), mark.attrs['title'])})`,
      mixable: true,
    },
    code: {
      open: (_, __, parent, index) => codeFence(parent.child(index), 'open'),
      close: (_, __, parent, index) => codeFence(parent.child(index - 1), 'close'),
      escape: false,
    },
  },
  // `<` and `&` start markup in other readers of Markdown, `|` separates cells.
  { hardBreakNodeName: 'hardBreak', escapeExtraCharacters: /[<&|]/g },
);

const codeFence = (node: Node, side: 'open' | 'close'): string => {
  const text = node.text ?? '';
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const isPadded = /^`|`$|^ .* $/.test(text);
  if (!isPadded) return ticks;
  return side === 'open' ? `${ticks} ` : ` ${ticks}`;
};

/**
 * Writes a document as Markdown (CommonMark with tables, strikethrough and task lists). Text is escaped, so that no
 * reader takes it for markup or HTML. Callouts are alerts as GitHub writes them. Markdown cannot carry underlines, alignment, sizes of
 * images and merged cells; mentions, accordions and captions become text; blocks in a table cell become one line.
 */
export const toMarkdown = (doc: RichText): string => serializer.serialize(toNode(doc), { tightLists: true });
