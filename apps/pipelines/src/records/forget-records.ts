import { defineJob, type Doer } from '@parley/jobs';
import { type Deps } from '../deps';
import { forgetGone } from './record.store';

/** How long it is remembered that a record is gone, in milliseconds: much longer than a request may take. */
const GONE_MEMORY_MS = 3_600_000;

/** Forgets records that have long been gone. */
export const forgettingJob = defineJob<object>({ name: 'records that are gone', every: 600_000 });

/** Who does it. */
export const createForgetter = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: () => forgetGone(db, new Date(clock().getTime() - GONE_MEMORY_MS)),
});
