import type { Sealer } from '@parley/auth';
import { createLocalCache } from '@parley/cache';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { CallContext, Client } from '@parley/rpc';
import { realtimeSecret, type Signer } from './signatures';

/** Milliseconds that a project's key is cached. */
const BELIEF_MS = 4_000;
const MAX_PROJECTS = 10_000;

/** Who signs for projects. */
export interface Signers {
  /** The signer of a project, with a key that is at most 5 s old. */
  of(projectId: string, context: CallContext): Promise<Signer>;
}

/** Asks the workspace service for the public keys of projects. */
export const createSigners = (
  workspace: Pick<Client<DirectoryServiceDefinition>, 'getProjectSettings'>,
  sealer: Pick<Sealer, 'sign'>,
): Signers => {
  const signers = createLocalCache<Signer>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return {
    of: (projectId, context) =>
      signers.getOrLoad(projectId, async () => {
        const { settings } = await workspace.getProjectSettings({ projectId }, context);
        if (!settings) throw new Error('The workspace answered no settings');
        return { key: settings.apiToken, secret: realtimeSecret(sealer, projectId) };
      }),
  };
};
