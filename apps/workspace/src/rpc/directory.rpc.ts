import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  getMembers,
  getProjectSettings,
  getTeams,
  resolveAccess,
  resolveAccount,
  resolveHelpcenterSite,
  resolveProjectKey,
  resolveSecretKey,
  resolveServiceToken,
} from '../directory';
import { publicKeySet } from '../tokens';

export const directoryRpc = (deps: Deps): ServiceImplementation =>
  implement(DirectoryServiceDefinition, {
    getSigningKeys: async () => ({ jwks: await publicKeySet(deps) }),
    resolveAccess: (request) => resolveAccess(deps, request),
    resolveAccount: (request) => resolveAccount(deps, request),
    resolveServiceToken: (request) => resolveServiceToken(deps, request),
    resolveSecretKey: (request) => resolveSecretKey(deps, request),
    resolveProjectKey: (request) => resolveProjectKey(deps, request),
    getProjectSettings: (request) => getProjectSettings(deps, request),
    resolveHelpcenterSite: (request) => resolveHelpcenterSite(deps, request),
    getMembers: (request) => getMembers(deps, request),
    getTeams: (request) => getTeams(deps, request),
  });
