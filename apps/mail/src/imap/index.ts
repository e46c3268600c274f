export { connectImap, openFolder } from './connect';
export { explain } from './explain';
export { createFetchers, type Fetchers } from './fetchers';
