import type { DomainEvent, EventObserver } from '@parley/events';
import { type Metrics, type OpenSpan, openSpan, requestContext } from '@parley/telemetry';

const openEventSpan = (
  event: DomainEvent,
  kind: 'producer' | 'consumer',
  name: string,
  destination: string,
): OpenSpan =>
  openSpan({
    name: `${name} ${event.subject}`,
    kind,
    attributes: {
      'messaging.system': 'nats',
      'messaging.destination.name': destination,
      'messaging.message.id': event.id,
    },
    parent: event.headers['traceparent'],
    // Relays and consumers outlive the work during which they happened to begin.
    detached: true,
  });

const finishing = async <T>(span: OpenSpan, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
};

/** Counts and times a service's events, and ties them to the request they come of in traces and logs. */
export const createEventObserver = (metrics: Metrics): EventObserver => {
  const published = metrics.counter({
    name: 'event_published_total',
    help: 'Events that left the outbox.',
  });
  const deliveries = metrics.histogram({
    name: 'event_delivery_duration_seconds',
    help: 'Time to handle an event, with its retries, by consumer and outcome.',
    labels: ['durable', 'outcome'],
  });
  const failures = metrics.counter({
    name: 'event_handler_failures_total',
    help: 'Attempts to handle an event that failed, by consumer.',
    labels: ['durable'],
  });
  return {
    published: (count) => published.inc(count),
    delivered: (durable, outcome, seconds) => deliveries.observe({ durable, outcome }, seconds),
    failed: (durable) => failures.inc({ durable }),
    publishing: (event, send) => {
      const span = openEventSpan(event, 'producer', 'publish', event.subject);
      return finishing(span, () => send(span.traceparent));
    },
    handling: (durable, event, attempt) => {
      const { requestId, traceparent } = event.headers;
      const [, traceId] = traceparent?.split('-') ?? [];
      const facts = { requestId, projectId: event.projectId, traceId };
      const span = openEventSpan(event, 'consumer', 'handle', durable);
      return finishing(span, () => requestContext.run(facts, attempt));
    },
  };
};
