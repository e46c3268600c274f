import type { Jobs } from '@parley/jobs';
import { buildJob } from '../progress';
import { beginningJob, createBeginner, createBuilder, createTraitMarker, traitJob } from '../build';
import type { Deps } from '../deps';
import { retellJob } from '../facts';
import { createRetelling } from '../story';

/** Says who does the jobs of the service. */
export const workJobs = (jobs: Pick<Jobs, 'work'>, deps: Deps): void => {
  jobs.work(beginningJob, createBeginner(deps));
  jobs.work(buildJob, createBuilder(deps));
  jobs.work(retellJob, createRetelling(deps));
  jobs.work(traitJob, createTraitMarker(deps));
};
