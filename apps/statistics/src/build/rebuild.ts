import { createJobs } from '@parley/jobs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { rebuildAll } from './begin';
import { countBuildJobs, buildJob } from '../progress';
import { createBuilder } from './builder';

const PAUSE_MS = 500;

/**
 * Reads all projects again, and waits until that is done. A running platform and this process share the work; the figures of a
 * project stay until the new ones replace them.
 */
export const rebuild = async (deps: Deps, say: (line: string) => void): Promise<string> => {
  const count = await rebuildAll(deps);
  say(`statistics: ${count} projects are read anew.`);
  const jobs = createJobs(deps);
  jobs.work(buildJob, createBuilder(deps));
  jobs.start();
  try {
    for (let told = -1; ; await sleep(PAUSE_MS)) {
      const { waiting, dead } = await countBuildJobs(deps.db);
      if (waiting === 0 && dead > 0)
        return `statistics: all but ${dead} of ${count} projects are built; see jobs:list.`;
      if (waiting === 0) return `statistics: ${count} projects are built.`;
      if (waiting !== told) say(`statistics: ${waiting} to go.`);
      told = waiting;
    }
  } finally {
    await jobs.stop();
  }
};
