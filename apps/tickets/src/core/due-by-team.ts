import { afterOpenTime } from '@parley/opening-hours';
import { type TeamPromise } from './reference.store';

/**
 * When an answer is due to a contact to whom only the ticket's team promises one: its minutes count while it is open. Null
 * when it promises none. While its hours are not known, every minute counts.
 */
export const dueByTeam = (from: Date, promise: TeamPromise | undefined): Date | null => {
  const minutes = promise?.defaultSla ?? 0;
  return minutes > 0 ? afterOpenTime(promise?.operatingHours ?? undefined, from, minutes * 60_000) : null;
};
