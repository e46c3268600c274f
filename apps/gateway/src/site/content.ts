import { filled, type View } from './view';

/** A heading of an article's content. */
export interface Heading {
  level: number;
  /** Its id on the page. */
  id: string;
  text: string;
}

/** An article's content as its page shows it. */
export interface Content {
  html: string;
  headings: readonly Heading[];
  /** Address of the first picture. */
  picture: string | undefined;
}

/**
 * Prepares the HTML that the rich-text library wrote: in it `<`, `>` and quotes are escaped in every text and attribute. Headings begin
 * at `h2`, because the page has the one `h1`, and have ids. Links to the help center itself stay in the tab. Pictures load when
 * they are about to be seen, wide tables scroll by themselves, a callout says its kind, and a paragraph that is a link to a video
 * becomes a card of the link: nothing of another host is loaded.
 */
export const prepareContent = (view: Pick<View, 'root' | 'texts'>, html: string): Content => {
  const headings = readHeadings(html);
  let next = 0;
  const withCards = html.replaceAll(
    LINE_OF_LINK,
    (line, address: string, attributes: string, title: string) => {
      const host = VIDEOS.find(([, pattern]) => pattern.test(address))?.[0];
      if (host === undefined) return line;
      const label = escaped(filled(view.texts['helpcenter.video'], { host }));
      const words = title === address ? '' : title;
      return `<p class="video"><a href="${address}"${attributes}><span>${label}</span>${words}</a></p>`;
    },
  );
  const prepared = withCards.replaceAll(TAG, (tag, end: string, name: string, attributes: string) => {
    if (/^h[1-6]$/.test(name)) {
      const heading = headings[end ? next - 1 : next];
      if (!heading) return tag;
      if (end) return `</h${heading.level}>`;
      next += 1;
      return `<h${heading.level}${attributes} id="${heading.id}">`;
    }
    if (name === 'aside') return end ? tag : openCallout(view, attributes);
    if (name === 'table') return end ? `${tag}</div>` : `<div class="wide" tabindex="0">${tag}`;
    if (end) return tag;
    if (name === 'img') return `<img${attributes} loading="lazy">`;
    return name === 'a' ? `<a${linkAttributes(view, attributes)}>` : tag;
  });
  const source = /<img src="([^"]*)"/.exec(html)?.[1];
  return { html: prepared, headings, picture: source && unescaped(source) };
};

const TAG = /<(\/?)([a-z]+[1-6]?)((?: [^<>]*)?)>/g;

/** Ids of the page itself. */
const PAGE_IDS = ['comment', 'content', 'contents', 'q', 'related', 'suggestions', 'voted'];

const openCallout = ({ texts }: Pick<View, 'texts'>, attributes: string): string => {
  const kind = / data-kind="(\w+)"/.exec(attributes)?.[1] ?? 'info';
  const label = texts[`helpcenter.callout.${kind}`] ?? '';
  return `<aside${attributes} role="note"><p class="label">${escaped(label)}</p>`;
};

/** Addresses of videos, by the name of their host. */
const VIDEOS: readonly (readonly [host: string, address: RegExp])[] = [
  ['YouTube', /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?|shorts\/|live\/|embed\/)|youtu\.be\/\w)/],
  ['Vimeo', /^https:\/\/(?:(?:www\.)?vimeo\.com\/\d|player\.vimeo\.com\/video\/\d)/],
  ['Loom', /^https:\/\/(?:www\.)?loom\.com\/share\//],
  ['Dailymotion', /^https:\/\/(?:(?:www\.)?dailymotion\.com\/video\/|dai\.ly\/\w)/],
];

/** A paragraph that is one link. */
const LINE_OF_LINK = /<p><a href="([^"<>]*)"([^<>]*)>([^<>]*)<\/a><\/p>/g;

const readHeadings = (html: string): Heading[] => {
  const shift = /<h1[ >]/.test(html) ? 1 : 0;
  const counts = new Map(PAGE_IDS.map((id) => [id, 1]));
  return html
    .split(/<(?=h[1-6][ >])/)
    .slice(1)
    .map((part) => {
      const text = readText(part.slice(part.indexOf('>') + 1, part.indexOf('</h')));
      return { level: Math.min(6, Number(part[1]) + shift), id: makeId(text, counts), text };
    });
};

/** Most characters of a heading that its id is made of. */
const MAX_ID = 60;

/** An id that no other heading has: the words of the heading, and a number for each repetition. */
const makeId = (text: string, counts: Map<string, number>): string => {
  const words = Array.from(text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-'))
    .slice(0, MAX_ID)
    .join('')
    .replaceAll(/^-|-$/g, '');
  const base = words || 'section';
  for (let count = counts.get(base) ?? 0; ; count += 1) {
    const id = count === 0 ? base : `${base}-${count + 1}`;
    if (id !== base && counts.has(id)) continue;
    counts.set(base, count + 1);
    if (id !== base) counts.set(id, 1);
    return id;
  }
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The text of HTML that the rich-text library wrote. */
export const readText = (html: string): string =>
  unescaped(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

const unescaped = (html: string): string =>
  html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Links to the help center stay in the tab and are followed; those by mail and telephone open no tab. */
const linkAttributes = ({ root }: Pick<View, 'root'>, attributes: string): string => {
  const target = (/ href="([^"]*)"/.exec(attributes)?.[1] ?? '').trim();
  if (isWithin(target, root)) return attributes.replace(/ target="[^"]*"/, '').replace(/ rel="[^"]*"/, '');
  return /^(?:mailto|tel):/i.test(target) ? attributes.replace(/ target="[^"]*"/, '') : attributes;
};

/** Whether an address is the root of a help center or lies below it, by HTTP or HTTPS. */
const isWithin = (address: string, root: string): boolean => {
  const [own, other] = [root, address].map((one) => one.replace(/^https?:/i, 'https:'));
  if (!own || !other?.startsWith(own)) return false;
  return ['', '/', '?', '#'].includes(other.charAt(own.length));
};
