import type { Metrics } from '@parley/telemetry';

/** Metrics of the edge. */
export interface Meter {
  /** An event with its number went to so many connections, so many seconds after it was made. */
  sent(connections: number, lagSeconds: number): void;
  /** A client was closed because it reads too slowly. */
  slow(): void;
  /** A connection was refused, or closed by this side, with a code. */
  refused(code: number): void;
}

/** Declares the metrics of the edge. */
export const createMeter = (metrics: Metrics, connections: () => number): Meter => {
  metrics.gauge({ name: 'realtime_connections', help: 'Open WebSocket connections.', read: connections });
  const sent = metrics.counter({
    name: 'realtime_events_sent_total',
    help: 'Numbered events that were sent, one for each connection and channel.',
  });
  const slow = metrics.counter({
    name: 'realtime_slow_clients_total',
    help: 'Connections that were closed because more than 1 MB was unsent.',
  });
  const lag = metrics.histogram({
    name: 'realtime_event_lag_seconds',
    help: 'Time between the moment an event got its number and its sending.',
  });
  const refused = metrics.counter({
    name: 'realtime_refused_total',
    help: 'Connections that were refused, or closed by the server, by code.',
    labels: ['code'],
  });
  return {
    sent: (count, lagSeconds) => {
      sent.inc(count);
      lag.observe(Math.max(0, lagSeconds));
    },
    slow: () => slow.inc(),
    refused: (code) => refused.inc({ code: String(code) }),
  };
};
