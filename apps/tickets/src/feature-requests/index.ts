export { createScanner, findDuplicates, scanJob } from './find-duplicates';
export { createVectorKeeper, vectorsJob } from './keep-vectors';
export { mergeDuplicates } from './merge-duplicates';
export { searchFeatureRequests } from './search-feature-requests';
export { vectorLag } from './vector.store';
