export { findCollectionTrees, getPublishedArticles, listPublishedArticles } from './knowledge-source';
