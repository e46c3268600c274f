import type { Deps } from '../deps';
import { accessContext } from './import-job';
import { listSealedAccess, replaceSealedAccess } from './sealed-access.store';

const BATCH = 200;

/** Seals the credentials of unfinished imports with the first secret key. Answers how many; can run at any time. */
export const resealImports = async ({ db, sealer }: Pick<Deps, 'db' | 'sealer'>): Promise<number> => {
  let count = 0;
  let after = { projectId: '', id: '' };
  for (;;) {
    const batch = await listSealedAccess(db, after, BATCH);
    for (const job of batch) {
      if (!sealer.isStale(job.access)) continue;
      const context = accessContext(job);
      const access = sealer.seal(sealer.open(job.access, context), context);
      if (await replaceSealedAccess(db, job, access)) count += 1;
    }
    const last = batch.at(-1);
    if (!last) return count;
    after = last;
  }
};
