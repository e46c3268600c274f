import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { forgetGone, GONE_DUE } from '../departures/gone';
import { purgeItems } from '../departures/purge-items';
import { finishItems } from '../items/finish-items';
import { applyPending } from '../tracked/apply-pending';

const PURGE_EVERY = 10_000;
const GONE_EVERY = 3_600_000;

/** What the service does by itself. */
export interface Workers {
  pending: Worker;
  all: readonly Worker[];
}

/** Workers that rest until the lookout, which looks every so many milliseconds, finds something due. */
export const createWorkers = (deps: Deps, lookout: Pick<Lookout, 'worker'>, interval: number): Workers => {
  const { log } = deps;
  const pending = lookout.worker({
    name: 'pending events',
    interval,
    log,
    due: { at: '(SELECT min(not_before) FROM pending_event)' },
    round: () => applyPending(deps),
  });
  const finish = lookout.worker({
    name: 'items to finish',
    interval,
    log,
    due: {
      at: `(SELECT min(stop_sending_after) FROM item
             WHERE status IN ('live', 'paused') AND stop_sending_after IS NOT NULL)`,
    },
    round: () => finishItems(deps),
  });
  const purge = lookout.worker({
    name: 'deleted items',
    interval: PURGE_EVERY,
    log,
    due: 'EXISTS (SELECT FROM deleted_item)',
    round: () => purgeItems(deps),
  });
  const remembered = lookout.worker({
    name: 'what is remembered of contacts that are gone',
    interval: GONE_EVERY,
    log,
    due: GONE_DUE,
    round: () => forgetGone(deps),
  });
  return { pending, all: [pending, finish, purge, remembered] };
};
