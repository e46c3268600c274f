import { differingBits, dot, mostDifferingBits } from '@parley/ai';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A feature request that may have duplicates. */
export interface Comparable {
  id: string;
  upvotesCount: number;
  vector: Float32Array;
  /** Packed signature of the vector. */
  signature: Int32Array;
}

/** Feature requests that ask for the same, the suggested main one first. */
export interface Group {
  ticketIds: string[];
  similarity: number;
}

/** Most tickets of a group: what one merge takes, with the main one. */
export const MAX_GROUP = 101;
/** Comparisons after which other work gets its turn. */
const WORK_A_TURN = 20_000;
const DIGITS = 1e4;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The most wanted first, of equals the oldest. */
const byWeight = (a: Comparable, b: Comparable): number =>
  b.upvotesCount - a.upvotesCount || compareText(a.id, b.id);

/**
 * Groups similar requests. The most wanted request gathers all similar ones that are in no group yet, then the next one does. So
 * every member is similar to the first one, and not merely to another member.
 */
export const groupDuplicates = async (
  requests: readonly Comparable[],
  threshold: number,
  signal: AbortSignal,
): Promise<Group[]> => {
  const open = [...requests].sort(byWeight);
  const mostBits = mostDifferingBits(threshold);
  // Comparing signatures is far quicker than comparing vectors, and most pairs have nothing in common.
  const likeness = (a: Comparable, b: Comparable): number =>
    differingBits(a.signature, b.signature) > mostBits ? 0 : dot(a.vector, b.vector);
  const groups: Group[] = [];
  let work = 0;
  for (let leader = open.shift(); leader; leader = open.shift()) {
    const scores: number[] = [];
    const ticketIds = [leader.id];
    const rest: Comparable[] = [];
    for (const other of open) {
      const score = ticketIds.length < MAX_GROUP ? likeness(leader, other) : 0;
      if (score < threshold) rest.push(other);
      else {
        scores.push(Math.min(1, score));
        ticketIds.push(other.id);
      }
    }
    work += open.length;
    if (work > WORK_A_TURN) {
      work = 0;
      await nextTurn();
      signal.throwIfAborted();
    }
    if (scores.length === 0) continue;
    open.splice(0, open.length, ...rest);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    groups.push({ ticketIds, similarity: Math.round(mean * DIGITS) / DIGITS });
  }
  return groups.sort((a, b) => b.similarity - a.similarity);
};
