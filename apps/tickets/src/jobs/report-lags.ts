import { type Events } from '@parley/events';
import { type MailWorker } from '@parley/mail';
import { type Indexer } from '@parley/search';
import { type Metrics } from '@parley/telemetry';

/** What the service does after it has answered. */
export interface Background {
  events: Pick<Events, 'lag'>;
  indexer: Pick<Indexer, 'lag'>;
  mail: Pick<MailWorker, 'lag'>;
}

/** Reports at each scrape how far the background is behind. */
export const reportLags = (metrics: Metrics, { events, indexer, mail }: Background): void => {
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
    read: async () => (await indexer.lag()).oldestSeconds,
  });
  metrics.gauge({
    name: 'mail_queue_lag_seconds',
    help: 'How long the most overdue mail has been waiting.',
    read: () => mail.lag(),
  });
};
