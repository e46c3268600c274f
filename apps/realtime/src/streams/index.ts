export { catchUp } from './catch-up';
export { createFeeds, type Feeds } from './feeds';
