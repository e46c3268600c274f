import { TeamsServiceDefinition as teams } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { operation } from '../rest';

export const teamOperations = [
  operation('teams.list', 'GET /teams', teams, 'listTeams', {
    permission: 'TEAM_FIND',
    page: { default: 1000, max: 1000 },
    out: 'teams',
  }),
  operation('teams.create', 'POST /teams', teams, 'createTeam', {
    permission: 'TEAM_CREATE',
    out: 'team',
  }),
  operation('teams.update', 'PUT /teams/{teamId}', teams, 'updateTeam', {
    permission: 'TEAM_UPDATE',
    out: 'team',
    exists: 'checkTeam',
  }),
  operation('teams.delete', 'DELETE /teams/{teamId}', teams, 'deleteTeam', {
    permission: 'TEAM_DELETE',
    out: 'team',
  }),
  operation('teams.reorder', 'PUT /teams/{teamId}/order', teams, 'reorderTeam', {
    permission: 'TEAM_UPDATE',
    out: 'team',
    exists: 'checkTeam',
  }),
];
