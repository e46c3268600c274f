import type { AttributeFilter, SearchIndex } from '@parley/search';
import type { Store } from '../db';
import { findAccepted, languageKey } from '@parley/localised';
import { type Reach, type Visit, getVisibleArticles, type ListedArticle } from '../visitor';
import { readDocumentId } from './article.search';

/** An article that was found and that the visitor may see. */
export interface VisibleHit {
  article: ListedArticle;
  /** Snippets by field. */
  highlight: Record<string, string>;
}

/** A search. */
export interface Question {
  query: string;
  limit: number;
}

/** Each round asks for so many times as many documents as the one before, up to the most asked for at once. */
const GROWTH = 4;
const FURTHER = 500;
/** Rounds before a search gives up on an index full of invisible articles. */
const MAX_ROUNDS = 50;
const SNIPPET_CHARACTERS = 298;

/** What takes part in one search. */
interface Search {
  search: Pick<SearchIndex, 'search'>;
  store: Store;
  visit: Visit;
  reach: Reach;
}

/**
 * Articles within reach: those with all words first, then, if there is room, those with some of them. The index filters as far as
 * it can; the database has the last word on every hit. Denied hits are left out of the next round, so that they take no room.
 */
export const findVisible = async (
  { search, store, visit, reach }: Search,
  { query, limit }: Question,
): Promise<VisibleHit[]> => {
  const found: VisibleHit[] = [];
  if (reach.audiences.length === 0) return found;
  const filter: Record<string, AttributeFilter> = {
    language: reach.languages,
    published: true,
    audience: reach.audiences,
  };
  const known = new Set<string>();
  const seen: string[] = [];
  for (let round = 0; round < MAX_ROUNDS && found.length < limit; round += 1) {
    const asked = Math.min(limit * GROWTH ** round, FURTHER);
    const { hits } = await search.search({
      projectId: reach.projectId,
      query,
      match: 'allFirst',
      limit: asked,
      filter: { ...filter, ...(seen.length > 0 && { document: { not: seen } }) },
      snippetCharacters: SNIPPET_CHARACTERS,
    });
    const places = hits.map(({ id, highlight }) => ({ id, highlight, ...readDocumentId(id) }));
    const rows = await getVisibleArticles(store, reach, [
      ...new Set(places.map(({ articleId }) => articleId)),
    ]);
    const visible = new Map(rows.map((row) => [row.id, row]));
    for (const { id, articleId, language, highlight } of places) {
      seen.push(id);
      const article = visible.get(articleId);
      // A text in a language that the visitor would not be shown is no hit.
      const isShown =
        article && findAccepted(article.languages, visit.order.wanted) === languageKey(language);
      if (!isShown || known.has(articleId) || found.length >= limit) continue;
      known.add(articleId);
      found.push({ article, highlight });
    }
    if (hits.length < asked) break;
  }
  return found;
};
