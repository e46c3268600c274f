import type { Events } from '@parley/events';
import type { Indexer } from '@parley/search';
import type { Due, Lookout, Watched } from './lookout';

/** The work of a service after its answer, from queues of its database. */
export interface WatchedQueues {
  events: Pick<Events, 'due' | 'wake' | 'onNudge'>;
  jobs?: { readonly due: Due; wake(): void };
  indexers?: readonly Pick<Indexer, 'due' | 'wake'>[];
}

/**
 * Milliseconds between two polls without a notification. A process that fills a queue notifies, within the process or through NATS.
 * Polls find work without a notification: its process died after the commit, or NATS was unreachable.
 */
const EVERY = 2_500;

/** Registers the service's queues with a lookout. */
export const watchBackground = (
  lookout: Pick<Lookout, 'watch' | 'lookNow'>,
  { events, jobs, indexers = [] }: WatchedQueues,
): void => {
  const watch = (name: string, { due, wake }: Pick<Watched, 'due' | 'wake'>, isShared: boolean): void =>
    lookout.watch({ name, due, every: EVERY, isShared, wake: () => wake() });
  watch('outbox', events, true);
  if (jobs) watch('jobs', jobs, true);
  indexers.forEach((indexer, index) => watch(`search index ${index + 1}`, indexer, true));
  events.onNudge(() => lookout.lookNow());
};
