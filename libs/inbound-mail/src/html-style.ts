import type { HtmlElement } from './html-tree';

/** Longest style that is read. */
const MAX_STYLE = 2_000;

const readStyle = ({ attribs }: HtmlElement): string =>
  (attribs['style'] ?? '').slice(0, MAX_STYLE).toLowerCase();

const readProperty = (style: string, name: string): string | undefined =>
  style
    .split(';')
    .map((part) => part.split(':'))
    .findLast(([key = '']) => key.trim() === name)?.[1]
    ?.trim();

/** Styles of words that only the list of a mailbox shows. */
const HIDING: readonly (readonly [string, RegExp])[] = [
  ['display', /^none/],
  ['visibility', /^hidden/],
  ['mso-hide', /^all/],
  ['font-size', /^0(?:px|pt|em|%)?(?:\s|$)/],
  ['max-height', /^0(?:px)?(?:\s|$)/],
  ['opacity', /^0(?:\.0+)?(?:\s|$)/],
];

/** Whether a style says that nothing of an element is seen. */
export const isHiddenByStyle = (element: HtmlElement): boolean => {
  if (element.attribs['hidden'] !== undefined) return true;
  const style = readStyle(element);
  return style !== '' && HIDING.some(([name, value]) => value.test(readProperty(style, name) ?? ''));
};

/** Whether a style keeps the line ends of a text; undefined when it says nothing of them. */
export const keepsLines = (element: HtmlElement): boolean | undefined => {
  const style = readStyle(element);
  if (!style.includes('white-space')) return undefined;
  const value = readProperty(style, 'white-space');
  return value === undefined ? undefined : /^(?:pre|break-spaces)/.test(value);
};

const NAMED =
  /^(?:red|blue|green|lime|purple|magenta|fuchsia|orange|orangered|darkorange|yellow|teal|aqua|cyan|maroon|brown|crimson|darkred|darkblue|darkgreen|mediumblue|navy|violet|pink|hotpink|deeppink|olive|gold)\b/;
/** How far apart red, green and blue of a colour are that is no shade of grey. */
const MIN_SATURATION = 100;

const readRgb = (value: string): number[] => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16));
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value);
  if (long) return long.slice(1).map((digits) => Number.parseInt(digits, 16));
  const called = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(value);
  return called ? called.slice(1).map(Number) : [0, 0, 0];
};

const isColour = (value: string | undefined): boolean => {
  if (value === undefined) return false;
  if (NAMED.test(value)) return true;
  const rgb = readRgb(value);
  return Math.max(...rgb) - Math.min(...rgb) >= MIN_SATURATION;
};

/** Whether an element colours or highlights its text; undefined when it says nothing of it. */
export const readColour = (element: HtmlElement): boolean | undefined => {
  const style = readStyle(element);
  const colour = readProperty(style, 'color') ?? element.attribs['color']?.toLowerCase().trim();
  const ground =
    readProperty(style, 'mso-highlight') ??
    readProperty(style, 'background-color') ??
    readProperty(style, 'background');
  if (colour === undefined && ground === undefined && element.name !== 'mark') return undefined;
  return element.name === 'mark' || isColour(colour) || isColour(ground);
};
