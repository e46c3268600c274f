export { decodePage, readContentType } from './decode-page';
export { dropBody, readUpTo } from './get';
export { cutSections } from './page-outcome';
export { createCrawler } from './run-crawl';
