import { implementWith } from '@parley/effects';
import { RealtimeServiceDefinition } from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import type { ServiceImplementation } from '@parley/rpc';
import * as channels from '../channels';
import * as presence from '../presence';
import * as projects from '../projects';
import type { RpcDeps } from '../rpc-deps';
import * as typing from '../typing';

/** Everything that the service serves. */
export const createImplementations = (deps: RpcDeps): ServiceImplementation[] => [
  implementWith(deps, RealtimeServiceDefinition, { ...channels, ...presence, ...projects, ...typing }),
];
