export { createKind, style } from './hint';
export { NewsList, NewsPage } from './news';
