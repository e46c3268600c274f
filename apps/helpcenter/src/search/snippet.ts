import type { Store } from '../db';
import { findAccepted } from '@parley/localised';
import { type Reach, getPlainTexts } from '../visitor';
import type { VisibleHit } from './find-visible';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one);

const MAX_CHARACTERS = 299;

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= MAX_CHARACTERS ? line : `${letters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`;
};

/** The snippets of hits: the matching part, else the beginning. */
export const chooseSnippets = async (
  store: Store,
  reach: Reach,
  wanted: string,
  hits: readonly VisibleHit[],
): Promise<string[]> => {
  const matching = ({ highlight }: VisibleHit): string | undefined =>
    highlight['content'] ?? highlight['description'];
  const bare = hits.filter((hit) => matching(hit) === undefined).map(({ article }) => article.id);
  const texts = await getPlainTexts(store, reach, bare);
  return hits.map((hit) => {
    const own = texts.get(hit.article.id) ?? {};
    const code = findAccepted(Object.keys(own), wanted);
    return matching(hit) ?? escapeHtml(shorten((code !== undefined && own[code]) || ''));
  });
};
