import type { Metrics } from '@parley/telemetry';
import type { HealthChecks } from './module';
import { askReadiness } from './ops-server';

/** Shorter than a scrape waits for one value, in milliseconds. */
const LIMIT_MS = 2_000;

/** Reports at each scrape which of the parts that readiness names answer. */
export const reportParts = (metrics: Metrics, checks: HealthChecks): void => {
  metrics.gauge({
    name: 'part_up',
    help: '1 when a part that readiness names answers, 0 when it is away.',
    labels: ['part'],
    read: async () => {
      const { parts } = await askReadiness(checks, LIMIT_MS);
      return Object.entries(parts).map(([part, state]) => ({
        labels: { part },
        value: state === 'ok' ? 1 : 0,
      }));
    },
  });
};
