import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { createDriver, nextDue, RUNS_SOON } from '../runs/drive';
import { type Alarm, createAlarm } from './alarm';
import { type Crew } from './crew';

/**
 * Milliseconds between two looks for what this process was not told of: what another one wrote before it died, and was written by
 * accident where there is no other.
 */
const LOOK = 2_000;
const OWN_LOOK = 2_500;

/** What the service does by itself. */
export interface Workers {
  all: readonly Worker[];
  /** Knows when the next run is due. */
  alarm: Pick<Alarm, 'stop'>;
  wakeRuns(at?: Date): void;
}

/** A worker that has stopped once its crew is idle too. */
const until = (worker: Worker, crew: Crew): Worker => ({
  ...worker,
  stop: async () => {
    await worker.stop();
    await crew.idle();
  },
});

/** The workers of the service. */
export const createWorkers = (deps: Deps, lookout: Lookout, { isOnly }: { isOnly: boolean }): Workers => {
  const { log } = deps;
  const interval = isOnly ? OWN_LOOK : LOOK;
  const alarm = createAlarm(deps.clock, () => runs.wake());
  const driver = createDriver(deps);
  const runs = lookout.worker({
    name: 'workflow runs',
    due: RUNS_SOON,
    interval,
    log,
    round: async (signal) => {
      const hasMore = await driver.round(signal);
      const next = hasMore ? undefined : await nextDue(deps.db);
      if (next) alarm.at(next);
      return hasMore;
    },
  });
  return {
    all: [until(runs, driver)],
    alarm,
    wakeRuns: (at) => (at ? alarm.at(at) : runs.wake()),
  };
};
