export { createIndexing, INDEXING_DUE } from './index-documents';
