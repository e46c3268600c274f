const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps in seconds: people read their multiples as times. */
const STEPS = [
  1,
  5,
  10,
  15,
  30,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

const MOST_STEPS = 5;

/** The step between the values of an axis of times, in seconds: 30 min or 2 h, and not 1,000 s. */
export const chooseStep = (most: number): number =>
  STEPS.find((step) => step * MOST_STEPS >= most) ?? DAY * Math.ceil(most / MOST_STEPS / DAY);
