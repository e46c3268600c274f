import type { Metrics } from '@parley/telemetry';
import type { Deps } from '../deps';
import { readBuildLag } from '../progress';
import { countStale } from '../story';

/** Reports at each scrape the requested builds, and the number of tickets that were computed too early. */
export const reportBuilds = (metrics: Metrics, { db, clock }: Pick<Deps, 'db' | 'clock'>): void => {
  metrics.gauge({
    name: 'statistics_builds_waiting',
    help: 'Projects whose statistics are to be built, or are being built.',
    read: async () => (await readBuildLag(db, clock())).waiting,
  });
  metrics.gauge({
    name: 'statistics_build_age_seconds',
    help: 'How long ago the oldest build that is not done was asked for.',
    read: async () => (await readBuildLag(db, clock())).age,
  });
  metrics.gauge({
    name: 'statistics_stale_tickets',
    help: 'Tickets whose facts are to be told anew.',
    read: () => countStale(db),
  });
};
