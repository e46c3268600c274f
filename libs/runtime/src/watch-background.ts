import { type Events } from '@parley/events';
import { type Indexer } from '@parley/search';
import { type Due, type Lookout, type Watched } from './lookout';

/** What a service does after it has answered, by queues of its database. */
export interface WatchedQueues {
  events: Pick<Events, 'due' | 'wake' | 'onNudge'>;
  jobs?: { readonly due: Due; wake(): void };
  indexers?: readonly Pick<Indexer, 'due' | 'wake'>[];
}

/**
 * Milliseconds between two looks that nobody asked for. Whoever fills a queue says so, in this process or in another one; a
 * look by itself finds what was left by accident: a process died between a commit and its word, or NATS was away.
 */
const EVERY = 2_500;

/** Has a lookout look at the queues that the process fills and does not have to be told of. */
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
