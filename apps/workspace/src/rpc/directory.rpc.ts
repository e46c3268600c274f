import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { getMembers } from '../directory/get-members';
import { getProjectSettings } from '../directory/get-project-settings';
import { getTeams } from '../directory/get-teams';
import { resolveAccess } from '../directory/resolve-access';
import { resolveAccount } from '../directory/resolve-account';
import { resolveHelpcenterSite } from '../directory/resolve-helpcenter-site';
import { resolveProjectKey } from '../directory/resolve-project-key';
import { resolveServiceToken } from '../directory/resolve-service-token';
import { publicKeySet } from '../tokens/signing-keys';

export const directoryRpc = (deps: Deps): ServiceImplementation =>
  implement(DirectoryServiceDefinition, {
    getSigningKeys: async () => ({ jwks: await publicKeySet(deps) }),
    resolveAccess: (request) => resolveAccess(deps, request),
    resolveAccount: (request) => resolveAccount(deps, request),
    resolveServiceToken: (request) => resolveServiceToken(deps, request),
    resolveProjectKey: (request) => resolveProjectKey(deps, request),
    getProjectSettings: (request) => getProjectSettings(deps, request),
    resolveHelpcenterSite: (request) => resolveHelpcenterSite(deps, request),
    getMembers: (request) => getMembers(deps, request),
    getTeams: (request) => getTeams(deps, request),
  });
