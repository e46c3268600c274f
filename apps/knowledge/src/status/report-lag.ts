import type { Sql } from '@parley/persistence';
import type { Metrics } from '@parley/telemetry';
import { countGivenUpByKind, getLag } from './lag.store';

/** Reports at each scrape how far knowledge is behind its sources, and how much of that was given up. */
export const reportLag = (metrics: Metrics, db: Sql): void => {
  metrics.gauge({
    name: 'knowledge_index_lag_seconds',
    help: 'Age of the oldest change of a document, article or ticket that is not found by meaning yet.',
    read: () => getLag(db),
  });
  metrics.gauge({
    name: 'knowledge_given_up',
    help: 'Documents, articles and tickets that failed 10 times and are left until they change or are reindexed.',
    labels: ['kind'],
    read: async () =>
      (await countGivenUpByKind(db)).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  });
};
