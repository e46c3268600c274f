import { Parser } from 'htmlparser2';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 300;
const MAX_SITE = 100;
/** Characters that the parser gets at a time. */
const STEP = 4_096;
/** Elements after which no head goes on. */
const MAX_ELEMENTS = 500;
/** Elements of a head; the first other one ends it. */
const headTags: ReadonlySet<string> = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'script', 'style', 'base', 'noscript', 'template'],
]);

/** A page in a few words, each empty without one. */
export interface Head {
  title: string;
  description: string;
  site: string;
}

/** Reads the head of an HTML page. The words for shared links (Open Graph) come before the others. */
export const readHead = (html: string): Head => {
  const named = new Map<string, string>();
  let title = '';
  let isTitle = false;
  let elements = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag: (tag, { name, property, content = '' }) => {
      elements += 1;
      isOver ||= !headTags.has(tag) || elements > MAX_ELEMENTS;
      if (isOver) return;
      isTitle = tag === 'title';
      const key = (property ?? name ?? '').toLowerCase();
      if (tag === 'meta' && !named.has(key)) named.set(key, content);
    },
    ontext: (text) => {
      if (isTitle && !isOver && title.length <= MAX_TITLE) title += text;
    },
    onclosetag: (tag) => {
      if (tag === 'title') isTitle = false;
    },
  });
  for (let start = 0; start < html.length && !isOver; start += STEP)
    parser.write(html.slice(start, start + STEP));
  const first = (...keys: string[]): string => keys.map((key) => named.get(key)).find(Boolean) ?? '';
  return {
    title: shorten(first('og:title') || title, MAX_TITLE),
    description: shorten(first('og:description', 'description'), MAX_DESCRIPTION),
    site: shorten(first('og:site_name'), MAX_SITE),
  };
};

const shorten = (text: string, max: number): string => {
  const line = text
    .slice(0, 4 * max)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .trimEnd()
        .toWellFormed()}…`;
};
