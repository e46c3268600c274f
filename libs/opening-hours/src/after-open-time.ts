import { openingAt } from './opening';
import type { OperatingHours } from './operating-hours';

/** Openings and closings that are looked at: 20 weeks of office hours. A promise of more, which anybody may make by mistake, must not keep the process busy. */
const MAX_CHANGES = 200;

/**
 * When a team will have been open for so many milliseconds since a time. Of a team that never opens again, and after 200
 * openings and closings, closed time counts too.
 */
export const afterOpenTime = (hours: OperatingHours | undefined, from: Date, milliseconds: number): Date => {
  let [at, left] = [from, milliseconds];
  for (let change = 0; change < MAX_CHANGES; change += 1) {
    const { isOpen, changesAt } = openingAt(hours, at);
    if (!changesAt) break;
    const open = isOpen ? changesAt.getTime() - at.getTime() : 0;
    if (isOpen && open >= left) break;
    left -= open;
    at = changesAt;
  }
  return new Date(at.getTime() + left);
};
