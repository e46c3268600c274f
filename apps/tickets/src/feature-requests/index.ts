export { createScanner, findDuplicates, scanJob } from './find-duplicates';
export { mergeDuplicates } from './merge-duplicates';
export { searchFeatureRequests } from './search-feature-requests';
