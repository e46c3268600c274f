export { getArticleNeighbours } from './get-article-neighbours';
export { getPage } from './get-page';
export { listLatestArticles } from './list-latest-articles';
export { listPages } from './list-pages';
export { listPopularArticles } from './list-popular-articles';
export { suggestArticles } from './suggest-articles';
