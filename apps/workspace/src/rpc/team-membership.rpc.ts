import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTeamsOfMember } from '../directory';

export const teamMembershipRpc = (deps: Deps): ServiceImplementation =>
  implement(TeamMembershipServiceDefinition, {
    getTeamsOfMember: (request) => getTeamsOfMember(deps, request),
  });
