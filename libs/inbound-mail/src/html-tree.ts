import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { Element, Text } from 'domhandler';
import { isHiddenByStyle, keepSheetStyle, keepsLines } from './html-style';
import { readSheets, styleBySheets } from './style-sheets';

/** A node of a mail's HTML. */
export type HtmlNode = DomHandler['dom'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

/** Most elements that may be open at once: the cost of each grows with them, and so does the stack of every walk. */
const MAX_OPEN = 500;

/** How much is parsed at a time, so that parsing stops soon after it became too deep. */
const CHUNK = 65_536;

const NO_TEXT: ReadonlySet<string> = new Set(['style', 'script', 'title', 'head', 'template']);
const BLOCKS: ReadonlySet<string> = new Set(
  'p div br li tr table blockquote pre h1 h2 h3 h4 h5 h6 hr ul ol dl dt dd section article header footer center address form fieldset body html'.split(
    ' ',
  ),
);

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

/** Whether an element begins a line, and ends one. */
export const isBlock = ({ name }: HtmlElement): boolean => BLOCKS.has(name);

/** Whether nothing of an element is seen. */
export const showsNothing = (element: HtmlElement): boolean =>
  NO_TEXT.has(element.name) || isHiddenByStyle(element);

/** Text of HTML on one line. */
export const squeeze = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();

/** Texts of `pre` that end a line. */
const lineEnds = new WeakSet<HtmlNode>();

/** Whether a text ends the line that it is on. */
export const endsLine = (node: HtmlNode): boolean => lineEnds.has(node);

/** Gives each element the style of the mail's style sheets. */
const applySheets = (roots: readonly HtmlNode[]): void => {
  const styles = readSheets(roots);
  if (styles.size === 0) return;
  const visit = (node: HtmlNode): void => {
    if (!isElement(node)) return;
    const style = styleBySheets(styles, node);
    if (style !== '') keepSheetStyle(node, style);
    node.children.forEach(visit);
  };
  roots.forEach(visit);
};

/** Parses the HTML of a mail; undefined when it is nested too deeply to be worth it. */
export const parseHtml = (html: string): HtmlNode[] | undefined => {
  const handler = new DomHandler();
  let open = 0;
  let isTooDeep = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      open += 1;
      isTooDeep ||= open > MAX_OPEN;
      if (!isTooDeep) handler.onopentag(name, attributes);
    },
    onclosetag: () => {
      open -= 1;
      if (!isTooDeep) handler.onclosetag();
    },
    ontext: (text) => {
      if (!isTooDeep) handler.ontext(text);
    },
  });
  handler.onparserinit(parser);
  for (let start = 0; start < html.length && !isTooDeep; start += CHUNK) {
    parser.write(html.slice(start, start + CHUNK));
  }
  if (isTooDeep) return undefined;
  parser.end();
  handler.onend();
  applySheets(handler.dom);
  return handler.dom;
};

/** The nodes as HTML. */
export const writeHtml = (nodes: readonly HtmlNode[]): string => DomUtils.getOuterHTML([...nodes]);

/** Most line ends of texts that keep theirs: each becomes a node. */
const MAX_KEPT_LINES = 15_000;

/** The lines of a text as nodes: in `pre` with their line ends, elsewhere with a `br` between them. */
const splitText = (text: string, isPre: boolean): HtmlNode[] => {
  const parts = text.replaceAll(/\r\n?/g, '\n').split('\n');
  return parts.flatMap((part, index): HtmlNode[] => {
    const isLast = index === parts.length - 1;
    if (!isPre) {
      const shown = new Text(part.replaceAll(/ {2}/g, ' \u00a0').replaceAll('\t', '\u00a0\u00a0'));
      return isLast ? [shown] : [shown, new Element('br', {})];
    }
    const line = new Text(isLast ? part : `${part}\n`);
    if (!isLast) lineEnds.add(line);
    return part === '' && isLast ? [] : [line];
  });
};

const PREFORMATTED: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext']);

/** Makes lines of texts that keep their line ends, by `pre` or by a style. */
export const keepLines = (roots: HtmlNode[]): void => {
  let left = MAX_KEPT_LINES;
  const visit = (nodes: HtmlNode[], isKept: boolean, isPre: boolean): HtmlNode[] =>
    nodes.flatMap((node): HtmlNode[] => {
      if ('data' in node) {
        if (node.type !== 'text' || !isKept || !node.data.includes('\n')) return [node];
        const lines = splitText(node.data, isPre);
        left -= lines.length;
        return left < 0 ? [node] : lines;
      }
      if (!isElement(node)) return [node];
      const inPre = isPre || PREFORMATTED.has(node.name);
      node.children = visit(
        node.children,
        inPre || (keepsLines(node) ?? isKept),
        inPre,
      ) as typeof node.children;
      for (const child of node.children) child.parent = node;
      return [node];
    });
  roots.splice(0, roots.length, ...visit(roots, false, false));
};

/** The text of nodes, with a line for each block. */
export const collectText = (nodes: readonly HtmlNode[]): string => {
  const parts: string[] = [];
  const collect = (node: HtmlNode): void => {
    if ('data' in node) {
      if (node.type !== 'text') return;
      parts.push(node.data.replaceAll(/\s+/g, ' '));
      if (endsLine(node)) parts.push('\n');
      return;
    }
    if (!('children' in node) || (isElement(node) && NO_TEXT.has(node.name))) return;
    const isLine = isElement(node) && isBlock(node);
    if (isLine) parts.push('\n');
    for (const child of node.children) collect(child);
    if (isLine && node.name !== 'br') parts.push('\n');
  };
  for (const node of nodes) collect(node);
  return parts
    .join('')
    .replaceAll(/[ \u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

/** The text that HTML has where it is nested too deeply to be parsed: what stands between tags. */
export const roughText = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');
