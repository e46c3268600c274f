import { defineJob } from '@parley/jobs';
import { type Deps } from '../deps';

/** Days for which deleted contacts and tickets are remembered. */
export const GONE_DAYS = 30;

/** Does that. */
export const forgetJob = defineJob<object>({ name: 'what is remembered of deleted ones', every: 3_600_000 });

/** Deletes old records of deleted things. */
export const forgetGone = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  await db.query(`DELETE FROM gone WHERE at < $1::timestamptz - interval '${GONE_DAYS} days'`, [clock()]);
};
