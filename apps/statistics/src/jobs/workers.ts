import { type Lookout, type Worker } from '@parley/runtime';
import { BUILD_DUE, createBuilder } from '../build/build-round';
import { type Deps } from '../deps';
import { markFacts, MARKS_DUE } from '../facts/trait-marks';
import { forgetGone, GONE_DUE } from '../gone/forget-gone';
import { retellStale, STALE_DUE } from '../story/retell-stale';

const BUILD_EVERY = 2_500;
/** Figures that were told too early are right within 5 s. */
const STALE_EVERY = 2_500;
const GONE_EVERY = 3_600_000;
const MARKS_EVERY = 2_500;

/** Workers that rest until the lookout finds something due. */
export const createWorkers = (deps: Deps, lookout: Pick<Lookout, 'worker'>): readonly Worker[] => {
  const { log } = deps;
  return [
    lookout.worker({
      name: 'builds',
      interval: BUILD_EVERY,
      log,
      due: BUILD_DUE,
      round: createBuilder(deps),
    }),
    lookout.worker({
      name: 'facts to tell anew',
      interval: STALE_EVERY,
      log,
      due: STALE_DUE,
      round: () => retellStale(deps),
    }),
    lookout.worker({
      name: 'facts to give traits',
      interval: MARKS_EVERY,
      log,
      due: MARKS_DUE,
      round: () => markFacts(deps),
    }),
    lookout.worker({
      name: 'what is remembered of deleted ones',
      interval: GONE_EVERY,
      log,
      due: GONE_DUE,
      round: async () => {
        await forgetGone(deps);
        return false;
      },
    }),
  ];
};
