export { getPage } from './get-page';
export { listLatestArticles } from './list-latest-articles';
export { listPages } from './list-pages';
export { suggestArticles } from './suggest-articles';
