import { differingBits, dot, mostDifferingBits } from '@parley/ai';
import type { TicketGroup } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { createPauses } from '@parley/timing';

/** A ticket that may say the same as others. */
export interface Comparable {
  id: string;
  /** Of length 1. */
  vector: Float32Array;
  /** Packed signature of the vector. */
  signature: Int32Array;
}

/** Most tickets of a group: what one merge takes, with the main one. */
const MAX_GROUP = 101;
const DIGITS = 1e4;

/**
 * Groups similar tickets. The first one gathers all similar ones, then the next one does that is in no group yet. So every member
 * is similar to the first one, and not merely to another member.
 */
export const groupAlike = async (
  tickets: readonly Comparable[],
  threshold: number,
  signal: AbortSignal,
): Promise<TicketGroup[]> => {
  const open = [...tickets];
  const mostBits = mostDifferingBits(threshold);
  // Comparing signatures is far quicker than comparing vectors, and most pairs have nothing in common.
  const likeness = (a: Comparable, b: Comparable): number =>
    differingBits(a.signature, b.signature) > mostBits ? 0 : dot(a.vector, b.vector);
  const groups: TicketGroup[] = [];
  const pause = createPauses();
  for (let leader = open.shift(); leader; leader = open.shift()) {
    await pause();
    signal.throwIfAborted();
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
    if (scores.length === 0) continue;
    open.splice(0, open.length, ...rest);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    groups.push({ ticketIds, similarity: Math.round(mean * DIGITS) / DIGITS });
  }
  return groups.sort((a, b) => b.similarity - a.similarity);
};
