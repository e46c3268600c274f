import type { NewEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { deliveryEvent, recordHappening } from '../delivery';
import { type Progress, type Standing, type Item, isComplete, saveProgress } from '../core';

/** Steps that a contact completed; its standing is locked and has a progress. */
export interface Completion {
  item: Item;
  contactId: string;
  standing: Standing & { progress: Progress };
  steps: readonly string[];
  /** Whether the contact did it in its widget, and so has seen the checklist. */
  isSeen: boolean;
  at: Date;
  headers: Record<string, string>;
}

/**
 * Completes steps; those that are done already change nothing. Without any the checklist is done all the same when nothing
 * of it is left to do.
 */
export const completeSteps = async (
  tx: Sql,
  { item, contactId, standing, steps, isSeen, at, headers }: Completion,
): Promise<{ events: NewEvent[]; progress: Progress }> => {
  const before = standing.progress;
  const added = steps.filter((step) => !before.completedSteps.includes(step));
  const completedSteps = [...before.completedSteps, ...added];
  const isDone = before.status === 'active' && isComplete(item, completedSteps);
  if (added.length === 0 && !isDone) return { events: [], progress: before };
  const progress: Progress = {
    ...before,
    completedSteps,
    status: isDone ? 'done' : before.status,
    changedAt: at,
  };
  await saveProgress(tx, item.projectId, progress);
  const { events } = await recordHappening(tx, {
    item,
    contactId,
    standing,
    did: [...(isSeen ? (['seen'] as const) : []), ...(isDone ? (['completed'] as const) : [])],
    steps: added,
    mayOpen: before.status === 'active' && before.dismissedAt === null,
    at,
    headers,
  });
  const place = { item, contactId, deliveryId: progress.id, at, headers };
  return {
    progress,
    events: [
      ...events,
      ...added.map((stepId) => deliveryEvent('checklist', 'step_completed', place, { stepId })),
      ...(isDone ? [deliveryEvent('checklist', 'completed', place)] : []),
    ],
  };
};
