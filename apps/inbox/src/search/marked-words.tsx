import type { VNode } from 'preact';

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const unescape = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp|#39);/g, (entity) => entities[entity] ?? entity);

/** Words of a search, with the hits marked. The answer's HTML has no other elements; it is read as text. */
export const MarkedWords = ({ words }: { words: string }): VNode => (
  <span class="words" dir="auto">
    {words
      .split(/<em>(.*?)<\/em>/s)
      .map((part, index) => (index % 2 === 1 ? <mark key={index}>{unescape(part)}</mark> : unescape(part)))}
  </span>
);
