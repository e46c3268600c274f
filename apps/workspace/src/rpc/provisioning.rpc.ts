import { ProvisioningServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/provisioning_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { provisionUser } from '../provisioning';

export const provisioningRpc = (deps: Deps): ServiceImplementation =>
  implement(ProvisioningServiceDefinition, {
    provisionUser: (request, context) => provisionUser(deps, request, context),
  });
