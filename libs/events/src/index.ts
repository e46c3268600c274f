export {
  type EventRow,
  appendEventRows,
  appendEvents,
  eventRow,
  maxPayloadBytes,
  outboxColumns,
  outboxValues,
} from './append';
export { type DeadLetterFilter } from './dead-letter.store';
export { type EventHandler, type SubscribeOptions } from './deliver';
export { type EmbeddedBroker, createEmbeddedBroker } from './embedded/broker';
export { type DomainEvent, type EventMetrics, type Log, type NewEvent, type Outcome } from './event';
export { type EventLag, type Events, type EventsOptions, createEvents } from './events';
export { type ReplayResult } from './replay';
export { eventTablesSql } from './tables';
export { type Subscription, topology } from './topology';
export { type EventSettings, type JetStreamOptions, type Transport } from './transport';
