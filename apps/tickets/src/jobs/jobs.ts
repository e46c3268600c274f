import { createWorker, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { breachOverdue } from '../tickets/breach-overdue';
import { wakeSnoozed } from '../tickets/wake-snoozed';

/** Milliseconds between two looks: a snoozed ticket must wake within 5 s. */
const INTERVAL = 1_000;

/** What the service does by itself at given times. */
export const createJobs = (deps: Deps): Worker[] => [
  createWorker({ name: 'snooze', interval: INTERVAL, log: deps.log, round: () => wakeSnoozed(deps) }),
  createWorker({ name: 'sla', interval: INTERVAL, log: deps.log, round: () => breachOverdue(deps) }),
];
