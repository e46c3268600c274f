/** Rounds to 2 decimals, as figures are read. */
export const round2 = (value: number): number => Number(value.toFixed(2)) + 0;

/** Seconds of milliseconds, with at most 3 decimals. */
export const toSeconds = (ms: number): number => Number((ms / 1_000).toFixed(3)) + 0;

/** Unit in which people read a duration. */
export type TimeUnit = 's' | 'min' | 'h';

const lengths: Readonly<Record<TimeUnit, number>> = { s: 1, min: 60, h: 3_600 };

/** Seconds under a minute, minutes under an hour, else hours. */
export const chooseUnit = (seconds: number): TimeUnit => (seconds < 60 ? 's' : seconds < 3_600 ? 'min' : 'h');

/** A duration in a unit, to 2 decimals. */
export const inUnit = (seconds: number, unit: TimeUnit): number => round2(seconds / lengths[unit]);

/** Change in percent, to 2 decimals; null when there is nothing to compare with. */
export const computeProgress = (value: number | null, previous: number | null): number | null =>
  value === null || previous === null || previous === 0
    ? null
    : round2((100 * (value - previous)) / previous);

/** A share in percent, exactly; null of nothing. */
export const toPercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;
