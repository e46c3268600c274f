import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getIntegration } from '../integrations';

export const integrationsRpc = (deps: Deps): ServiceImplementation =>
  implement(IntegrationsServiceDefinition, {
    getIntegration: (request) => getIntegration(deps, request),
  });
