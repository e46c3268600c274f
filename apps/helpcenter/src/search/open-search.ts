import type { Database } from '@parley/persistence';
import { type Platform, WATCHED_REST_MS } from '@parley/runtime';
import {
  createIndexer,
  createMeilisearchIndex,
  createPostgresIndex,
  type Indexer,
  rebuildSearch,
  type SearchIndex,
} from '@parley/search';
import { ARTICLE_INDEX, articleIndex } from './article.search';
import { allDocuments, countArticles, loadDocuments } from './search-documents.store';

/** The search of articles and what keeps it up to date. */
export interface ArticleSearch {
  index: SearchIndex;
  indexer: Indexer;
  /** Rebuilds the index from the database; reports its progress. */
  rebuild(say: (line: string) => void): Promise<string>;
}

const openIndex = ({ searchEngine }: Pick<Platform, 'searchEngine'>, db: Database): SearchIndex => {
  if (searchEngine.kind === 'postgres') return createPostgresIndex({ db, definition: articleIndex });
  const { url, apiKey } = searchEngine;
  return createMeilisearchIndex({ url, definition: articleIndex, ...(apiKey !== undefined && { apiKey }) });
};

/** Opens the search of articles on the platform's engine. */
export const openArticleSearch = (
  platform: Pick<Platform, 'searchEngine' | 'log'>,
  db: Database,
): ArticleSearch => {
  const index = openIndex(platform, db);
  const indexer = createIndexer({
    db,
    index,
    indexName: ARTICLE_INDEX,
    load: (projectId, ids) => loadDocuments(db, projectId, ids),
    source: () => allDocuments(db),
    idleInterval: WATCHED_REST_MS,
    onError: (error) => platform.log.error({ err: error }, 'Articles could not be indexed'),
  });
  return {
    index,
    indexer,
    rebuild: (say) => rebuildSearch({ noun: 'articles', indexer, count: () => countArticles(db) }, say),
  };
};
