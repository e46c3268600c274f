export { mergeIntoMain, mergeTickets, named } from './merge-tickets';
export { getMergeStates } from './merge.store';
export { mergeProblems, type Named, uniteUpvotes } from './merge';
