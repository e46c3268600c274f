export {
  findCollectionTrees,
  getAccess,
  getPublishedArticles,
  listPublishedArticles,
} from './knowledge-source';
