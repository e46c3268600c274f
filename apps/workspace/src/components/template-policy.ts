import type { IOptions } from 'sanitize-html';

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Elements that run code, load documents, style or reshape the page around them, ask for input, or are parsed by rules of their
 * own. A template with one is refused. Elements that are neither here nor allowed are left out silently.
 */
export const unsafeElements: ReadonlySet<string> = new Set(
  words(`script style link meta base html head body title frameset frame iframe object embed applet portal param
    noscript noembed noframes plaintext xmp listing template slot svg math form input textarea select option isindex
    keygen bgsound audio video source track marquee blink layer ilayer xml image canvas dialog`),
);

/** Attributes that name a document to load, run code or claim another namespace. */
export const unsafeAttributes: ReadonlySet<string> = new Set(
  words(`srcdoc formaction action background dynsrc lowsrc ping manifest http-equiv code codebase classid data archive
    profile usemap xmlns is sandbox seeksegmenttime folder fscommand`),
);

/** Attributes with an address as their value. */
export const addressAttributes: ReadonlySet<string> = new Set(
  words('href src srcset poster cite longdesc icon'),
);

/** Schemes that a written address may have; one without a scheme is relative to the page. */
export const safeSchemes = ['http', 'https', 'mailto', 'tel'];

const size = /^(0|auto|-?\d+(\.\d+)?(px|em|rem|%|ch|vw)?)$/;
const sizes =
  /^(auto|-?\d+(\.\d+)?(px|em|rem|%|ch|vw)?)(\s+(auto|-?\d+(\.\d+)?(px|em|rem|%|ch|vw)?)){0,3}\s*$/;
const colour = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/-]+\))$/i;
const word = /^[a-z-]+$/i;
const border = /^[#\w\s.(),%-]+$/;

const styles = {
  color: [colour],
  'background-color': [colour],
  'text-align': [word],
  'text-decoration': [word],
  'text-transform': [word],
  'white-space': [word],
  'vertical-align': [word],
  'font-family': [/^[\w\s,'"-]+$/],
  'font-size': [size, word],
  'font-style': [word],
  'font-weight': [/^([a-z]+|\d{3})$/],
  'line-height': [/^\d+(\.\d+)?(px|em|rem|%)?$/],
  'letter-spacing': [size],
  margin: [sizes],
  'margin-top': [size],
  'margin-right': [size],
  'margin-bottom': [size],
  'margin-left': [size],
  padding: [sizes],
  'padding-top': [size],
  'padding-right': [size],
  'padding-bottom': [size],
  'padding-left': [size],
  border: [border],
  'border-top': [border],
  'border-right': [border],
  'border-bottom': [border],
  'border-left': [border],
  'border-color': [colour],
  'border-radius': [sizes],
  'border-collapse': [word],
  width: [size],
  'min-width': [size],
  'max-width': [size],
  height: [size],
  'min-height': [size],
  'max-height': [size],
  display: [/^(block|inline|inline-block|flex|inline-flex|grid|none|table|table-row|table-cell)$/],
  'flex-direction': [word],
  'flex-wrap': [word],
  'align-items': [word],
  'justify-content': [word],
  gap: [sizes],
  flex: [/^[\d\s.a-z%]+$/],
  overflow: [word],
};

/** What may be shown of a template. */
export const allowed: IOptions = {
  allowedTags:
    words(`div span p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd strong b em i u s del ins small sub sup mark
    abbr code kbd pre blockquote q time a img figure figcaption section article header footer aside nav main button
    details summary progress meter table caption colgroup col thead tbody tfoot tr th td`),
  allowedAttributes: {
    '*': ['class', 'style', 'title', 'role', 'dir', 'lang', 'aria-*'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    button: ['type', 'disabled'],
    details: ['open'],
    time: ['datetime'],
    progress: ['value', 'max'],
    meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
    ol: ['start', 'type', 'reversed'],
    col: ['span'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: { '*': styles },
  allowedSchemes: safeSchemes,
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: [...addressAttributes],
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs:
        attribs['target'] === undefined
          ? attribs
          : { ...attribs, target: '_blank', rel: 'noopener noreferrer' },
    }),
    // A button of another type would send a form of the page around it.
    button: (tagName, attribs) => ({ tagName, attribs: { ...attribs, type: 'button' } }),
  },
};
