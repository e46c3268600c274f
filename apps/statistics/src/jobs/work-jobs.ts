import { type Jobs } from '@parley/jobs';
import { buildJob } from '../progress/build-job';
import { beginningJob, createBeginner, createBuilder } from '../build/builder';
import { type Deps } from '../deps';
import { createTraitMarker, traitJob } from '../build/trait-marks';
import { retellJob } from '../facts/retell-job';
import { createRetelling } from '../story/retell-stale';

/** Says who does the jobs of the service. */
export const workJobs = (jobs: Pick<Jobs, 'work'>, deps: Deps): void => {
  jobs.work(beginningJob, createBeginner(deps));
  jobs.work(buildJob, createBuilder(deps));
  jobs.work(retellJob, createRetelling(deps));
  jobs.work(traitJob, createTraitMarker(deps));
};
