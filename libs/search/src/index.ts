export { type AttributeValue, defineIndex, type IndexDefinition, type SearchDocument } from './definition';
export { createIndexer, type Indexer, type IndexerOptions, type Lag } from './indexer/indexer';
export { type Rebuilt, rebuildSearch } from './indexer/rebuild-search';
export { markDirty, markDirtySql } from './indexer/queue';
export { createMeilisearchIndex } from './meilisearch/meilisearch-index';
export { createPostgresIndex } from './postgres/postgres-index';
export { searchTablesSql, searchTitlesSql } from './postgres/tables';
export { highlight } from './text/highlight';
export type { Matcher } from './text/matcher';
export { forgivesTypos, isOneTypoApart } from './text/typos';
export { foldLetters } from './text/letters';
export { eachWord, queryWords, splitWords } from './text/words';
export type {
  AttributeFilter,
  ScalarOrList,
  SearchHit,
  SearchIndex,
  SearchQuery,
  SearchResult,
} from './search-index';
