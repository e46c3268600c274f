import { type AttributeFilter, type SearchIndex } from '@parley/search';
import { type Store } from '../db';
import { acceptedOf, languageKey } from '../visitor/languages';
import { type Reach } from '../visitor/reach.store';
import { type Visit } from '../visitor/visit';
import { getVisibleArticles, type ListedArticle } from '../visitor/visitor.store';
import { readDocumentId } from './article.search';

/** An article that was found and that the visitor may see. */
export interface VisibleHit {
  article: ListedArticle;
  /** Snippets by field. */
  highlight: Record<string, string>;
}

/** What is looked for. */
export interface Question {
  query: string;
  limit: number;
}

/** Documents asked for at once after the first time, when many of the index turned out not to be visible any more. */
const FURTHER = 500;
/** Rounds before a search gives up on an index that is full of what nobody may see. */
const MAX_ROUNDS = 50;
const SNIPPET_CHARACTERS = 298;

type Match = 'all' | 'any';

/** What takes part in one search. */
interface Search {
  search: Pick<SearchIndex, 'search'>;
  store: Store;
  visit: Visit;
  reach: Reach;
}

/**
 * The index filters by what it knows; the database has the last word on every hit. What it denies is left out of the next
 * round, so that it takes no place.
 */
const collect = async (
  { search, store, visit, reach }: Search,
  { query, limit }: Question,
  match: Match,
  found: VisibleHit[],
): Promise<void> => {
  const filter: Record<string, AttributeFilter> = {
    language: reach.languages,
    published: true,
    audience: reach.audiences,
  };
  const known = new Set(found.map(({ article }) => article.id));
  const seen: string[] = [];
  for (let round = 0; round < MAX_ROUNDS && found.length < limit; round += 1) {
    const asked = round === 0 ? limit : FURTHER;
    const { hits } = await search.search({
      projectId: reach.projectId,
      query,
      match,
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
      const isShown = article && acceptedOf(article.languages, visit.order.wanted) === languageKey(language);
      if (!isShown || known.has(articleId) || found.length >= limit) continue;
      known.add(articleId);
      found.push({ article, highlight });
    }
    if (hits.length < asked) return;
  }
};

/** Articles within reach: those with all words first, then, as far as there is room, those with some of them. */
export const findVisible = async (search: Search, question: Question): Promise<VisibleHit[]> => {
  const found: VisibleHit[] = [];
  if (search.reach.audiences.length === 0) return found;
  await collect(search, question, 'all', found);
  await collect(search, question, 'any', found);
  return found;
};
