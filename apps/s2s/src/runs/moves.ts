import { type Next, LEASE_MS, type Pending, type Run } from '../core';

/** A run in which nothing is due any more. */
export const ended = (run: Run, status: Run['status'], now: Date, error: string | null = null): Run => ({
  ...run,
  status,
  waitsFor: null,
  pending: null,
  error,
  endedAt: now,
  dueAt: null,
});

/** An ended run with a ticket that has to show it. */
export const ending = (run: Run, status: Run['status'], now: Date, error: string | null = null): Run => ({
  ...ended(run, status, now, error),
  dueAt: now,
});

/** A run that goes on with a step, or is over when none follows. */
export const goingOn = (run: Run, next: Next, now: Date): Run =>
  next === null
    ? ending(run, 'done', now)
    : {
        ...run,
        status: 'running',
        waitsFor: null,
        pending: null,
        currentStep: next,
        dueAt: new Date(now.getTime() + LEASE_MS),
      };

/** A run that waits. */
export const waiting = (
  run: Run,
  waitsFor: Run['waitsFor'],
  pending: Pending | null,
  dueAt: Date | null,
): Run => ({
  ...run,
  status: 'waiting',
  waitsFor,
  pending,
  dueAt,
});
