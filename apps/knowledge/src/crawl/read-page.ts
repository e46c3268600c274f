import { Parser } from 'htmlparser2';
import { createPageText } from './page-text';
import { pageUrl } from '../websites';
import { type PageDirectives, readDirectives, ROBOT_NAME } from './robots';

/** The content of a page, without navigation and other surroundings. */
export interface PageContent extends PageDirectives {
  /** Of the title element, else of the first heading; empty without either. */
  title: string;
  /** Plain text; headings are lines of their own that begin with `#`. */
  text: string;
  /** Language of the root element, e.g. `de`. */
  lang?: string;
  /** Absolute address that the page gives itself. */
  canonical?: string;
  /** Absolute addresses of links that may be followed, each once, in their order. */
  links: string[];
}

/**
 * Reads an HTML page: its text without scripts, styles, navigation, headers, footers, asides, forms and hidden elements, and its
 * directives for robots. `noindex` and `nofollow` come from its meta elements alone.
 */
export const readPage = (html: string, url: string): PageContent => {
  const text = createPageText();
  const about = createAbout(url);
  let [title, heading] = ['', ''];
  // Elements that are open; `left` of those within which nothing is text.
  const open: { tag: string; isLeft: boolean }[] = [];
  let leaving = 0;
  let preformatted = 0;
  let foreign = 0;
  let inHeading = 0;
  let headingIsRead = false;

  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (open.length >= MAX_OPEN_ELEMENTS) throw new TooDeep();
      about.read(tag, attributes);
      const isLeft = !voids.has(tag) && (left.has(tag) || isHidden(attributes));
      open.push({ tag, isLeft });
      if (isLeft) leaving += 1;
      if (tag === 'svg' || tag === 'math') foreign += 1;
      if (leaving > 0) return;
      if (tag === 'br') text.breakLine();
      else if (tag === 'td' || tag === 'th') text.add(' ', false);
      else if (blocks.has(tag)) {
        if (paragraphs.has(tag)) text.end();
        else text.line();
      }
      if (tag === 'pre') preformatted += 1;
      if (readLevel(tag) > 0) inHeading += 1;
    },
    ontext: (part) => {
      const tag = open.at(-1)?.tag;
      if (tag === 'title' && foreign === 0 && title.length < MAX_TITLE) title += part;
      if (leaving > 0 || tag === 'title') return;
      if (inHeading > 0 && !headingIsRead && heading.length < MAX_TITLE) heading += part;
      text.add(part, preformatted > 0);
    },
    onclosetag: (tag) => {
      const element = open.pop();
      if (tag === 'svg' || tag === 'math') foreign -= 1;
      if (element?.isLeft) leaving -= 1;
      if (leaving > 0 || element?.isLeft) return;
      if (tag === 'pre') preformatted -= 1;
      const level = readLevel(tag);
      if (level > 0) {
        inHeading -= 1;
        headingIsRead ||= heading.trim() !== '';
        text.end(level);
      } else if (paragraphs.has(tag)) text.end();
      else if (blocks.has(tag)) text.line();
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  text.end();
  const named = (found: string): string =>
    found.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toWellFormed();
  return {
    title: named(title) || named(heading),
    text: text.all().toWellFormed().replaceAll('\0', '\uFFFD'),
    ...about.all(),
  };
};

type Attributes = Record<string, string>;

/** A page's properties other than its text. */
type About = Omit<PageContent, 'title' | 'text'>;

const createAbout = (url: string): { read(tag: string, attributes: Attributes): void; all(): About } => {
  const links = new Set<string>();
  const directives = { noindex: false, nofollow: false };
  let base = url;
  let inBody = false;
  let lang: string | undefined;
  let canonical: string | undefined;

  const readMeta = ({ name = '', content = '' }: Attributes): void => {
    if (!['robots', ROBOT_NAME.toLowerCase()].includes(name.trim().toLowerCase())) return;
    const said = readDirectives(content);
    directives.noindex ||= said.noindex;
    directives.nofollow ||= said.nofollow;
  };

  const read = (tag: string, attributes: Attributes): void => {
    const href = attributes['href'];
    if (tag === 'html') lang ??= attributes['lang']?.trim() || undefined;
    else if (tag === 'body') inBody = true;
    else if (tag === 'meta') readMeta(attributes);
    else if (href === undefined) return;
    else if (tag === 'base' && base === url && URL.canParse(href, url)) base = new URL(href, url).href;
    else if (tag === 'link' && !inBody && has(attributes['rel'], 'canonical'))
      canonical ??= pageUrl(href, base);
    else if (
      (tag === 'a' || tag === 'area') &&
      !has(attributes['rel'], 'nofollow') &&
      links.size < MAX_LINKS
    ) {
      const target = pageUrl(href.trim(), base);
      if (target !== undefined) links.add(target);
    }
  };
  return {
    read,
    all: () => ({
      ...(lang !== undefined && { lang }),
      ...(canonical !== undefined && { canonical }),
      ...directives,
      links: [...links],
    }),
  };
};

/** Most links of a page that are looked at. */
const MAX_LINKS = 5_000;
/** Elements that may be open at once: the parser's cost for each grows with them. What comes deeper is not read. */
const MAX_OPEN_ELEMENTS = 1_000;
const MAX_TITLE = 500;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that are no text of the page, with all that is in them. */
const left = words(
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math canvas audio ' +
    'video map textarea select option datalist button form nav header footer aside dialog head',
);
/** Elements that stand on lines of their own. */
const blocks = words(
  'address article blockquote body caption center dd details div dl dt fieldset figcaption figure hr li main menu ol p ' +
    'pre section summary table tbody tfoot thead tr ul h1 h2 h3 h4 h5 h6',
);
const paragraphs = words('p blockquote pre table ul ol dl section article h1 h2 h3 h4 h5 h6');
const voids = words('area base br col embed hr img input link meta source track wbr');

const isHidden = (attributes: Attributes): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes['style'] ?? '');

const readLevel = (tag: string): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);

const has = (list: string | undefined, word: string): boolean =>
  list?.toLowerCase().split(/\s+/).includes(word) ?? false;

/** Ends the reading of a page that is nested beyond reason. */
class TooDeep extends Error {}
