import { Parser } from 'htmlparser2';

/** HTML in the form that a content is read from. */
export interface Rewritten {
  html: string;
  /** Text of the first heading of the first level, else of the `title`. */
  title?: string;
  /** Pictures that are part of the HTML itself, which are left out. */
  embedded: number;
}

/** Most characters of a heading that is a title. */
const MAX_HEADING = 500;

const skipped = new Set(['head', 'nav', 'footer', 'script', 'style', 'noscript', 'template']);
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writeTag = (tag: string, attributes: Record<string, string>): string => {
  const written = Object.entries(attributes)
    .filter(([name]) => /^[a-z][a-z-]*$/.test(name) && !name.startsWith('on'))
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`);
  return `<${tag}${written.join('')}>`;
};

const resolve = (address: string, base: string): string => {
  const text = address.trim();
  return URL.canParse(text, base) ? new URL(text, base).href : text;
};

const sameText = (one: string, other: string): boolean =>
  one.replaceAll(/\s+/g, ' ').trim().toLowerCase() === other.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Makes addresses absolute, marks accordions and figures as ours, turns embedded players into links, and cuts out the heading that is
 * the title. `title` is the title when it is known.
 */
export const rewriteHtml = (source: string, base: string, title?: string): Rewritten => {
  const out: string[] = [];
  /** Texts that are collected: of the first `h1`, and of `title`. */
  let heading: { text: string; at: number; isOpen: boolean } | undefined;
  let headTitle = '';
  let isInTitle = false;
  let skipping = 0;
  let embedded = 0;
  /** For each open accordion whether its content is wrapped. */
  const accordions: boolean[] = [];

  const adjust = (tag: string, attributes: Record<string, string>): Record<string, string> => {
    const { href, src } = attributes;
    if (tag === 'a' && href !== undefined) return { ...attributes, href: resolve(href, base) };
    if (tag === 'img' && src !== undefined) return { ...attributes, src: resolve(src, base) };
    if (tag === 'details' || tag === 'figure') return { ...attributes, 'data-type': tag };
    return attributes;
  };

  const open = (tag: string, attributes: Record<string, string>): void => {
    if (tag === 'h1' && !heading) heading = { text: '', at: out.length, isOpen: true };
    if (tag === 'iframe') {
      const player = resolve(attributes['src'] ?? '', base);
      if (/^https?:/.test(player))
        out.push(`<p>${writeTag('a', { href: player })}${escapeText(player)}</a></p>`);
      return;
    }
    if (tag === 'img' && /^\s*data:/i.test(attributes['src'] ?? '')) {
      embedded += 1;
      return;
    }
    if (tag === 'details') accordions.push(false);
    out.push(writeTag(tag, adjust(tag, attributes)));
  };

  const close = (tag: string): void => {
    if (tag === 'details' && accordions.pop()) out.push('</div>');
    if (!voids.has(tag) && tag !== 'iframe') out.push(`</${tag}>`);
    if (tag === 'summary' && accordions.at(-1) === false) {
      accordions[accordions.length - 1] = true;
      out.push('<div data-type="detailsContent">');
    }
    if (tag !== 'h1' || !heading?.isOpen) return;
    heading.isOpen = false;
    // A heading that was never closed has the whole text in it.
    if (heading.text.length > MAX_HEADING) heading.text = '';
    else if (title === undefined || sameText(title, heading.text)) out.length = heading.at;
  };

  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (tag === 'title') isInTitle = true;
      if (skipped.has(tag)) skipping += 1;
      if (skipping === 0) open(tag, attributes);
    },
    onclosetag: (tag) => {
      if (tag === 'title') isInTitle = false;
      if (skipping === 0) close(tag);
      if (skipped.has(tag)) skipping -= 1;
    },
    ontext: (text) => {
      if (isInTitle) headTitle += text;
      if (skipping > 0) return;
      if (heading?.isOpen) heading.text += text;
      out.push(escapeText(text));
    },
  });
  parser.end(source);
  const found = heading?.text.trim() || headTitle.trim();
  return { html: out.join(''), embedded, ...(found && { title: found.replaceAll(/\s+/g, ' ') }) };
};
