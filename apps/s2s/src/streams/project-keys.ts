import { createLocalCache } from '@parley/cache';
import { type DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client } from '@parley/rpc';

/** Milliseconds that a project's key is believed. */
const BELIEF_MS = 5_000;
const MAX_PROJECTS = 10_000;

/** The public keys of projects. */
export interface ProjectKeys {
  /** The public key of a project; at most 5 s old. */
  of(projectId: string, context: CallContext): Promise<string>;
}

/** Asks the workspace service. */
export const createProjectKeys = (directory: Client<DirectoryServiceDefinition>): ProjectKeys => {
  const keys = createLocalCache<string>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return {
    of: (projectId, context) =>
      keys.getOrLoad(projectId, async () => {
        const { settings } = await directory.getProjectSettings({ projectId }, context);
        if (!settings) throw new Error('The workspace answered no settings');
        return settings.apiToken;
      }),
  };
};
