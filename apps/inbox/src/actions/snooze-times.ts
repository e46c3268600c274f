/** When a snoozed ticket may wake: later today, which ends at midnight; on the morning of tomorrow, or of the next Monday. */
export const snoozeTimes = (now: Date): { id: 'later' | 'tomorrow' | 'week'; at: Date }[] => {
  const MORNING = 9;
  const night = new Date(now);
  night.setHours(23, 59, 0, 0);
  const inHours = Math.min(now.getTime() + 3 * 3_600_000, night.getTime());
  const later = new Date(Math.max(now.getTime() + 5 * 60_000, inHours));
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  tomorrow.setHours(MORNING, 0, 0, 0);
  const week = new Date(now);
  // Monday is 1; on a Monday it is the next one.
  week.setDate(now.getDate() + ((8 - now.getDay()) % 7 || 7));
  week.setHours(MORNING, 0, 0, 0);
  return [
    { id: 'later', at: later },
    { id: 'tomorrow', at: tomorrow },
    { id: 'week', at: week },
  ];
};
