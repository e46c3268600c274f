import type { Database } from '@parley/persistence';
import { type Platform, WATCHED_REST_MS } from '@parley/runtime';
import {
  createIndexer,
  createMeilisearchIndex,
  createPostgresIndex,
  defineIndex,
  type Indexer,
  rebuildSearch,
  type SearchIndex,
} from '@parley/search';
import { PASSAGE_INDEX } from '../documents';
import { countPassages, loadPassages, readAllPassages } from './search-documents.store';

const definition = defineIndex({
  name: PASSAGE_INDEX,
  searchable: ['title', 'content'],
  filterable: ['type', 'internal', 'hidden', 'audience', 'tags', 'collection', 'website'],
});

/** The full text of passages and what keeps it up to date. */
export interface PassageSearch {
  index: SearchIndex;
  indexer: Indexer;
  /** Rebuilds the index from the database; reports its progress. */
  rebuild(say: (line: string) => void): Promise<string>;
}

/** Opens the full text of passages on the platform's engine. */
export const openPassageSearch = (
  { searchEngine, log }: Pick<Platform, 'searchEngine' | 'log'>,
  db: Database,
): PassageSearch => {
  const index =
    searchEngine.kind === 'postgres'
      ? createPostgresIndex({ db, definition })
      : createMeilisearchIndex({
          url: searchEngine.url,
          definition,
          ...(searchEngine.apiKey !== undefined && { apiKey: searchEngine.apiKey }),
        });
  const indexer = createIndexer({
    db,
    index,
    indexName: PASSAGE_INDEX,
    load: (projectId, ids) => loadPassages(db, projectId, ids),
    source: () => readAllPassages(db),
    idleInterval: WATCHED_REST_MS,
    onError: (error) => log.error({ err: error }, 'Passages could not be indexed'),
  });
  return {
    index,
    indexer,
    rebuild: (say) => rebuildSearch({ noun: 'passages', indexer, count: () => countPassages(db) }, say),
  };
};
