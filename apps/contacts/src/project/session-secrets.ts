import { createLocalCache } from '@parley/cache';
import { type DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that a project's secret is believed. */
const BELIEF_MS = 5_000;
const MAX_PROJECTS = 10_000;

/** The secrets that sign widget sessions, by project. */
export interface SessionSecrets {
  /** The secret of a project; asks the workspace at most every 5 s. */
  of(projectId: string, context: CallContext): Promise<string>;
}

export const createSessionSecrets = (directory: Client<DirectoryServiceDefinition>): SessionSecrets => {
  const secrets = createLocalCache<string>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return {
    of: (projectId, { requestId, traceparent }) =>
      secrets.getOrLoad(projectId, async () => {
        // Callers share the answer, so none of them lends it identity or deadline.
        const context = systemContext('contacts', {
          projectId,
          requestId,
          ...(traceparent !== undefined && { traceparent }),
        });
        const { settings } = await directory.getProjectSettings({ projectId }, context);
        if (!settings) throw new Error(`The workspace answered no settings of project ${projectId}`);
        return settings.sessionSecret;
      }),
  };
};
