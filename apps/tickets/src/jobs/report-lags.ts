import { type Events } from '@parley/events';
import { type MailWorker } from '@parley/mail';
import { type Indexer } from '@parley/search';
import { type Metrics } from '@parley/telemetry';

/** What the service does after it has answered. */
export interface Background {
  events: Pick<Events, 'lag'>;
  indexers: readonly Pick<Indexer, 'lag'>[];
  mail: Pick<MailWorker, 'lag'>;
  scheduledReplies: { lateness(): Promise<number> };
  vectors: { lag(): Promise<number> };
}

/** Reports at each scrape how far the background is behind. */
export const reportLags = (metrics: Metrics, background: Background): void => {
  const { events, indexers, mail, scheduledReplies, vectors } = background;
  metrics.gauge({
    name: 'event_outbox_age_seconds',
    help: 'Age of the oldest event that is not delivered everywhere.',
    read: async () => (await events.lag()).outboxAgeSeconds,
  });
  metrics.gauge({
    name: 'event_dead_letters',
    help: 'Events that this service failed on and that wait for a replay.',
    read: async () => (await events.lag()).deadLetters,
  });
  metrics.gauge({
    name: 'search_index_lag_seconds',
    help: 'Age of the oldest change that search does not know.',
    read: async () => {
      const lags = await Promise.all(indexers.map((indexer) => indexer.lag()));
      return Math.max(...lags.map(({ oldestSeconds }) => oldestSeconds));
    },
  });
  metrics.gauge({
    name: 'mail_queue_lag_seconds',
    help: 'How long the most overdue mail has been waiting.',
    read: () => mail.lag(),
  });
  metrics.gauge({
    name: 'scheduled_reply_lateness_seconds',
    help: 'How long the most overdue scheduled reply has been waiting to fire.',
    read: () => scheduledReplies.lateness(),
  });
  metrics.gauge({
    name: 'feature_request_vector_lag_seconds',
    help: 'Age of the oldest change of a feature request that it is not compared by yet.',
    read: () => vectors.lag(),
  });
};
