export { createScanner, findDuplicates, scanJob } from './find-duplicates';
export { getFeatureRequest } from './get-feature-request';
export { mergeDuplicates } from './merge-duplicates';
export { searchFeatureRequests } from './search-feature-requests';
