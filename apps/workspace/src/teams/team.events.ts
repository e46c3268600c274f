import { type NewEvent } from '@parley/events';
import { type CallContext } from '@parley/rpc';
import { eventHeaders } from '../event-headers';
import { presentTeamReference } from './team.present';
import { type TeamRow } from './team.store';

const teamEvent = (subject: string, team: TeamRow, context: CallContext): NewEvent => ({
  subject,
  projectId: team.projectId,
  aggregateId: team.id,
  payload: { team: presentTeamReference(team) },
  headers: eventHeaders(context),
});

/** Tells that a team was created or changed. */
export const teamUpdated = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.updated', team, context);

/** Tells that a team is gone. */
export const teamDeleted = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.deleted', team, context);
