import { RosterServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/roster_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { streamMembers, streamTeams } from '../roster';

export const rosterRpc = (deps: Deps): ServiceImplementation =>
  implement(RosterServiceDefinition, {
    streamTeams: (request) => streamTeams(deps, request),
    streamMembers: (request) => streamMembers(deps, request),
  });
