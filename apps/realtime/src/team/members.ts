import { createLocalCache } from '@parley/cache';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** Milliseconds that a name is cached. */
const BELIEF_MS = 5_000;
const MAX_PEOPLE = 10_000;

/** A member of the team as others see it, without the address. */
export interface Member {
  id: string;
  name: string | undefined;
  avatar: string | undefined;
}

/** Who the members of teams are. */
export interface Members {
  /** A member of the project; without name and picture when there are none. */
  of(projectId: string, userId: string, context: CallContext): Promise<Member>;
}

/** Asks the workspace service. */
export const createMembers = ({ workspace }: Pick<Deps, 'workspace'>): Members => {
  const cache = createLocalCache<Member>({ max: MAX_PEOPLE, ttlMs: BELIEF_MS });
  return {
    of: (projectId, userId, context) =>
      cache.getOrLoad(`${projectId} ${userId}`, async () => {
        const { members } = await workspace.getMembers({ projectId, userIds: [userId] }, context);
        const [member] = members;
        return {
          id: userId,
          name: [member?.firstName, member?.lastName].filter(Boolean).join(' ') || undefined,
          avatar: member?.profileImageUrl,
        };
      }),
  };
};
