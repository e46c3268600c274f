import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { leaveTeam } from '../mailboxes';

/** The durable that gets which teams are gone. */
export const WORKSPACE_DURABLE = 'mail-workspace';

/** Mailboxes of a team that is gone have none. */
export const onWorkspace = async (
  { projectId, aggregateId: teamId }: DomainEvent<object>,
  tx: Sql,
): Promise<void> => leaveTeam(tx, projectId, teamId);
