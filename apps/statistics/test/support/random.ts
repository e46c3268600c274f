/** Random choices that a seed makes again. */
export interface Dice {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below a limit. */
  below(limit: number): number;
  one<T>(values: readonly T[]): T;
  chance(of: number): boolean;
}

/** Mulberry32, a small generator that is even enough for tests. */
export const createDice = (seed: number): Dice => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    one: (values) => values[below(values.length)] as never,
    chance: (of) => next() < of,
  };
};
