import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { reportPresence } from '../presence';

export const presenceRpc = (deps: Deps): ServiceImplementation =>
  implement(PresenceServiceDefinition, {
    reportPresence: (request) => reportPresence(deps, request),
  });
