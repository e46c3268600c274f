import type { Events } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { Metrics } from '@parley/telemetry';

/** Background work of a service, and its database connections. */
export interface Background {
  db: Pick<Database, 'pool'>;
  events?: Pick<Events, 'lag' | 'consumerLag'>;
  mail?: { lag(): Promise<number> };
  jobs?: { lag(): Promise<{ seconds: number; dead: { name: string; count: number }[] }> };
  indexers?: readonly { lag(): Promise<{ oldestSeconds: number }>; setAside(): Promise<number> }[];
}

/** Asks once for all gauges of a scrape. */
const oncePerScrape = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asking: Promise<T> | undefined;
  return () =>
    (asking ??= ask().finally(() => {
      asking = undefined;
    }));
};

/** Reports the connections of a database pool at each scrape. */
export const reportPool = (metrics: Metrics, { pool }: Pick<Database, 'pool'>): void => {
  metrics.gauge({
    name: 'database_connections',
    help: 'Open connections to the database, by state.',
    labels: ['state'],
    read: () => [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    ],
  });
  metrics.gauge({
    name: 'database_connections_limit',
    help: 'Most connections to the database.',
    read: () => pool.options.max,
  });
  metrics.gauge({
    name: 'database_connections_waiting',
    help: 'Work that waits for a connection to the database.',
    read: () => pool.waitingCount,
  });
};

const reportEvents = (metrics: Metrics, events: NonNullable<Background['events']>): void => {
  const lag = oncePerScrape(() => events.lag());
  metrics.gauge({
    name: 'event_outbox_age_seconds',
    help: 'Age of the oldest event that is not delivered everywhere.',
    read: async () => (await lag()).outboxAgeSeconds,
  });
  metrics.gauge({
    name: 'event_outbox_pending',
    help: 'Events that are not delivered everywhere.',
    read: async () => (await lag()).pending,
  });
  metrics.gauge({
    name: 'event_dead_letters',
    help: 'Events that this service failed on and that wait for a replay.',
    read: async () => (await lag()).deadLetters,
  });
  metrics.gauge({
    name: 'event_consumer_pending',
    help: 'Events that a consumer has to handle, by consumer.',
    labels: ['durable'],
    read: async () =>
      (await events.consumerLag()).map(({ durable, pending }) => ({ labels: { durable }, value: pending })),
  });
};

const reportJobs = (metrics: Metrics, jobs: NonNullable<Background['jobs']>): void => {
  const lag = oncePerScrape(() => jobs.lag());
  metrics.gauge({
    name: 'jobs_lag_seconds',
    help: 'How long the job due longest has been waiting.',
    read: async () => (await lag()).seconds,
  });
  metrics.gauge({
    name: 'jobs_dead',
    help: 'Jobs that were set aside and wait for an operator, by name.',
    labels: ['job'],
    read: async () => (await lag()).dead.map(({ name, count }) => ({ labels: { job: name }, value: count })),
  });
};

/** Reports at each scrape how far the background is behind, and the use of the database. */
export const reportBackground = (
  metrics: Metrics,
  { db, events, mail, jobs, indexers }: Background,
): void => {
  reportPool(metrics, db);
  if (events) reportEvents(metrics, events);
  if (mail) {
    metrics.gauge({
      name: 'mail_queue_lag_seconds',
      help: 'How long the most overdue mail has been waiting.',
      read: () => mail.lag(),
    });
  }
  if (jobs) reportJobs(metrics, jobs);
  if (indexers) {
    metrics.gauge({
      name: 'search_index_lag_seconds',
      help: 'Age of the oldest change that search does not know.',
      read: async () => {
        const lags = await Promise.all(indexers.map((indexer) => indexer.lag()));
        return Math.max(...lags.map(({ oldestSeconds }) => oldestSeconds));
      },
    });
    metrics.gauge({
      name: 'search_set_aside',
      help: 'Documents that search does not know because the process ended with them again and again.',
      read: async () => {
        const counts = await Promise.all(indexers.map((indexer) => indexer.setAside()));
        return counts.reduce((sum, count) => sum + count, 0);
      },
    });
  }
};
