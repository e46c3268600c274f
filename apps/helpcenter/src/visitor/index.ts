export { pageUrl, readReference, siteRoot, toSlug } from './addresses';
export { findTree, type Reach } from './reach.store';
export { findReach, isFor } from './reach';
export { visibleTree } from './visible-tree';
export {
  addressLanguage,
  isAdmitted,
  isPrivate,
  listedLanguage,
  openVisit,
  presentEnvelope,
  recogniseVisitor,
  type Visit,
} from './visit';
export { isAutomaton, visitorDigest } from './visitor-key';
export { articleTexts, presentBreadcrumb, presentSummary, presentVisibleCollection } from './visitor.present';
export {
  findBeside,
  findCollectionId,
  findLatestArticles,
  findPath,
  findPopular,
  findPublishedArticle,
  findVisibleArticles,
  getPlainTexts,
  getShownCollections,
  getVisibleArticles,
  type ListedArticle,
  type ShownArticle,
  type ShownCollection,
} from './visitor.store';
