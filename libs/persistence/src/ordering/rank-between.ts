import { FIRST_RANK, rankAfter } from './lexorank';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const LOWEST = '0';
const HIGHEST = 'z';

/** Most characters of a rank that is made here; others may be longer. */
export const MAX_RANK = 64;

/** Prefix of a rank that cannot be lowered: room for 36^4 more before it. */
const GROWTH = 'zzzz';

/** The digits strictly between two characters, without the lowest: nothing would fit before a rank that ends with it. */
const digitsBetween = (low: string, high: string): string[] =>
  [...DIGITS].filter((digit) => digit !== LOWEST && digit > low && (high === '' || digit < high));

const findMiddle = (digits: readonly string[]): string | undefined => digits[digits.length >> 1];

/** The shortest text of digits that sorts after `low`, in the middle of those. */
const above = (low: string): string => {
  let kept = 0;
  while (kept < low.length && low.charAt(kept) >= HIGHEST) kept += 1;
  return low.slice(0, kept) + (findMiddle(digitsBetween(low.charAt(kept), '')) ?? FIRST_RANK);
};

/** The shortest text of digits that sorts before `high`, in the middle of those; undefined when nothing does. */
const below = (high: string): string | undefined => {
  let kept = 0;
  while (kept < high.length && high.charAt(kept) === LOWEST) kept += 1;
  if (kept === high.length) return undefined;
  const digit = findMiddle(digitsBetween('', high.charAt(kept)));
  return high.slice(0, kept) + (digit ?? LOWEST + FIRST_RANK);
};

const shorter = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return other.length < one.length ? other : one;
};

/** The shortest text between two, in the middle of those. An empty `low` is below everything, an empty `high` above. */
const middle = (low: string, high: string): string | undefined => {
  if (high === '') return above(low);
  if (low >= high) return undefined;
  let shared = 0;
  while (shared < low.length && low.charAt(shared) === high.charAt(shared)) shared += 1;
  const [start, lowCharacter, highCharacter] = [
    low.slice(0, shared),
    low.charAt(shared),
    high.charAt(shared),
  ];
  const digit = findMiddle(digitsBetween(lowCharacter, highCharacter));
  if (digit !== undefined) return start + digit;
  if (lowCharacter === '') {
    const under = below(high.slice(shared));
    return under === undefined ? undefined : start + under;
  }
  const under = below(high.slice(shared + 1));
  return shorter(
    start + lowCharacter + above(low.slice(shared + 1)),
    under === undefined ? undefined : start + highCharacter + under,
  );
};

const fitting = (rank: string | undefined): string | undefined =>
  rank === undefined || rank.length > MAX_RANK ? undefined : rank;

/** As `rankAfter` backwards: the number in base 36 before a rank, and one with more digits when there is none. */
const rankBefore = (first: string): string | undefined => {
  for (let index = first.length - 1; index >= 0; index -= 1) {
    const digit = [...DIGITS].findLast((candidate) => candidate < first.charAt(index));
    const lowered = first.slice(0, index) + (digit ?? '') + HIGHEST.repeat(first.length - index - 1);
    // A rank of lowest digits alone would have nothing before it.
    if (digit !== undefined && /[^0]/.test(lowered)) return lowered;
  }
  const last = first.search(/[^0]/);
  return last === -1 ? undefined : first.slice(0, last) + LOWEST + GROWTH;
};

/** A short rank after one that leaves no room for `rankAfter`; undefined when its first characters cannot be raised. */
const raised = (last: string): string | undefined => {
  const cut = last.slice(0, MAX_RANK);
  const next = rankAfter(cut);
  return next.length === cut.length ? next : undefined;
};

/**
 * A rank that sorts between two, byte by byte; without the one before or without the one after it is made by counting, so
 * that additions at either end stay short, and without either it is the first. At most 64 characters, digits of base 36
 * beside those that the neighbours have in common with it: between ranks made so it has no others. Neighbours may be any
 * ranks of `0-9A-Za-z|:`. Undefined when the gap is too narrow.
 */
export const rankBetween = (before: string | undefined, after: string | undefined): string | undefined => {
  if (before === undefined && after === undefined) return FIRST_RANK;
  if (before === undefined) return fitting(rankBefore(after ?? ''));
  if (after === undefined) return fitting(rankAfter(before)) ?? fitting(raised(before));
  return after === '' ? undefined : fitting(middle(before, after));
};

/**
 * So many ranks in their order, spread evenly between two, or from either end when a bound is undefined. Undefined when
 * they do not fit.
 */
export const spreadRanks = (
  before: string | undefined,
  after: string | undefined,
  count: number,
): string[] | undefined => {
  const ranks = Array.from({ length: count }, () => '');
  const fill = (low: string, high: string, from: number, to: number): boolean => {
    if (from >= to) return true;
    const at = (from + to) >> 1;
    const rank = fitting(middle(low, high));
    if (rank === undefined) return false;
    ranks[at] = rank;
    return fill(low, rank, from, at) && fill(rank, high, at + 1, to);
  };
  return after !== '' && fill(before ?? '', after ?? '', 0, count) ? ranks : undefined;
};
