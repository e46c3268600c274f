import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';

/** Milliseconds that a project's settings are cached: a change takes effect within 2 s. */
const BELIEF_MS = 1_500;
const MAX_PROJECTS = 10_000;

interface SessionSettings {
  /** The signing secret, then others with accepted signatures. */
  secrets: readonly [string, ...string[]];
  demandsProof: boolean;
}

/** The secrets that sign widget sessions, by project. */
export interface SessionSecrets {
  /** The secret of a project; asks the workspace at most every 1.5 s. */
  of(projectId: string, context: CallContext): Promise<string>;
  /** The signing secret and the former one, which is accepted for a time after a rotation. */
  accepted(projectId: string, context: CallContext): Promise<readonly string[]>;
  /** Whether a contact of the project has to prove its userId with a signature under the secret. */
  demandsProof(projectId: string, context: CallContext): Promise<boolean>;
}

export const createSessionSecrets = (directory: Client<DirectoryServiceDefinition>): SessionSecrets => {
  const projects = createLocalCache<SessionSettings>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const findSettings = (
    projectId: string,
    { requestId, traceparent }: CallContext,
  ): Promise<SessionSettings> =>
    projects.getOrLoad(projectId, async () => {
      // Callers share the answer, so none of them lends it identity or deadline.
      const context = systemContext('contacts', {
        projectId,
        requestId,
        ...(traceparent !== undefined && { traceparent }),
      });
      const { settings } = await directory.getProjectSettings({ projectId }, context);
      if (!settings) throw new Error(`The workspace answered no settings of project ${projectId}`);
      return {
        secrets: [settings.sessionSecret, ...settings.acceptedSessionSecrets],
        demandsProof: settings.identityVerification,
      };
    });
  return {
    of: async (projectId, context) => (await findSettings(projectId, context)).secrets[0],
    accepted: async (projectId, context) => (await findSettings(projectId, context)).secrets,
    demandsProof: async (projectId, context) => (await findSettings(projectId, context)).demandsProof,
  };
};
