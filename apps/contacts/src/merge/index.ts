export { mergeGuest } from './merge-guest';
export { mergeGuests } from './merge-guests';
export { findMergeTarget, heirOfSvcId, type Merge, unmovedGuests } from './merge.store';
export { createMerger, mergeJob } from './move-tickets';
