import type { Metrics } from '@parley/telemetry';

/** How long public requests took, in seconds, by operation and status. */
export type RequestDurations = ReturnType<Metrics['histogram']>;

/** Pages of help centers count with the operations of the API, so that the same alerts watch both. */
export const createRequestDurations = (metrics: Pick<Metrics, 'histogram'>): RequestDurations =>
  metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'How long public requests took.',
    labels: ['operation', 'status'],
  });
