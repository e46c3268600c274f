import { DomHandler, DomUtils, Parser } from 'htmlparser2';

/** A node of a mail's HTML. */
export type HtmlNode = DomHandler['dom'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

/** Most elements that may be open at once: the cost of each grows with them, and so does the stack of every walk. */
const MAX_OPEN = 500;

/** How much is parsed at a time, so that parsing stops soon after it became too deep. */
const CHUNK = 65_536;

const NO_TEXT: ReadonlySet<string> = new Set(['style', 'script', 'title', 'head']);
const LINES: ReadonlySet<string> = new Set(
  'p div br li tr table blockquote pre h1 h2 h3 h4 h5 h6 hr ul ol section article header footer'.split(' '),
);

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

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
  return handler.dom;
};

/** The nodes as HTML. */
export const writeHtml = (nodes: readonly HtmlNode[]): string => DomUtils.getOuterHTML([...nodes]);

/** The text of nodes, with a line for each block; only its beginning when `most` characters do. */
export const collectText = (nodes: readonly HtmlNode[], most = Infinity): string => {
  const parts: string[] = [];
  let size = 0;
  const add = (part: string): void => {
    size += part.length;
    parts.push(part);
  };
  const collect = (node: HtmlNode): void => {
    if (size > most) return;
    if ('data' in node) return node.type === 'text' ? add(node.data.replaceAll(/\s+/g, ' ')) : undefined;
    if (!('children' in node) || (isElement(node) && NO_TEXT.has(node.name))) return;
    const isLine = isElement(node) && LINES.has(node.name);
    if (isLine) add('\n');
    for (const child of node.children) collect(child);
    if (isLine && node.name !== 'br') add('\n');
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
