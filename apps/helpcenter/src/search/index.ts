export { findSourceTexts } from './find-sources';
export { findVisible } from './find-visible';
export { openArticleSearch } from './open-search';
export { chooseSnippets } from './snippet';
