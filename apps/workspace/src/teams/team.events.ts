import { type NewEvent } from '@parley/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { presentTeamReference } from './team.present';
import { type TeamRow } from './team.store';

const teamEvent = (subject: string, team: TeamRow, context: CallContext, rest: object = {}): NewEvent => ({
  subject,
  projectId: team.projectId,
  aggregateId: team.id,
  payload: { team: presentTeamReference(team), ...rest },
  headers: eventHeaders(context),
});

/** Tells that a team was created or changed, and when it works from then on. */
export const teamUpdated = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.updated', team, context, {
    operatingHours: team.operatingHours ?? undefined,
    updatedAt: team.updatedAt.toISOString(),
  });

/** Tells that a team is gone. */
export const teamDeleted = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.deleted', team, context);
