export { openPassageSearch } from './passage-index';
export { isNotFound, readLimit, readQuestion, readText } from './question.input';
export type { Found, SearchOptions } from './question';
export { searchKnowledge } from './search-knowledge';
export { findHits, type Hit } from './search';
