import { type Events, isEmbedded, type Transport } from '@parley/events';
import { type Indexer } from '@parley/search';
import { type MailWorker } from '@parley/mail';
import { type Lookout, type Watched } from './lookout';

/** What a service does after it has answered, by queues of its database. */
export interface WatchedQueues {
  transport: Transport;
  events: Pick<Events, 'due' | 'wake'>;
  mail?: Pick<MailWorker, 'due' | 'wake'>;
  indexers?: readonly Pick<Indexer, 'due' | 'wake'>[];
}

/** Milliseconds between two looks at the outbox: processes that share it may die between a commit and the wake. */
const OUTBOX_EVERY = 1_000;
/** The same for the one process there is, which finds only what was left by accident. */
const OWN_OUTBOX_EVERY = 2_500;
const MAIL_EVERY = 2_500;
/** Another process may write, and be found in 2 s. */
const SEARCH_EVERY = 1_000;
const OWN_SEARCH_EVERY = OWN_OUTBOX_EVERY;

/** Has a lookout look at the queues that the process fills and does not have to be told of. */
export const watchBackground = (
  lookout: Pick<Lookout, 'watch'>,
  { transport, events, mail, indexers = [] }: WatchedQueues,
): void => {
  const watch = (name: string, { due, wake }: Pick<Watched, 'due' | 'wake'>, every: number): void =>
    lookout.watch({ name, due, every, wake: () => wake() });
  const isOnly = isEmbedded(transport);
  watch('outbox', events, isOnly ? OWN_OUTBOX_EVERY : OUTBOX_EVERY);
  if (mail) watch('mail', mail, MAIL_EVERY);
  indexers.forEach((indexer, index) =>
    watch(`search index ${index + 1}`, indexer, isOnly ? OWN_SEARCH_EVERY : SEARCH_EVERY),
  );
};
