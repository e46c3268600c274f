import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkTeam, createTeam, deleteTeam, listTeams, reorderTeam, updateTeam } from '../teams';

const { methods } = TeamsServiceDefinition;

export const teamsRpc = (deps: Deps): ServiceImplementation =>
  implement(TeamsServiceDefinition, {
    listTeams: (request, context) => listTeams(deps, request, context),
    createTeam: deps.effects.once(methods.createTeam, (request, context) =>
      createTeam(deps, request, context),
    ),
    updateTeam: (request, context) => updateTeam(deps, request, context),
    deleteTeam: (request, context) => deleteTeam(deps, request, context),
    reorderTeam: (request, context) => reorderTeam(deps, request, context),
    checkTeam: (request, context) => checkTeam(deps, request, context),
  });
