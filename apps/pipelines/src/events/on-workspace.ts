import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { leaveBoards } from '../boards';
import type { Deps } from '../deps';

/** The durable that gets who left. */
export const WORKSPACE_DURABLE = 'pipelines-workspace';

interface Payload {
  userId?: string;
  team?: { id: string };
}

/** Takes people who left a project, and teams that are gone, off the boards that were shared with them. */
export const onWorkspace =
  (deps: Pick<Deps, 'events' | 'clock'>) =>
  async ({ subject, projectId, payload, headers }: DomainEvent<Payload>, tx: Sql): Promise<void> => {
    const column = subject.endsWith('.member.removed') ? 'users' : 'teams';
    const id = column === 'users' ? payload.userId : payload.team?.id;
    if (id !== undefined) await leaveBoards(tx, deps, { projectId, column, id }, headers);
  };
