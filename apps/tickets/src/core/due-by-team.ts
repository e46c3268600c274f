import { afterOpenTime } from '@parley/opening-hours';
import type { TeamPromise } from './reference.store';

/**
 * Due time of an answer when only the ticket's team has an SLA: its minutes count while it is open. Null without an SLA. While its
 * hours are unknown, every minute counts.
 */
export const dueByTeam = (from: Date, promise: TeamPromise | undefined): Date | null => {
  const minutes = promise?.defaultSla ?? 0;
  return minutes > 0 ? afterOpenTime(promise?.operatingHours ?? undefined, from, minutes * 60_000) : null;
};
