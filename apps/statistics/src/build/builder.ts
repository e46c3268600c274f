import { isEngineAway, isUnavailable } from '@parley/errors';
import { defineJob, type Doer, hastenJob, type Outcome, STANDING } from '@parley/jobs';
import { createOutageLog } from '@parley/telemetry';
import type { Deps } from '../deps';
import { beginOnce } from './begin';
import { buildProject } from './build-project';
import { beginBuild, hasBegun, resetBuild } from '../progress';

/** Milliseconds until a build continues when other services are away. */
const AWAY_PAUSE_MS = 2_000;

/** Does what there is to do at the first start. */
export const beginningJob = defineJob<object>({ name: 'statistics beginning' });

/** Asks for the beginning unless that is done. */
export const askForBeginning = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  if (!(await hasBegun(db, 'projects'))) await hastenJob(db, beginningJob, {}, { ...STANDING, now: clock() });
};

type Patient = (work: () => Promise<void>, facts: object) => Promise<Outcome>;

/** Runs work again after a while when the services that it asks are away. */
const createRetry = ({ clock, log }: Pick<Deps, 'clock' | 'log'>): Patient => {
  const tellOutage = createOutageLog(log, { what: 'Builds of statistics' });
  return async (work, facts) => {
    try {
      return await work();
    } catch (error) {
      if (!isEngineAway(error) && !isUnavailable(error)) throw error;
      tellOutage(error, facts);
      return { goOnAt: new Date(clock().getTime() + AWAY_PAUSE_MS) };
    }
  };
};

/** Who does the beginning. */
export const createBeginner = (deps: Deps): Doer<object> => {
  const patient = createRetry(deps);
  return { handle: () => patient(() => beginOnce(deps), {}) };
};

/** Who builds the statistics of projects. */
export const createBuilder = (deps: Deps): Doer<object> => {
  const { db, clock } = deps;
  const patient = createRetry(deps);
  return {
    handle: async (_payload, task) => {
      const build = await beginBuild(db, task.projectId, clock());
      if (!build) return undefined;
      return patient(() => buildProject(deps, build, task), { project: task.projectId });
    },
    giveUp: (_payload, _error, { projectId }) => resetBuild(db, projectId),
  };
};
