import { TeamHoursServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_hours_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTeamHours } from '../teams';

export const teamHoursRpc = (deps: Deps): ServiceImplementation =>
  implement(TeamHoursServiceDefinition, {
    getTeamHours: (request, context) => getTeamHours(deps, request, context),
  });
