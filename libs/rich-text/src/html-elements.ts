import type { RichTextMark, RichTextNode } from './document';

/** Attributes of an element as the parser gives them. */
export type ElementAttributes = Record<string, string>;

/** Elements without text of the document. */
const skipped = new Set(
  (
    'script style title template noscript noembed noframes iframe frame frameset object embed applet svg math ' +
    'textarea select option audio video canvas dialog datalist'
  ).split(' '),
);

/** Elements that end the paragraph before them and after them. */
const boundaries = new Set(
  (
    'html body div section article header footer main nav aside address figure figcaption center form fieldset ' +
    'legend details summary dl dt dd caption thead tbody tfoot'
  ).split(' '),
);

const marks: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Whether an element is removed with its content: code, foreign content, form data, hidden content. */
export const isSkipped = (tag: string, attrs: ElementAttributes): boolean =>
  skipped.has(tag) || 'hidden' in attrs || /display\s*:\s*none/i.test(attrs['style'] ?? '');

/** Whether an element separates paragraphs without being a node itself. */
export const isBoundary = (tag: string): boolean => boundaries.has(tag);

/** The mark an element puts on its text. */
export const toMark = (tag: string, attrs: ElementAttributes): RichTextMark | undefined => {
  if (tag === 'a') {
    const { href, title } = attrs;
    return href === undefined ? undefined : { type: 'link', attrs: { href, ...(title && { title }) } };
  }
  const type = Object.hasOwn(marks, tag) ? marks[tag] : undefined;
  return type === undefined ? undefined : { type };
};

const withAttributes = (type: string, attrs: Record<string, unknown>): RichTextNode => {
  const given = Object.entries(attrs).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { type, attrs: Object.fromEntries(given) } : { type };
};

const aligned = ({ style = '', align = '' }: ElementAttributes): Record<string, unknown> => ({
  textAlign: (
    /text-align\s*:\s*(left|center|right|justify)/i.exec(style)?.[1] ??
    (align || undefined)
  )?.toLowerCase(),
});

const numeric = (value: string | undefined): number | undefined => (value ? Number(value) : undefined);

const cell = (type: string, { colspan, rowspan }: ElementAttributes): RichTextNode =>
  withAttributes(type, { colspan: numeric(colspan), rowspan: numeric(rowspan) });

/**
 * A callout, an accordion or a figure, as this library writes them. The same elements of other HTML, such as mails, are boundaries, because
 * the programs that show messages may know neither.
 */
const toOwnContainer = (
  tag: string,
  attrs: ElementAttributes,
  parent: RichTextNode,
): RichTextNode | undefined => {
  const type = attrs['data-type'];
  if (tag === 'aside' && type === 'callout') return withAttributes('callout', { kind: attrs['data-kind'] });
  if (tag === 'details' && type === 'details') return { type };
  if (tag === 'figure' && type === 'figure') return { type };
  // A second summary, or one behind a text, is a text too.
  if (tag === 'summary' && parent.type === 'details' && !parent.content) return { type: 'detailsSummary' };
  if (tag === 'div' && type === 'detailsContent' && parent.type === 'details') return { type };
  return tag === 'figcaption' && parent.type === 'figure' ? { type: tag } : undefined;
};

/** The node with content that an element stands for, inside `parent`; values are checked by the normaliser. */
export const toContainer = (
  tag: string,
  attrs: ElementAttributes,
  parent: RichTextNode,
): RichTextNode | undefined => {
  switch (tag) {
    case 'p':
      return withAttributes('paragraph', aligned(attrs));
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return withAttributes('heading', { level: Number(tag[1]), ...aligned(attrs) });
    case 'pre':
      return { type: 'codeBlock' };
    case 'blockquote':
      return { type: 'blockquote' };
    case 'ul':
    case 'menu':
      return { type: attrs['data-type'] === 'taskList' ? 'taskList' : 'bulletList' };
    case 'ol':
      return withAttributes('orderedList', { start: numeric(attrs['start']), type: attrs['type'] });
    case 'li':
      return parent.type === 'taskList'
        ? { type: 'taskItem', attrs: { checked: attrs['data-checked'] === 'true' } }
        : { type: 'listItem' };
    case 'aside':
    case 'details':
    case 'summary':
    case 'div':
    case 'figure':
    case 'figcaption':
      return toOwnContainer(tag, attrs, parent);
    case 'table':
      return { type: 'table' };
    case 'tr':
      return { type: 'tableRow' };
    case 'td':
      return cell('tableCell', attrs);
    case 'th':
      return cell('tableHeader', attrs);
    default:
      return undefined;
  }
};

/** The image an element stands for; an image without alternative text has no `alt`. */
export const toImage = ({ src, alt, title, width, height }: ElementAttributes): RichTextNode =>
  withAttributes('image', { src, alt: alt || undefined, title, width, height });

/** The mention an element stands for. */
export const toMention = (tag: string, attrs: ElementAttributes): RichTextNode | undefined =>
  tag === 'span' && attrs['data-type'] === 'mention'
    ? withAttributes('mention', {
        id: attrs['data-id'],
        label: attrs['data-label'],
        mentionSuggestionChar: attrs['data-mention-suggestion-char'],
      })
    : undefined;
