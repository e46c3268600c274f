import { type Lookout, type Worker } from '@parley/runtime';
import { drainQueues, WAITING_TEAMS_DUE } from '../assignment/drain-queues';
import { settleUnknownContacts, UNKNOWN_DUE } from '../contacts/settle-unknown-contacts';
import { DEPARTURES_DUE, followDepartures } from '../departures/follow-departures';
import { type Deps } from '../deps';
import { createVectorKeeper, VECTORS_DUE } from '../feature-requests/keep-vectors';
import { HOURS_DUE, learnHours } from '../references/learn-hours';
import { breachOverdue, OVERDUE_DUE } from '../tickets/breach-overdue';
import { SNOOZED_DUE, wakeSnoozed } from '../tickets/wake-snoozed';

/** Milliseconds between two looks: a snoozed ticket must wake within 5 s. */
const INTERVAL = 2_500;

/** Milliseconds between two looks for changed feature requests of which this process was not told. */
const VECTOR_INTERVAL = 2_500;

/** Milliseconds between two looks for what a former release left. */
const UNKNOWN_INTERVAL = 5_000;

/** What the service does by itself. */
export interface Workers {
  all: readonly Worker[];
  /** Tickets of this process changed. */
  wake(): void;
}

/** The workers of the service, those that wait for a time and those that wait for changes. */
export const createWorkers = (deps: Deps, lookout: Lookout): Workers => {
  const { log } = deps;
  const vectors = lookout.worker({
    name: 'feature request vectors',
    due: VECTORS_DUE,
    interval: VECTOR_INTERVAL,
    log,
    round: createVectorKeeper(deps),
  });
  const workers = [
    lookout.worker({
      name: 'snooze',
      due: SNOOZED_DUE,
      interval: INTERVAL,
      log,
      round: () => wakeSnoozed(deps),
    }),
    lookout.worker({
      name: 'departures',
      due: DEPARTURES_DUE,
      interval: INTERVAL,
      log,
      round: () => followDepartures(deps),
    }),
    lookout.worker({
      name: 'sla',
      due: OVERDUE_DUE,
      interval: INTERVAL,
      log,
      round: () => breachOverdue(deps),
    }),
    lookout.worker({
      name: 'assignment queues',
      due: WAITING_TEAMS_DUE,
      interval: INTERVAL,
      log,
      round: (signal) => drainQueues(deps, signal),
    }),
    lookout.worker({
      name: 'unknown contacts',
      due: UNKNOWN_DUE,
      interval: UNKNOWN_INTERVAL,
      log,
      round: () => settleUnknownContacts(deps),
    }),
    lookout.worker({
      name: 'hours of teams',
      due: HOURS_DUE,
      interval: UNKNOWN_INTERVAL,
      log,
      round: () => learnHours(deps),
    }),
    vectors,
  ];
  return { all: workers, wake: () => vectors.wake() };
};
