import { type NewEvent } from '@parley/events';
import { type CallContext } from '@parley/rpc';
import { eventHeaders } from '../event-headers';
import { type TeamRow } from './team.store';

const teamEvent = (subject: string, { projectId, id, name }: TeamRow, context: CallContext): NewEvent => ({
  subject,
  projectId,
  aggregateId: id,
  payload: { team: { id, name } },
  headers: eventHeaders(context),
});

/** Tells that a team was created or changed. */
export const teamUpdated = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.updated', team, context);

/** Tells that a team is gone. */
export const teamDeleted = (team: TeamRow, context: CallContext): NewEvent =>
  teamEvent('workspace.v1.team.deleted', team, context);
