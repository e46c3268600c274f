import type { Change } from '../facts';

type Spread = Change['spreads'][number];

/** Adds up how durations of a whole project are spread: some 80,000 sums a year. */
export const createSpreadSums = (): { add(spreads: readonly Spread[]): void; all(): Spread[] } => {
  const sums = new Map<string, Spread>();
  return {
    add: (spreads) => {
      for (const spread of spreads) {
        const { figure, working, day, bucket, count, total } = spread;
        const key = `${figure} ${working} ${day} ${bucket}`;
        const sum = sums.get(key);
        if (!sum) sums.set(key, { ...spread });
        else {
          sum.count += count;
          sum.total += total;
        }
      }
    },
    all: () => [...sums.values()],
  };
};
