import { type Sql } from '@parley/persistence';
import { type Metrics } from '@parley/telemetry';
import { getLag } from './lag.store';

/** Reports at each scrape how far knowledge is behind what it is made of. */
export const reportLag = (metrics: Metrics, db: Sql): void => {
  metrics.gauge({
    name: 'knowledge_index_lag_seconds',
    help: 'Age of the oldest change of a document, article or ticket that is not found by meaning yet.',
    read: () => getLag(db),
  });
};
