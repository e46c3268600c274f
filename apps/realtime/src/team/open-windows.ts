import { isUnavailable } from '@parley/errors';
import { systemContext } from '@parley/rpc';
import { createWorker } from '@parley/runtime';
import { createOutageLog } from '@parley/telemetry';
import type { Deps } from '../deps';

/** Milliseconds until the next report, as long as no answer said another time. */
const RENEW_MS = 60_000;

/** Milliseconds until a report is tried again. */
const RETRY_MS = 1_000;

/** Most people of one report. */
const MAX_REPORTED = 1_000;

/** The members of teams with a window open at this process, over all their projects. */
export interface OpenWindows {
  opened(userId: string): void;
  closed(userId: string): void;
  start(): void;
  /** Reports a last time, so that the time until a person is away begins now. */
  stop(): Promise<void>;
}

/**
 * Reports a person when the first window is opened here and when the last one is closed, and all from time to time. Without a
 * report of any process, the workspace service sets the person away: no other process has to notice that one died.
 */
export const createOpenWindows = ({ windows, log }: Pick<Deps, 'windows' | 'log'>): OpenWindows => {
  const tellOutage = createOutageLog(log, { what: 'Reports of open windows' });
  const counts = new Map<string, number>();
  /** People to report at once. */
  const changed = new Set<string>();
  let renewAfter = RENEW_MS;
  let renewAt = performance.now() + renewAfter;

  const report = async (): Promise<void> => {
    const isDue = performance.now() >= renewAt;
    const userIds = [...new Set([...changed, ...(isDue ? counts.keys() : [])])];
    changed.clear();
    if (isDue) renewAt = performance.now() + renewAfter;
    for (let from = 0; from < userIds.length; from += MAX_REPORTED) {
      const part = userIds.slice(from, from + MAX_REPORTED);
      try {
        const { renewAfterMs } = await windows.reportWindows({ userIds: part }, systemContext('realtime'));
        renewAfter = renewAfterMs;
        renewAt = Math.min(renewAt, performance.now() + renewAfter);
      } catch (error) {
        for (const userId of userIds.slice(from)) changed.add(userId);
        if (!isUnavailable(error)) throw error;
        return tellOutage(error, {});
      }
    }
  };

  const reports = createWorker({
    name: 'open windows',
    interval: () => (changed.size > 0 ? RETRY_MS : Math.max(0, renewAt - performance.now())),
    log,
    round: async () => {
      await report();
      return false;
    },
  });

  const change = (userId: string, by: 1 | -1): void => {
    const before = counts.get(userId) ?? 0;
    if (before + by > 0) counts.set(userId, before + by);
    else counts.delete(userId);
    if (before > 0 && before + by > 0) return;
    changed.add(userId);
    reports.wake();
  };

  return {
    opened: (userId) => change(userId, 1),
    closed: (userId) => change(userId, -1),
    start: () => reports.start(),
    stop: async () => {
      await reports.stop();
      await report().catch((error: unknown) =>
        log.warn({ err: error }, 'The last closed windows could not be reported'),
      );
    },
  };
};
