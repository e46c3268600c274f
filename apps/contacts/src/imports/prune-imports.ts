import { type Deps } from '../deps';
import { KEPT_MS } from './import-job';
import { dropEnded } from './import-job.store';

/** Rows of one statement. */
const BATCH = 500;

/** Drops some of the imports that ended 30 days ago. Answers whether more may be left. */
export const pruneImports = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> => {
  const until = new Date(clock().getTime() - KEPT_MS);
  return (await dropEnded(db, until, BATCH)) === BATCH;
};
