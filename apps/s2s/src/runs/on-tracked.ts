import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { ContactTracked } from '@parley/proto/generated/parley/contacts/v1/events';
import type { Deps } from '../deps';
import { findTriggered } from '../workflows';
import { hasActiveRun } from '../core';
import { startRun } from './start-run';

/** The durable that gets what contacts do. */
export const TRACKED_DURABLE = 's2s-triggers';

/**
 * Starts the workflows of tracked events, each in a conversation of its own: once per event however often it comes, and not while
 * the contact has an active run of that workflow.
 */
export const onTracked =
  (deps: Pick<Deps, 'clock'>) =>
  async (
    { projectId, aggregateId: contactId, payload }: DomainEvent<ContactTracked>,
    tx: Sql,
  ): Promise<undefined> => {
    const { events, channel = 'S2S' } = payload;
    const names = [...new Set(events.map(({ name }) => name))].filter(
      (name) => name !== 'conversation.created',
    );
    const workflows = await findTriggered(tx, projectId, names, channel);
    if (workflows.length === 0) return undefined;
    for (const { id, name, data } of events)
      for (const workflow of workflows) {
        if (workflow.event !== name || (await hasActiveRun(tx, workflow, contactId))) continue;
        await startRun(tx, deps, {
          workflow,
          conversationId: null,
          contactId,
          channel,
          event: { name, ...(data !== undefined && { data }) },
          requestKey: `event:${id}:${workflow.id}`,
          isAsked: false,
        });
      }
    return undefined;
  };
