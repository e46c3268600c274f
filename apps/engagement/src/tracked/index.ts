export { createApplier } from './apply-pending';
export { keepTracked } from './keep-tracked';
export { askPending, insertPending, pendingJob } from './pending-event.store';
export type { Tracked } from './tracked-matches';
