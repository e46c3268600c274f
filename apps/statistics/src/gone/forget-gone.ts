import { type Deps } from '../deps';

/** Days for which deleted contacts and tickets are remembered. */
export const GONE_DAYS = 30;

/** Whether something was remembered long enough. */
export const GONE_DUE = `(SELECT min(at) FROM gone) < $1::timestamptz - interval '${GONE_DAYS} days'`;

/** Forgets what was remembered long enough. */
export const forgetGone = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  await db.query(`DELETE FROM gone WHERE at < $1::timestamptz - interval '${GONE_DAYS} days'`, [clock()]);
};
