import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { createServiceAccount, listServiceAccounts, revokeServiceAccount } from '../service-accounts';

const { methods } = ServiceAccountsServiceDefinition;

export const serviceAccountsRpc = (deps: Deps): ServiceImplementation =>
  implement(ServiceAccountsServiceDefinition, {
    listServiceAccounts: (request, context) => listServiceAccounts(deps, request, context),
    createServiceAccount: deps.effects.once(methods.createServiceAccount, (request, context) =>
      createServiceAccount(deps, request, context),
    ),
    revokeServiceAccount: (request, context) => revokeServiceAccount(deps, request, context),
  });
