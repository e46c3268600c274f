import { invalid } from '@parley/errors';
import { guardDepth, MAX_OPEN_ELEMENTS } from '@parley/text';
import sanitizeHtml, { type IOptions } from 'sanitize-html';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Whether a value of an inline style loads nothing and runs nothing. */
const harmless = /^(?!.*(?:url\s*\(|expression\s*\(|javascript:|@import|[\\<>]|behavior|-moz-binding)).*$/is;

/** Properties that an e-mail is laid out with. */
const properties = words(`
  background background-color border border-bottom border-collapse border-color border-left border-radius border-right
  border-spacing border-style border-top border-width box-sizing clear color direction display float font font-family
  font-size font-style font-variant font-weight height letter-spacing line-height list-style list-style-type margin
  margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity outline overflow
  overflow-wrap padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration
  text-indent text-transform vertical-align visibility white-space width word-break word-spacing word-wrap
  mso-line-height-rule mso-table-lspace mso-table-rspace -webkit-text-size-adjust -ms-text-size-adjust`);

/** What may be in an e-mail: text, tables, images and inline styles; nothing that runs, loads documents or asks for input. */
const allowed: IOptions = {
  allowedTags: words(`
    a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font
    footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub
    sup table tbody td tfoot th thead time tr tt u ul var wbr`),
  allowedAttributes: {
    '*': words('style class id title dir lang align valign role width height bgcolor aria-*'),
    a: words('href name target rel'),
    img: words('src alt border'),
    table: words('border cellpadding cellspacing summary'),
    td: words('colspan rowspan nowrap'),
    th: words('colspan rowspan nowrap scope'),
    col: ['span'],
    colgroup: ['span'],
    font: words('color face size'),
    ol: words('start type'),
    ul: ['type'],
    li: words('type value'),
    time: ['datetime'],
  },
  allowedStyles: { '*': Object.fromEntries(properties.map((property) => [property, [harmless]])) },
  allowedSchemes: words('http https mailto tel'),
  allowedSchemesByTag: { img: words('http https cid') },
  allowedSchemesAppliedToAttributes: words('href src cite background'),
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: 'target' in attribs ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

/**
 * The HTML of an e-mail without parts that could run, load documents or ask for input. Cleaning twice changes nothing.
 *
 * @throws DomainError `invalid` for more than `MAX_OPEN_ELEMENTS` elements open at once.
 */
export const cleanHtml = (html: string, field: string): string =>
  sanitizeHtml(html, {
    ...allowed,
    ...guardDepth(() => {
      throw invalid({ field, message: `has more than ${MAX_OPEN_ELEMENTS} elements open at once` });
    }),
  });
