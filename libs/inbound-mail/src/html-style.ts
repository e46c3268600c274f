import type { HtmlElement } from './html-tree';

/** Longest style that is read. */
const MAX_STYLE = 2_000;

/** Styles of elements by the style sheets of their mail. */
const bySheets = new WeakMap<HtmlElement, string>();

/** Keeps the style of an element by the style sheets of its mail. */
export const keepSheetStyle = (element: HtmlElement, style: string): void => {
  bySheets.set(element, style);
};

/** The style of an element: its own wins over that of the sheets. */
const readStyle = (element: HtmlElement): string => {
  const own = (element.attribs['style'] ?? '').slice(0, MAX_STYLE).toLowerCase();
  const sheet = bySheets.get(element);
  return sheet === undefined ? own : `${sheet};${own}`;
};

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
  const value = readProperty(style, 'white-space') ?? readProperty(style, 'white-space-collapse');
  return value === undefined ? undefined : /^(?:pre|break-spaces)/.test(value);
};

const NAMED =
  /^(?:red|blue|green|lime|purple|magenta|fuchsia|orange|orangered|darkorange|yellow|teal|aqua|cyan|maroon|brown|crimson|darkred|darkblue|darkgreen|mediumblue|navy|violet|pink|hotpink|deeppink|olive|gold)\b/;
/** How far apart red, green and blue are of a colour that is no shade of grey; a ground that highlights is paler than a text. */
const MIN_SATURATION = 100;
const MIN_GROUND_SATURATION = 45;
/** From which saturation, in percent, `hsl()` is a colour. */
const MIN_HSL_SATURATION = 40;

const readRgb = (value: string): number[] => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16));
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value);
  if (long) return long.slice(1).map((digits) => Number.parseInt(digits, 16));
  const called = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(value);
  return called ? called.slice(1).map(Number) : [0, 0, 0];
};

const isColour = (value: string | undefined, least = MIN_SATURATION): boolean => {
  if (value === undefined) return false;
  if (NAMED.test(value)) return true;
  const saturation = /^hsla?\([^,\s]{1,10}[\s,]+(\d{1,3})/.exec(value)?.[1];
  if (saturation !== undefined) return Number(saturation) >= MIN_HSL_SATURATION;
  const rgb = readRgb(value);
  return Math.max(...rgb) - Math.min(...rgb) >= least;
};

/** Elements that mark their text by themselves. */
const MARKS: ReadonlySet<string> = new Set(['mark', 'ins']);

/** Whether an element colours or highlights its text; undefined when it says nothing of it. */
export const readColour = (element: HtmlElement): boolean | undefined => {
  const style = readStyle(element);
  const colour = readProperty(style, 'color') ?? element.attribs['color']?.toLowerCase().trim();
  const ground =
    readProperty(style, 'mso-highlight') ??
    readProperty(style, 'background-color') ??
    readProperty(style, 'background') ??
    element.attribs['bgcolor']?.toLowerCase().trim();
  if (MARKS.has(element.name)) return true;
  if (colour === undefined && ground === undefined) return undefined;
  return isColour(colour) || isColour(ground, MIN_GROUND_SATURATION);
};
