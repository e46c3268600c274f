import type { AfterCommit, DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { senderLeaves } from '../items';

/** The durable that gets who left a project. */
export const WORKSPACE_DURABLE = 'engagement-workspace';

/** Who left a project is no longer the sender of its items. */
export const onWorkspace =
  (deps: Pick<Deps, 'events' | 'clock'>) =>
  async (
    { projectId, aggregateId: userId, headers, createdAt }: DomainEvent,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const isChanged = await senderLeaves(tx, deps, { projectId, userId, leftAt: createdAt }, headers);
    return isChanged ? () => deps.events.wake() : undefined;
  };
