import { isEngineAway, isUnavailable } from '@parley/errors';
import { createInHand } from '@parley/persistence';
import { createOutageLog } from '@parley/telemetry';
import { type Deps } from '../deps';
import { beginOnce } from './begin';
import { buildProject } from './build-project';
import { hasBegun, releaseBuild, setBuildAside, takeBuild } from './build.store';

/** Whether something is to be read: at the first start, or because a build was asked for. */
export { BUILD_DUE } from './build.store';

/** Milliseconds until a build goes on whose services are away. */
const AWAY_PAUSE_MS = 2_000;

const isAway = (error: unknown): boolean => isEngineAway(error) || isUnavailable(error);

/** A round of building: the beginning first, then one project. Answers whether another may wait. */
export const createBuilder = (deps: Deps): ((signal: AbortSignal) => Promise<boolean>) => {
  const { db, clock, log } = deps;
  const tellOutage = createOutageLog(log, { what: 'Builds of statistics' });
  const hands = createInHand({ sql: db, worker: 'builds of statistics', log });
  return async (signal) => {
    try {
      if (!(await hasBegun(db, 'projects'))) await beginOnce(deps);
    } catch (error) {
      if (!isAway(error)) throw error;
      tellOutage(error, {});
      return false;
    }
    const now = clock();
    const build = await takeBuild(db, now);
    if (!build) return false;
    try {
      await hands.work([build], {
        key: ({ projectId }) => projectId,
        isSuspect: ({ startedAt }) => startedAt < now,
        handle: () => buildProject(deps, build, signal),
        setAside: ({ projectId }) => setBuildAside(db, projectId),
      });
    } catch (error) {
      await releaseBuild(db, build.projectId, new Date(clock().getTime() + AWAY_PAUSE_MS));
      if (!isAway(error)) throw error;
      tellOutage(error, { project: build.projectId });
    }
    return !signal.aborted;
  };
};
