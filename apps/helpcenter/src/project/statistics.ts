import { createLocalCache } from '@parley/cache';
import type { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that an answer is cached, also none. */
const BELIEF_MS = 5_000;
const MAX_PROJECTS = 10_000;
/** Longest wait for an answer, in milliseconds: a widget begins with it. */
const TIMEOUT_MS = 300;

/** The help center's client of the statistics service. */
export interface Statistics {
  /** Whether a member of the project is online; false when that is not known in time. */
  isOnline(projectId: string, context: CallContext): Promise<boolean>;
}

/** Asks the statistics service, for a project at most every 5 s. */
export const createStatisticsClient = (
  presence: Pick<Client<PresenceServiceDefinition>, 'countOnline'>,
): Statistics => {
  const projects = createLocalCache<boolean>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return {
    isOnline: (projectId, { requestId }) =>
      projects.getOrLoad(projectId, async () => {
        const context = systemContext('helpcenter', { projectId, requestId });
        const deadline = Date.now() + TIMEOUT_MS;
        return presence.countOnline({ projectId }, { ...context, deadline }).then(
          ({ count }) => count > 0,
          () => false,
        );
      }),
  };
};
