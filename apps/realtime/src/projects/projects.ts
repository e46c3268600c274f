import { createLocalCache } from '@parley/cache';
import { DomainError } from '@parley/errors';
import type { ProjectSettings } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { realtimeSecret, type Signer } from '@parley/realtime';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** Milliseconds that a project's settings are cached. */
const BELIEF_MS = 4_000;
const MAX_PROJECTS = 10_000;

/** A project as connections need it. */
export interface Project {
  id: string;
  organisationId: string;
  allowedDomains: readonly string[];
  /** Its public key, and the secret that signs for its channels. */
  signer: Signer;
}

/** Projects by their public keys; answers are at most 5 s old. */
export interface Projects {
  /** null for a key that no project has. */
  byKey(key: string): Promise<Project | null>;
}

const isUnknown = (error: unknown): boolean =>
  error instanceof DomainError && error.reason === 'INVALID_SESSION';

/** Asks the workspace service. */
export const createProjects = ({ workspace, sealer }: Pick<Deps, 'workspace' | 'sealer'>): Projects => {
  const keys = createLocalCache<Project | null>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  const read = (settings: ProjectSettings | undefined): Project => {
    if (!settings) throw new Error('The workspace answered no settings');
    const { id, organisationId, allowedDomains, apiToken: key } = settings;
    return { id, organisationId, allowedDomains, signer: { key, secret: realtimeSecret(sealer, id) } };
  };
  return {
    byKey: (key) =>
      keys.getOrLoad(key, async () => {
        try {
          const { settings } = await workspace.resolveProjectKey(
            { apiToken: key },
            systemContext('realtime'),
          );
          return read(settings);
        } catch (error) {
          if (isUnknown(error)) return null;
          throw error;
        }
      }),
  };
};
