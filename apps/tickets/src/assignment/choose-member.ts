import { randomInt } from 'node:crypto';
import type { TeamRules } from './team-rules';

/** A member's state when a team chooses. */
export interface Candidate {
  id: string;
  available: boolean;
  /** Whether this person must not be chosen, even if all others are busy. */
  isExcluded: boolean;
  /** Open tickets. */
  load: number;
  /** Number of the latest choice of this person in the project; 0 before the first. */
  turn: number;
}

/** The last choice of a team. */
export interface LastChoice {
  userId: string;
  /** Where that person stood in the team. */
  position: number;
}

/** The inputs of a choice. */
export type Rules = Pick<TeamRules, 'method' | 'onlyAvailable' | 'ticketLimit'>;

/** Whether a member may get a ticket. */
export const isFree = (
  { onlyAvailable, ticketLimit }: Rules,
  { available, isExcluded, load }: Candidate,
): boolean =>
  !isExcluded && (available || !onlyAvailable) && (ticketLimit === undefined || load < ticketLimit);

/** Members in the order of their turns: after the last one; when that person left, from the member now at that position. */
const fromNext = (members: readonly Candidate[], last: LastChoice | undefined): Candidate[] => {
  const index = members.findIndex(({ id }) => id === last?.userId);
  const start = index < 0 ? (last?.position ?? 0) : index + 1;
  return [...members.slice(start), ...members.slice(0, start)];
};

/** Fewest open tickets first, then the longest since the last choice. */
const byLoad = (members: readonly Candidate[]): Candidate[] =>
  [...members].sort((a, b) => a.load - b.load || a.turn - b.turn);

/**
 * The member of a team who gets the next ticket; undefined when no member is available.
 *
 * @param members In the order of the team.
 */
export const chooseMember = (
  rules: Rules,
  members: readonly Candidate[],
  last: LastChoice | undefined,
): Candidate | undefined => {
  const free = (list: readonly Candidate[]): Candidate[] => list.filter((member) => isFree(rules, member));
  switch (rules.method) {
    case 'random': {
      const candidates = free(members);
      return candidates.length > 0 ? candidates[randomInt(candidates.length)] : undefined;
    }
    case 'balanced':
      return byLoad(free(members))[0];
    case 'circular':
      return free(fromNext(members, last))[0];
    default:
      return undefined;
  }
};
