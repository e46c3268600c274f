import { readColour } from './html-style';
import {
  endsLine,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  showsNothing,
  squeeze,
} from './html-tree';
import { isAttribution, mayAttribute } from './attribution';
import type { MailLine } from './history';
import { headersAt, isForwardedLine, isFromLine, isOriginalLine } from './mail-headers';
import { parseLine } from './quoted-text';

/** A line of HTML with the nodes that it is made of. */
export interface HtmlLine extends MailLine {
  nodes: HtmlNode[];
}

/** Elements in which mail programs put what they quote, with the line that names its author. */
const QUOTE_CLASSES: ReadonlySet<string> = new Set([
  'gmail_quote',
  'gmail_quote_container',
  'yahoo_quoted',
  'yahoo-quoted-begin',
  'iosymail',
  'protonmail_quote',
  'tutanota_quote',
  'zmail_extra',
  'moz-cite-prefix',
  'front-blockquote',
]);
const QUOTE_IDS: ReadonlySet<string> = new Set([
  'mail-editor-reference-message-container',
  'reply-intro',
  'isreplycontent',
  'olk_src_body_section',
]);
const QUOTE_NAMES: ReadonlySet<string> = new Set(['quote', 'messagereplysection']);

/** Elements after which everything is quoted, at their level. */
const DIVIDER_IDS: ReadonlySet<string> = new Set([
  'appendonsend',
  'divrplyfwdmsg',
  'outlookmessageheader',
  'zwchr',
  'stopspelling',
]);
/** The line above the headers of the answered mail, as Outlook draws it. */
const OUTLOOK_LINE = /border-top:\s*solid\s+(?:#?[0-9a-f]{6}|windowtext)/i;

/** Lines among which a quote names its author. */
const BEGINNING = 6;
/** A header of any language, and how many of them are below a dividing line of a program. */
const LABELLED = /^[\p{L}\p{M} ]{1,30}[:：]\s?\S/u;
const LABELS = 3;

const attribute = (element: HtmlElement, name: string): string => element.attribs[name] ?? '';

/** The id as its writer set it: Outlook puts `x_` before those of quotes. */
const readId = (element: HtmlElement): string =>
  attribute(element, 'id')
    .toLowerCase()
    .replace(/^(x_)+/, '');

/** Whether a mail program says of an element that it quotes; a blockquote of Gmail may be a person's. */
const isMarked = (element: HtmlElement): boolean => {
  if (element.name === 'blockquote' && attribute(element, 'type').toLowerCase() === 'cite') return true;
  const classes = attribute(element, 'class').split(/\s+/);
  const isNamed =
    classes.some((name) => QUOTE_CLASSES.has(name.replace(/^(x_)+/, ''))) ||
    QUOTE_IDS.has(readId(element)) ||
    QUOTE_NAMES.has(attribute(element, 'name').toLowerCase());
  return isNamed && !(element.name === 'blockquote' && classes.includes('gmail_quote'));
};

const isDivider = (element: HtmlElement): boolean =>
  DIVIDER_IDS.has(readId(element)) || OUTLOOK_LINE.test(attribute(element, 'style'));

/** Collects the lines of a tree, in their order. */
const collectLines = (roots: readonly HtmlNode[]) => {
  const lines: HtmlLine[] = [];
  /** Marked elements and dividers, by the lines that they have. */
  const marked: { element: HtmlElement; start: number; end: number }[] = [];
  const dividers: { element: HtmlElement; start: number }[] = [];
  const ends = new Map<HtmlNode, number>();
  let line: HtmlLine | undefined;
  const endLine = (): void => {
    if (!line) return;
    line.text = squeeze(line.text);
    lines.push(line);
    line = undefined;
  };
  const add = (node: HtmlNode, text: string, depth: number, isColoured: boolean): void => {
    line ??= { text: '', depth, nodes: [] };
    line.text += text;
    if (isColoured && text.trim() !== '') line.isColoured = true;
    line.nodes.push(node);
  };
  /** Links have colours by themselves: within them no colour counts. */
  const visit = (node: HtmlNode, depth: number, isColoured: boolean | 'never'): void => {
    if ('data' in node) {
      if (node.type === 'text') add(node, node.data, depth, isColoured === true);
      if (endsLine(node)) endLine();
      return;
    }
    if (!isElement(node)) return;
    // It belongs to a line all the same, so that it is cut with it.
    if (showsNothing(node)) return add(node, '', depth, false);
    if (node.name === 'br') {
      add(node, '', depth, false);
      return endLine();
    }
    if (node.name === 'img') return add(node, '\ufffc', depth, false);
    const isLine = isBlock(node);
    if (isLine) endLine();
    if (node.name === 'hr') {
      add(node, '________________', depth, false);
      endLine();
    }
    const start = lines.length;
    const inner = node.name === 'blockquote' ? depth + 1 : depth;
    const isLink = node.name === 'a' || isColoured === 'never';
    const colour = isLink ? 'never' : (readColour(node) ?? isColoured);
    for (const child of node.children) visit(child, inner, colour);
    if (isLine) endLine();
    const end = lines.length + (line ? 1 : 0);
    ends.set(node, end);
    if (isMarked(node)) marked.push({ element: node, start, end });
    if (isDivider(node)) dividers.push({ element: node, start });
  };
  for (const root of roots) visit(root, 0, false);
  endLine();
  return { lines, marked, dividers, ends };
};

/** The first lines that say something. */
const beginningOf = (lines: readonly HtmlLine[], start: number, end: number): string[] => {
  const first: string[] = [];
  for (let index = start; index < end && first.length < BEGINNING; index += 1) {
    const text = lines[index]?.text ?? '';
    if (text !== '') first.push(text);
  }
  return first;
};

const beginsAsHistory = (lines: readonly HtmlLine[], start: number, end: number): boolean => {
  const first = beginningOf(lines, start, end);
  return first.some(
    (text, index) =>
      isFromLine(text) ||
      isOriginalLine(text) ||
      isForwardedLine(text) ||
      isAttribution(first.slice(0, index + 1).join(' ')) ||
      isAttribution(text) ||
      mayAttribute(text),
  );
};

const hasContent = (node: HtmlNode): boolean =>
  isElement(node) || ('data' in node && node.type === 'text' && node.data.trim() !== '');

/** Where the level of a divider ends, in lines: the level of the outermost element that it is alone in. */
const endOfLevel = (divider: HtmlElement, ends: ReadonlyMap<HtmlNode, number>, all: number): number => {
  let node: HtmlNode = divider;
  while (node.parent && isElement(node.parent) && node.parent.children.filter(hasContent).length < 2)
    node = node.parent;
  return (node.parent && ends.get(node.parent)) ?? all;
};

/** Whether history follows a divider. A line above something is no divider by itself: persons draw lines too. */
const divides = (
  lines: readonly HtmlLine[],
  divider: HtmlElement,
  start: number,
  ends: ReadonlyMap<HtmlNode, number>,
): boolean => {
  const end = endOfLevel(divider, ends, lines.length);
  const first = beginningOf(lines, start, end);
  if (!DIVIDER_IDS.has(readId(divider))) return headersAt(first, 0, true) !== undefined;
  return beginsAsHistory(lines, start, end) || first.filter((line) => LABELLED.test(line)).length >= LABELS;
};

/**
 * The lines of HTML, with what mail programs say about them: quoting elements that begin with the author of a quote, and what follows
 * a dividing line. In an element that has a blockquote, what follows the blockquote is no part of the quote.
 */
export const readLines = (roots: readonly HtmlNode[]): HtmlLine[] => {
  const { lines, marked, dividers, ends } = collectLines(roots);
  for (const { element, start, end } of marked) {
    const isCite = element.name === 'blockquote';
    if (!isCite && !beginsAsHistory(lines, start, end)) continue;
    let isBefore = true;
    const hasQuote = !isCite && lines.slice(start, end).some(({ depth }) => depth > 0);
    for (const line of lines.slice(start, end)) {
      isBefore &&= !hasQuote || line.depth === 0;
      if (!isBefore && line.depth === 0) continue;
      line.isMarked = true;
      if (!isCite) line.isNamed = true;
    }
  }
  const divider = dividers.find(({ element, start }) => divides(lines, element, start, ends));
  if (divider) {
    const end = endOfLevel(divider.element, ends, lines.length);
    for (const line of lines.slice(divider.start, end)) line.isDivided = true;
  }
  for (const line of lines) {
    const { depth, text } = parseLine(line.text);
    line.depth += depth;
    line.text = text;
  }
  return lines;
};
