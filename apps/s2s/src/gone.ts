import { createGone } from '@parley/persistence';

/** Contacts that were deleted or merged away: nothing is numbered, started or said for them any more. */
export const gone = createGone({ lock: 'stream of' });
