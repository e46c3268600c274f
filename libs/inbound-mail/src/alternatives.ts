import { cleanLines, escapeHtml } from './clean-text';
import { type HtmlElement, type HtmlNode, isElement, keepLines, parseHtml, showsNothing } from './html-tree';
import type { BodyPart } from './mime-parts';

/** Pictures of one pixel notify senders that a mail was opened. */
export const isPixel = ({ attribs: { width, height } }: HtmlElement): boolean =>
  [width, height].some((size) => /^[01](px)?$/.test((size ?? '').trim()));

const textToTree = (text: string): HtmlNode[] =>
  parseHtml(`<div style="white-space: pre-wrap">${escapeHtml(cleanLines(text))}</div>`) ?? [];

const isShown = (node: HtmlNode, is: (node: HtmlNode) => boolean): boolean =>
  is(node) || (isElement(node) && !showsNothing(node) && node.children.some((child) => isShown(child, is)));

const isPicture = (node: HtmlNode): boolean =>
  isElement(node) && node.name === 'img' && (node.attribs['src'] ?? '') !== '' && !isPixel(node);
const isText = (node: HtmlNode): boolean =>
  'data' in node &&
  node.type === 'text' &&
  /[^\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u.test(node.data);

/** Letters of the words that nodes show, other than addresses of pages. */
const countShown = (nodes: readonly HtmlNode[]): number => {
  let count = 0;
  const visit = (node: HtmlNode): void => {
    if ('data' in node) count += node.type === 'text' ? countLetters(node.data) : 0;
    else if (isElement(node) && !showsNothing(node)) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return count;
};

const countLetters = (text: string): number => text.replaceAll(/https?:\/\/\S+|[^\p{L}\p{N}]+/gu, '').length;

/** Of how many letters of a text its HTML has one that misses words: a signature or the notice of a server alone. */
const MISSES = 4;

/** The visible content of a body: a tree of HTML, or text. */
type Shown = { tree: HtmlNode[] } | { text: string };

/**
 * The HTML of one part of a body, unless it shows no words, or few of those that the text has; then its text, with the rest that the
 * HTML shows. Undefined for HTML that is nested too deeply.
 */
const chooseAlternative = ({ html, text }: BodyPart): Shown | undefined => {
  if (html === undefined) return { text: text ?? '' };
  const tree = parseHtml(html);
  if (!tree) return undefined;
  if (text === undefined || text.trim() === '') return { tree };
  const hasWords = tree.some((node) => isShown(node, isText));
  if (hasWords && countShown(tree) * MISSES >= countLetters(text)) return { tree };
  const isBoth = hasWords || tree.some((node) => isShown(node, isPicture));
  return isBoth ? { tree: [...textToTree(text), ...tree] } : { text };
};

/** The parts of a body as one tree, or as text when none of them is HTML; undefined for HTML that is nested too deeply. */
export const joinBodies = (bodies: readonly BodyPart[]): Shown | undefined => {
  const chosen = bodies.flatMap((part) => chooseAlternative(part) ?? []);
  if (chosen.length < bodies.length) return undefined;
  const texts = chosen.flatMap((part) => ('text' in part ? [part.text] : []));
  if (texts.length === chosen.length) return { text: cleanLines(texts.join('\n')) };
  const tree = chosen.flatMap((part) => ('text' in part ? textToTree(part.text) : part.tree));
  keepLines(tree);
  return { tree };
};
