export { cutSections } from './page-outcome';
export { createCrawler } from './run-crawl';
