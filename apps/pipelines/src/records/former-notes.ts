import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { forgetFormerNotes } from './record.store';

/** Milliseconds for which a process of a former release needs its notes of deleted records. */
const FORMER_MS = 3_600_000;

/** Deletes notes of deleted records that processes of a former release left. */
export const formerNotesJob = defineJob<object>({ name: 'records that are gone', every: 600_000 });

/** Does the job. */
export const createFormerNotes = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: () => forgetFormerNotes(db, new Date(clock().getTime() - FORMER_MS)),
});
