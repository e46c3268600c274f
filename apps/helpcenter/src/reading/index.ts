export { answerQuestion } from './answer-question';
export { findSources } from './find-sources';
export { getTexts } from './get-texts';
export { checkVisibleArticle, getVisibleArticle } from './get-visible-article';
export { getVisibleCollection } from './get-visible-collection';
export { listVisibleCollections } from './list-visible-collections';
export { rateArticle } from './rate-article';
export { searchArticles } from './search-articles';
