import { createWorker, type Worker } from '@parley/runtime';
import { drainQueues } from '../assignment/drain-queues';
import { fireScheduledReplies, reconcileScheduledReplies } from '../bulk/fire-scheduled-replies';
import { followDepartures } from '../departures/follow-departures';
import { type Deps } from '../deps';
import { createVectorKeeper } from '../feature-requests/keep-vectors';
import { breachOverdue } from '../tickets/breach-overdue';
import { wakeSnoozed } from '../tickets/wake-snoozed';

/** Milliseconds between two looks: a snoozed ticket must wake within 5 s. */
const INTERVAL = 2_500;

/** Milliseconds between two looks for scheduled replies whose worker did not finish. */
const RECONCILE_INTERVAL = 5_000;

/** Milliseconds between two looks for changed feature requests of which this process was not told. */
const VECTOR_INTERVAL = 2_500;

/** What the service does by itself. */
export interface Jobs {
  workers: Worker[];
  /** Tickets of this process changed. */
  wake(): void;
}

/** The workers of the service, those that wait for a time and those that wait for changes. */
export const createJobs = (deps: Deps): Jobs => {
  const vectors = createWorker({
    name: 'feature request vectors',
    interval: VECTOR_INTERVAL,
    log: deps.log,
    round: createVectorKeeper(deps),
  });
  const workers = [
    createWorker({ name: 'snooze', interval: INTERVAL, log: deps.log, round: () => wakeSnoozed(deps) }),
    createWorker({
      name: 'departures',
      interval: INTERVAL,
      log: deps.log,
      round: () => followDepartures(deps),
    }),
    createWorker({ name: 'sla', interval: INTERVAL, log: deps.log, round: () => breachOverdue(deps) }),
    createWorker({
      name: 'scheduled replies',
      interval: INTERVAL,
      log: deps.log,
      round: () => fireScheduledReplies(deps),
    }),
    createWorker({
      name: 'scheduled replies sweep',
      interval: RECONCILE_INTERVAL,
      log: deps.log,
      round: () => reconcileScheduledReplies(deps),
    }),
    createWorker({
      name: 'assignment queues',
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => drainQueues(deps, signal),
    }),
    vectors,
  ];
  return { workers, wake: () => vectors.wake() };
};
