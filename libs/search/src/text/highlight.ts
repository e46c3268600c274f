import type { Matcher } from './matcher';
import { eachWord } from './words';

/** Words of a snippet, about two lines on a screen. */
const snippetWords = 30;
/** Characters of a snippet before escaping, unless a query says otherwise. */
const snippetCharacters = 600;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A word of a text that matches. */
interface Mark {
  /** UTF-16 offsets. */
  start: number;
  end: number;
  /** Place of the word among the words of the text. */
  at: number;
  /** Index of the query word it answers. */
  query: number;
}

/** First mark of the window with the most different query words, then the most marks, then the earliest. */
const bestStart = (marks: readonly Mark[]): number => {
  let best = { start: 0, distinct: 0, count: 0 };
  let end = 0;
  const counts = new Map<number, number>();
  marks.forEach((first, start) => {
    for (let mark = marks[end]; mark && mark.at < first.at + snippetWords; mark = marks[++end]) {
      counts.set(mark.query, (counts.get(mark.query) ?? 0) + 1);
    }
    const count = end - start;
    if (counts.size > best.distinct || (counts.size === best.distinct && count > best.count)) {
      best = { start, distinct: counts.size, count };
    }
    const left = (counts.get(first.query) ?? 1) - 1;
    if (left === 0) counts.delete(first.query);
    else counts.set(first.query, left);
  });
  return best.start;
};

/**
 * The part of a text with the most matches, as HTML: `<em>` around each matching word, all else escaped, `…` where text
 * was left out. At most `characters` of the text. Undefined when nothing matches.
 */
export const highlight = (
  text: string,
  matcher: Matcher,
  characters = snippetCharacters,
): string | undefined => {
  const starts: number[] = [];
  const marks: Mark[] = [];
  eachWord(text, (start, end, folded) => {
    const match = matcher(folded);
    if (match) marks.push({ start, end, at: starts.length, query: match.word });
    starts.push(start);
  });
  const first = marks[bestStart(marks)];
  if (!first) return undefined;

  const fits = starts.length <= snippetWords && text.length <= characters;
  // A few words before the first match give it its context.
  const from = fits ? 0 : Math.max(0, Math.min(first.at - 5, starts.length - snippetWords));
  const start = from === 0 ? 0 : (starts[from] ?? 0);
  const wanted = fits ? text.length : (starts[from + snippetWords] ?? text.length);
  const begin = Math.max(start, first.start - Math.floor(characters / 3));
  const end = Math.min(wanted, begin + characters);

  let html = begin > 0 ? '…' : '';
  let position = begin;
  for (const mark of marks) {
    if (mark.start < begin || mark.end > end) continue;
    html += `${escapeHtml(text.slice(position, mark.start))}<em>${escapeHtml(text.slice(mark.start, mark.end))}</em>`;
    position = mark.end;
  }
  const rest = text.slice(position, end);
  return html + escapeHtml(end < text.length ? rest.trimEnd() : rest) + (end < text.length ? '…' : '');
};

/** Snippets of every field that has a match; none of no characters. */
export const highlightFields = (
  fields: readonly string[],
  texts: Readonly<Record<string, string | undefined>>,
  matcher: Matcher,
  characters?: number,
): Record<string, string> =>
  Object.fromEntries(
    (characters === 0 ? [] : fields).flatMap((field) => {
      const snippet = highlight(texts[field] ?? '', matcher, characters);
      return snippet === undefined ? [] : [[field, snippet]];
    }),
  );
