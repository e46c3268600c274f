import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getServiceAccounts } from '../directory';

export const serviceAccountDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(ServiceAccountDirectoryServiceDefinition, {
    getServiceAccounts: (request) => getServiceAccounts(deps, request),
  });
