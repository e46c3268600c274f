import type { NewEvent } from '@parley/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { presentTeamReference } from './team.present';
import type { TeamRow } from './team.store';

const teamEvent = (subject: string, team: TeamRow, context: CallContext, rest: object = {}): NewEvent => ({
  subject,
  projectId: team.projectId,
  aggregateId: team.id,
  payload: { team: presentTeamReference(team), ...rest },
  headers: eventHeaders(context),
});

/** The event of a created or changed team, with its opening hours. */
export const teamUpdated = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.updated', team, context, {
    operatingHours: team.operatingHours ?? undefined,
    updatedAt: team.updatedAt.toISOString(),
  });

/** The event of a deleted team. */
export const teamDeleted = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.deleted', team, context);
