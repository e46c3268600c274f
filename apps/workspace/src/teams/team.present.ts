import type { TeamReference } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Team } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { Partially } from '@parley/rpc';
import type { TeamRow } from './team.store';

/** A stored team as the public document. */
export const presentTeam = (row: TeamRow, organisationId: string): Partially<Team> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: organisationId,
  name: row.name,
  assignmentMethod: row.assignmentMethod,
  members: row.members,
  selectOnlyOnlineMembers: row.selectOnlyOnlineMembers ?? undefined,
  limitTicketAmount: row.limitTicketAmount ?? undefined,
  ticketAmount: row.ticketAmount ?? undefined,
  countSnoozedTickets: row.countSnoozedTickets ?? undefined,
  slaOptions: row.slaOptions === null ? undefined : { ...row.slaOptions },
  operatingHours: row.operatingHours === null ? undefined : { ...row.operatingHours },
  lexorank: row.lexorank,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** A stored team as other services show one. */
export const presentTeamReference = ({
  id,
  name,
  slaOptions,
}: Pick<TeamRow, 'id' | 'name' | 'slaOptions'>): Partially<TeamReference> => ({
  id,
  name,
  defaultSla: slaOptions?.defaultSla,
});
