import type { Progress } from './due';
import type { Item } from './item';
import { readSteps } from './steps';

/** The completed steps that the checklist still has, in the order of completion. */
export const shownSteps = (item: Pick<Item, 'config'>, { completedSteps }: Progress): string[] => {
  const known = new Set(readSteps(item).map(({ id }) => id));
  return completedSteps.filter((id) => known.has(id));
};

/** Whether every step of a checklist is among the completed ones. */
export const isComplete = (item: Pick<Item, 'config'>, completed: readonly string[]): boolean => {
  const steps = readSteps(item);
  return steps.length > 0 && steps.every(({ id }) => completed.includes(id));
};

/** Whether a contact is done with a checklist: once it was, and also when the steps that are left are all completed. */
export const isDone = (item: Pick<Item, 'config'>, { status, completedSteps }: Progress): boolean =>
  status === 'done' || isComplete(item, completedSteps);
