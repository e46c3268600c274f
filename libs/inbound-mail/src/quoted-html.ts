import { DomUtils } from 'htmlparser2';
import { type HtmlElement, type HtmlNode, isElement, collectText } from './html-tree';
import { beginsWithHeaders, isAttribution, isSeparator } from './mail-headers';
import { isForwarded, isInterleaved, type QuoteOptions } from './quoted-text';
import { withinTime } from './within-time';

/** Characters at the beginning of a quote that identify it. */
const BEGINNING = 500;

/** Milliseconds that may go into finding quotes; HTML that takes longer is kept whole. */
const TIME_LIMIT = 500;

/** Elements in which mail programs put what they quote. */
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
]);
const QUOTE_NAMES: ReadonlySet<string> = new Set(['quote', 'messagereplysection']);

/** Elements after which everything is quoted, at their level. */
const DIVIDER_IDS: ReadonlySet<string> = new Set([
  'appendonsend',
  'divrplyfwdmsg',
  'outlookmessageheader',
  'zwchr',
]);

/** The line above the headers of the answered mail, as Outlook draws it. */
const OUTLOOK_LINE = /border-top:\s*solid\s+#?(e1e1e1|b5c4df|c0c0c0)\b/i;
const HEADERS = /^\s*(From|Von|De|Van|Da|Fra|Från|Od|От|差出人|发件人|寄件者)\s*:/i;

/** Elements that may hold the headers of the answered mail. */
const BLOCKS: ReadonlySet<string> = new Set(['div', 'p', 'table', 'td', 'blockquote', 'span', 'font']);

const attribute = (element: HtmlElement, name: string): string => element.attribs[name] ?? '';

/** The id as its writer set it: Outlook puts `x_` before those of quotes. */
const readId = (element: HtmlElement): string =>
  attribute(element, 'id')
    .toLowerCase()
    .replace(/^(x_)+/, '');

const isMarkedQuote = (element: HtmlElement): boolean =>
  attribute(element, 'class')
    .split(/\s+/)
    .some((name) => QUOTE_CLASSES.has(name)) ||
  QUOTE_IDS.has(readId(element)) ||
  QUOTE_NAMES.has(attribute(element, 'name').toLowerCase()) ||
  (element.name === 'blockquote' && attribute(element, 'type').toLowerCase() === 'cite');

/** What of a mail is shown, in its order: words and pictures of its own, and quotes. */
type Piece = { isQuote: true; nodes: HtmlNode[] } | { isQuote: false; node: HtmlNode };

/** The element right before a quote that has only the line with its author, or a separator. */
const attributionBefore = (node: HtmlNode): HtmlNode | undefined => {
  let line: HtmlNode | undefined;
  let next: HtmlNode | null = node;
  while (next && !(isElement(next) && next.name === 'body')) {
    const text = collectText([next], BEGINNING);
    const isEnd = /[:：]$/.test(text) && !text.includes('\n');
    if (!isEnd && !isSeparator(text)) break;
    if (isAttribution(text) || isSeparator(text)) line = next;
    next = next.parent && isElement(next.parent) ? next.parent : null;
  }
  return line;
};

/** Whether a quote without a mark has, or follows, the line with its author. */
const isNamedQuote = (element: HtmlElement, before: Piece | undefined): boolean =>
  element.name === 'blockquote' &&
  (isAttribution(collectText([element], BEGINNING).split('\n', 1)[0] ?? '') ||
    (before !== undefined && !before.isQuote && attributionBefore(before.node) !== undefined));

const isDivider = (element: HtmlElement, { isAnswer }: QuoteOptions): boolean => {
  if (DIVIDER_IDS.has(readId(element))) return true;
  if (!BLOCKS.has(element.name)) return false;
  const text = collectText([element], BEGINNING);
  const isOutlook = OUTLOOK_LINE.test(attribute(element, 'style')) && HEADERS.test(text);
  return isOutlook || (isAnswer && beginsWithHeaders(text));
};

const showsSomething = (node: HtmlNode): boolean =>
  (isElement(node) && node.name === 'img') ||
  ('data' in node ? node.type === 'text' && node.data.trim() !== '' : false);

const hasContent = (node: HtmlNode): boolean =>
  showsSomething(node) || ('children' in node && node.children.some(hasContent));

/** A divider with all that follows it; when it is alone in its parent, all that follows that. */
const restFrom = (divider: HtmlNode): HtmlNode[] => {
  let node = divider;
  while (
    node.parent &&
    isElement(node.parent) &&
    !node.parent.children.some((child) => child !== node && hasContent(child))
  )
    node = node.parent;
  const rest: HtmlNode[] = [];
  for (let next: HtmlNode | null = node; next; next = next.next as HtmlNode | null) rest.push(next);
  return rest;
};

const cutPieces = (roots: readonly HtmlNode[], options: QuoteOptions): Piece[] => {
  const pieces: Piece[] = [];
  const done = new Set<HtmlNode>();
  const visit = (node: HtmlNode): void => {
    if (done.has(node)) return;
    const isQuote = isElement(node) && (isMarkedQuote(node) || isNamedQuote(node, pieces.at(-1)));
    if (isElement(node) && (isQuote || isDivider(node, options))) {
      const nodes = isQuote ? [node] : restFrom(node);
      nodes.forEach((quoted) => done.add(quoted));
      pieces.push({ isQuote: true, nodes });
      return;
    }
    if (showsSomething(node)) pieces.push({ isQuote: false, node });
    if ('children' in node) node.children.forEach(visit);
  };
  roots.forEach(visit);
  return pieces;
};

const isInside = (node: HtmlNode, nodes: ReadonlySet<HtmlNode>): boolean => {
  for (let next: HtmlNode | null = node; next; next = next.parent as HtmlNode | null)
    if (nodes.has(next)) return true;
  return false;
};

/** The nodes that quote; none for a mail that answers between quotes or hands one on, or that has nothing else. */
const findQuotes = (roots: readonly HtmlNode[], options: QuoteOptions): HtmlNode[] => {
  const pieces = cutPieces(roots, options);
  const first = pieces.findIndex(({ isQuote: quoted }) => quoted);
  if (first < 0 || isInterleaved(pieces.map(({ isQuote: quoted }) => quoted))) return [];
  const before = pieces[first - 1];
  const line = before && !before.isQuote ? attributionBefore(before.node) : undefined;
  const quotes = [...(line ? [line] : []), ...pieces.flatMap((piece) => (piece.isQuote ? piece.nodes : []))];
  if (isForwarded(collectText(quotes, BEGINNING))) return [];
  const cut = new Set(quotes);
  const isAnythingLeft = pieces.some((piece) => !piece.isQuote && !isInside(piece.node, cut));
  return isAnythingLeft ? quotes : [];
};

/**
 * Removes a mail's quotes from its HTML tree, by the marks that mail programs set, and answers them as text; undefined when nothing
 * was cut.
 */
export const cutQuotedHtml = (roots: HtmlNode[], options: QuoteOptions): string | undefined => {
  const quotes = withinTime(TIME_LIMIT, () => findQuotes(roots, options)) ?? [];
  if (quotes.length === 0) return undefined;
  const text = collectText(quotes);
  for (const quote of quotes) {
    const place = roots.indexOf(quote);
    if (place >= 0) roots.splice(place, 1);
    DomUtils.removeElement(quote);
  }
  return text;
};
