import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { createVectorKeeper, VECTORS_DUE } from '../feature-requests/keep-vectors';

/** Milliseconds between two looks for changed feature requests of which this process was not told. */
const VECTOR_INTERVAL = 2_500;

/** What the service does by itself. */
export interface Workers {
  all: readonly Worker[];
  /** Tickets of this process changed. */
  wake(): void;
}

/** The workers of the service. */
export const createWorkers = (deps: Deps, lookout: Lookout): Workers => {
  const { log } = deps;
  const vectors = lookout.worker({
    name: 'feature request vectors',
    due: VECTORS_DUE,
    interval: VECTOR_INTERVAL,
    log,
    round: createVectorKeeper(deps),
  });
  return { all: [vectors], wake: () => vectors.wake() };
};
