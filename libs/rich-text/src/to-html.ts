import { hasRequired, keepAllowed, markAttributes, nodeAttributes } from './attributes';
import { MAX_RICH_TEXT_DEPTH, type RichText, type RichTextMark, type RichTextNode } from './document';
import { escapeHtml, htmlAttributes } from './escape-html';
import { mentionText } from './mention';

type Attributes = Record<string, unknown>;

const markTags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  link: 'a',
};

const openMark = ({ type, attrs = {} }: RichTextMark): string => {
  if (type !== 'link') return `<${markTags[type]}>`;
  const { href, title } = attrs;
  return `<a${htmlAttributes({ href, title, target: '_blank', rel: 'noopener noreferrer nofollow' })}>`;
};

const closeMark = ({ type }: RichTextMark): string => `</${markTags[type]}>`;

/** The marks to write; marks that were never normalised are checked here. */
const writableMarks = (marks: RichTextMark[] = []): RichTextMark[] =>
  marks.flatMap(({ type, attrs }) => {
    if (!Object.hasOwn(markTags, type)) return [];
    const rules = markAttributes.get(type);
    const kept = attrs && keepAllowed(rules, attrs);
    return hasRequired(rules, kept) ? [{ type, ...(kept && { attrs: kept }) }] : [];
  });

const sameMark = (one: RichTextMark, other: RichTextMark | undefined): boolean =>
  one.type === other?.type && openMark(one) === openMark(other);

const align = ({ textAlign }: Attributes): Attributes => ({
  style: textAlign && `text-align:${String(textAlign)}`,
});

const cell = ({ colspan, rowspan }: Attributes): Attributes => ({ colspan, rowspan });

const image = ({ src, alt, title, width, height }: Attributes): string =>
  `<img${htmlAttributes({ src, alt: alt ?? '', title, width, height })}>`;

type Render = (attrs: Attributes, inner: string) => string;

const wrap =
  (tag: string, attributes: (attrs: Attributes) => Attributes = () => ({})): Render =>
  (attrs, inner) =>
    `<${tag}${htmlAttributes(attributes(attrs))}>${inner}</${tag}>`;

const renderers: Record<string, Render> = {
  paragraph: wrap('p', align),
  heading: (attrs, inner) => wrap(`h${String(attrs['level'] ?? 1)}`, align)(attrs, inner),
  bulletList: wrap('ul'),
  orderedList: wrap('ol', ({ start, type }) => ({ start: start === 1 ? undefined : start, type })),
  taskList: wrap('ul', () => ({ 'data-type': 'taskList' })),
  listItem: wrap('li'),
  taskItem: ({ checked = false }, inner) =>
    `<li data-type="taskItem" data-checked="${String(checked)}"><input type="checkbox" disabled${checked ? ' checked' : ''}>${inner}</li>`,
  blockquote: wrap('blockquote'),
  callout: wrap('aside', ({ kind }) => ({ 'data-type': 'callout', 'data-kind': kind })),
  details: wrap('details', () => ({ 'data-type': 'details' })),
  detailsSummary: wrap('summary'),
  detailsContent: wrap('div', () => ({ 'data-type': 'detailsContent' })),
  figure: wrap('figure', () => ({ 'data-type': 'figure' })),
  figcaption: wrap('figcaption'),
  codeBlock: ({ language }, inner) =>
    // A line end before the closing tag is not shown, so one that belongs to the code needs another.
    `<pre><code${htmlAttributes({ class: language && `language-${String(language)}` })}>${inner}${inner.endsWith('\n') ? '\n' : ''}</code></pre>`,
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  image,
  mention: (attrs) =>
    wrap('span', ({ id, label, mentionSuggestionChar }) => ({
      'data-type': 'mention',
      'data-id': id,
      'data-label': label,
      'data-mention-suggestion-char': mentionSuggestionChar,
    }))(attrs, escapeHtml(mentionText(attrs))),
  table: (_, inner) => `<table><tbody>${inner}</tbody></table>`,
  tableRow: wrap('tr'),
  tableCell: wrap('td', cell),
  tableHeader: wrap('th', cell),
};

const renderNode = (node: RichTextNode, parent: RichTextNode, depth: number): string => {
  if (node.type === 'text') {
    const text = escapeHtml(node.text ?? '');
    // Editors show a line end in a text as one.
    return parent.type === 'codeBlock' ? text : text.replaceAll('\n', '<br>');
  }
  if (!Object.hasOwn(renderers, node.type) || depth > MAX_RICH_TEXT_DEPTH) return '';
  const rules = nodeAttributes.get(node.type);
  const attrs = node.attrs && keepAllowed(rules, node.attrs);
  if (!hasRequired(rules, attrs)) return '';
  return renderers[node.type]?.(attrs ?? {}, renderContent(node, depth + 1)) ?? '';
};

const renderContent = (parent: RichTextNode, depth: number): string => {
  const { content = [] } = parent;
  let html = '';
  let open: RichTextMark[] = [];
  for (const node of content) {
    const marks = writableMarks(node.marks);
    const differs = marks.findIndex((mark, index) => !sameMark(mark, open[index]));
    const kept = Math.min(differs < 0 ? marks.length : differs, open.length);
    html += open.slice(kept).reverse().map(closeMark).join('') + marks.slice(kept).map(openMark).join('');
    html += renderNode(node, parent, depth);
    open = marks;
  }
  html += open.reverse().map(closeMark).join('');
  // A browser shows no line break at the end of a block unless another one follows.
  return content.at(-1)?.type === 'hardBreak' ? `${html}<br>` : html;
};

/**
 * Writes a document as HTML that is safe to show: a closed set of elements and attributes, everything else escaped.
 * Links open in a new tab without a referrer.
 */
export const toHtml = (doc: RichText): string => renderContent(doc, 1);
